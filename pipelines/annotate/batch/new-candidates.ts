// Leaves out of a new batch the candidates that people have decided on, or were given in an earlier one.

import { annotationTasks, decisions, type Protocol } from "../../../schemas/annotation.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import type { Candidate, Candidates } from "./batch-candidates.ts";

export interface NewCandidates extends Candidates {
  /** Number of candidates left out that the filters did not reject. */
  readonly leftOut: number;
}

const keyOf = (sourceId: string, response: string): string => JSON.stringify([sourceId, response]);

/** Considers a single protocol: candidates drawn or decided under other protocols stay. */
export function leaveOutEarlier(
  run: OpenRun,
  { rows, notices, readContents }: Candidates,
  protocol: Protocol,
): NewCandidates {
  const finalDecisions = [...run.rows(decisions)].filter(
    row => row.protocol === protocol && row.decision !== "conflict",
  );
  const decidedItemIds = new Set(finalDecisions.map(({ itemId }) => itemId));
  const drawnKeys = new Set<string>();
  for (const task of run.rows(annotationTasks))
    if (task.protocol === protocol && !task.control)
      drawnKeys.add(keyOf(task.sourceId, task.content.response));
  const isDecided = ({ itemId }: Candidate) => itemId !== null && decidedItemIds.has(itemId);
  const isDrawn = ({ sourceId, response }: Candidate) => drawnKeys.has(keyOf(sourceId, response));
  const acceptedRows = rows.filter(({ isRejected }) => !isRejected);
  const counts = [
    [acceptedRows.filter(isDecided).length, "have been decided"],
    [acceptedRows.filter(row => !isDecided(row) && isDrawn(row)).length, "are in an earlier batch"],
  ] as const;
  const leftOut = counts[0][0] + counts[1][0];
  const reasons = counts
    .filter(([count]) => count > 0)
    .map(([count, reason]) => (count === leftOut ? `they ${reason}` : `${count} ${reason}`));
  const notice = `${leftOut} of ${acceptedRows.length} candidates were left out: ${reasons.join(", ")}.`;
  return {
    rows: rows.filter(row => !isDecided(row) && !isDrawn(row)),
    readContents,
    notices: leftOut > 0 ? [...notices, notice] : notices,
    leftOut,
  };
}
