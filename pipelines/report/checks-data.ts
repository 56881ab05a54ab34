// Reads how each check on questions performed in the run: what it rejected or found, and who contradicted it.

import { rejections } from "../../schemas/annotation.ts";
import {
  candidates,
  type Compared,
  DifferenceKind,
  type Loss,
  readings,
  settled,
} from "../../schemas/questions/records.ts";
import { keys } from "../../schemas/questions/keys.ts";
import { countOf, groupBy } from "../engine/grouping.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { readOrReport } from "./evaluation/audit-data.ts";
import type { UnreadableFile } from "./evaluation/evaluations-data.ts";

/** How often a check was contradicted, out of the cases in which it could have been. */
export interface ContradictionCount {
  readonly cases: number;
  readonly contradictions: number;
}

/** Results of a check that rejects candidates. */
export interface CheckResults {
  readonly stage: "proposal" | "agreement" | "keypoints";
  readonly code: string;
  /** Number of candidates that reached the check's stage. */
  readonly candidateCount: number;
  readonly rejectedCount: number;
  readonly byReader: ContradictionCount;
  readonly byPeople: ContradictionCount;
}

/** Results for one kind of difference that code finds between a proposed answer and the blind one. */
export interface DifferenceResults {
  readonly kind: DifferenceKind;
  /** Number of pairs of answers compared. */
  readonly pairCount: number;
  readonly differenceCount: number;
  /** What the refinement decided about the differences found. */
  readonly refinements: Readonly<Record<"keep" | "change" | "drop", number>>;
}

export interface ChecksData {
  readonly checks: readonly CheckResults[];
  readonly differences: readonly DifferenceResults[];
  readonly unreadableFiles: readonly UnreadableFile[];
}

/** Minimum worth of a question, as rated by its reader, for the reader to contradict its rejection. */
const minWorth = 4;

interface Rejection extends Pick<CheckResults, "stage" | "code"> {
  /** The id of the proposal, and the candidate's number in it. */
  readonly id: string;
}

const idOf = (proposalId: string, number: number) => `${proposalId} ${number}`;

function readRejections(run: OpenRun) {
  const rejected: Rejection[] = [];
  const seen = { proposal: 0, agreement: 0, keypoints: 0 };
  const recordRejections = (
    stage: CheckResults["stage"],
    [proposalId, losses, survivors]: readonly [string, readonly Loss[], number],
  ) => {
    for (const { number, code } of losses)
      rejected.push({ stage, code, id: idOf(proposalId, number) });
    seen[stage] += losses.length + survivors;
  };
  for (const { id, candidates: survivors, losses } of run.rows(candidates))
    recordRejections("proposal", [id, losses, survivors.length]);
  for (const { proposalId, accepted, losses } of run.rows(settled))
    recordRejections("agreement", [proposalId, losses, accepted.length]);
  for (const { proposalId, losses } of run.rows(keys))
    recordRejections("keypoints", [proposalId, losses, losses.length === 0 ? 1 : 0]);
  return { rejected, seen };
}

/** Comparisons with the blind answer, by candidate. */
function readComparisons(run: OpenRun): Map<string, Compared> {
  return new Map(
    [...run.rows(settled)].flatMap(({ proposalId, compared }) =>
      compared.map(comparison => [idOf(proposalId, comparison.number), comparison] as const),
    ),
  );
}

/** Ids of the candidates whose worth their reader rated 4 or 5. */
const readWorthyIds = (run: OpenRun): Set<string> =>
  new Set(
    [...run.rows(readings)].flatMap(({ proposalId, readings: candidateReadings }) =>
      candidateReadings
        .filter(({ worth }) => worth >= minWorth)
        .map(({ number }) => idOf(proposalId, number)),
    ),
  );

function differenceResults(comparisons: readonly Compared[]): DifferenceResults[] {
  if (comparisons.length === 0) return [];
  return DifferenceKind.options.map(kind => {
    const found = comparisons.filter(({ differences }) => differences.includes(kind));
    const refinements = countOf(found.map(({ refinement }) => refinement));
    const [keep = 0, change = 0, drop = 0] = (["keep", "change", "drop"] as const).map(verdict =>
      refinements.get(verdict),
    );
    return {
      kind,
      pairCount: comparisons.length,
      differenceCount: found.length,
      refinements: { keep, change, drop },
    };
  });
}

/** Null for a run whose questions were not generated from materials. */
export function readChecks(run: OpenRun): ChecksData | null {
  const { rejected, seen } = readRejections(run);
  if (seen.proposal === 0) return null;
  const unreadableFiles: UnreadableFile[] = [];
  const [comparisons, worthyIds] = [readComparisons(run), readWorthyIds(run)];
  const peopleVerdicts = readOrReport(run, rejections, unreadableFiles).filter(
    row => row.decision !== "conflict",
  );
  const isContradicted = (id: string): boolean => {
    const { differences = [], refinement = null } = comparisons.get(id) ?? {};
    return refinement === "keep" || (differences.length === 0 && worthyIds.has(id));
  };
  const checks = [...groupBy(rejected, ({ stage, code }) => `${stage} ${code}`).values()].flatMap(
    (group): CheckResults[] => {
      const comparedRejections = group.filter(({ id }) => comparisons.has(id));
      return group.slice(0, 1).map(({ stage, code }) => {
        // People are not shown candidates that never became an answer.
        const judgedRejections = peopleVerdicts.filter(
          row => stage !== "proposal" && row.codes.includes(code),
        );
        return {
          stage,
          code,
          candidateCount: seen[stage],
          rejectedCount: group.length,
          byReader: {
            cases: comparedRejections.length,
            contradictions: comparedRejections.filter(({ id }) => isContradicted(id)).length,
          },
          byPeople: {
            cases: judgedRejections.length,
            contradictions: judgedRejections.filter(({ decision }) => decision === "overruled")
              .length,
          },
        };
      });
    },
  );
  return { checks, differences: differenceResults([...comparisons.values()]), unreadableFiles };
}
