// Orders failed items for people to read: in rounds, one item of each cause per round, the most frequent cause and its worst item first.

import { Cause, type DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import { compareTexts } from "../../engine/grouping.ts";

export const hasFailed = ({ causes }: Pick<DiagnosisRow, "causes">): boolean => causes.length > 0;

const worseFirst = (a: DiagnosisRow, b: DiagnosisRow): number =>
  (a.score ?? 1) - (b.score ?? 1) || compareTexts(a.itemId, b.itemId);

const groupByCause = (failed: readonly DiagnosisRow[]): (readonly DiagnosisRow[])[] =>
  Cause.options
    .map(cause => failed.filter(({ causes }) => causes.includes(cause)))
    .toSorted((a, b) => b.length - a.length);

/** All failed rows, each once, in rounds across the causes, so that the first few represent every cause. */
export function worstFirst(rows: readonly DiagnosisRow[]): DiagnosisRow[] {
  const failed = rows.filter(hasFailed).toSorted(worseFirst);
  const queues = groupByCause(failed).map(rowsOfCause => rowsOfCause.toReversed());
  const chosen = new Set<DiagnosisRow>();
  while (chosen.size < failed.length)
    for (const queue of queues) {
      while (chosen.has(queue.at(-1) as DiagnosisRow)) queue.pop();
      const next = queue.pop();
      if (next) chosen.add(next);
    }
  return [...chosen];
}
