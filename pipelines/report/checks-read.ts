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
import { groupBy } from "../engine/grouping.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { readOrTell } from "./evaluation/audit-read.ts";
import type { Unread } from "./evaluation/results-read.ts";

/** How many contradicted a check (`times`), of those who could (`of`). */
export interface Contradicted {
  readonly of: number;
  readonly times: number;
}

/** The record of a check that rejects. */
export interface CheckRecord {
  readonly stage: "proposal" | "agreement" | "keypoints";
  readonly code: string;
  /** Number of candidates that reached its stage. */
  readonly seen: number;
  readonly rejected: number;
  readonly byReader: Contradicted;
  readonly byPeople: Contradicted;
}

/** The record of one kind of difference that code finds between an answer and the blind one. */
export interface DifferenceRecord {
  readonly kind: DifferenceKind;
  /** Number of pairs of answers compared. */
  readonly seen: number;
  readonly found: number;
  /** What the refinement decided about these. */
  readonly said: Readonly<Record<"keep" | "change" | "drop", number>>;
}

export interface ChecksData {
  readonly checks: readonly CheckRecord[];
  readonly differences: readonly DifferenceRecord[];
  readonly unread: readonly Unread[];
}

/** Minimum mark from a reader for a question that it considers good. */
const worthy = 4;

interface Rejected extends Pick<Loss, "code"> {
  readonly stage: CheckRecord["stage"];
  /** Its proposal's id and its number. */
  readonly id: string;
}

const idOf = (proposalId: string, number: number) => `${proposalId} ${number}`;

function readRejected(run: OpenRun) {
  const rejected: Rejected[] = [];
  const seen = { proposal: 0, agreement: 0, keypoints: 0 };
  const note = (
    stage: CheckRecord["stage"],
    [proposalId, losses, stood]: readonly [string, readonly Loss[], number],
  ) => {
    for (const { number, code } of losses)
      rejected.push({ stage, code, id: idOf(proposalId, number) });
    seen[stage] += losses.length + stood;
  };
  for (const { id, candidates: stood, losses } of run.rows(candidates))
    note("proposal", [id, losses, stood.length]);
  for (const { proposalId, accepted, losses } of run.rows(settled))
    note("agreement", [proposalId, losses, accepted.length]);
  for (const { proposalId, losses } of run.rows(keys))
    note("keypoints", [proposalId, losses, losses.length === 0 ? 1 : 0]);
  return { rejected, seen };
}

/** Comparisons by candidate, for those that were read and compared. */
function readCompared(run: OpenRun): Map<string, Compared> {
  return new Map(
    [...run.rows(settled)].flatMap(({ proposalId, compared }) =>
      compared.map(each => [idOf(proposalId, each.number), each] as const),
    ),
  );
}

/** Candidates that their reader gave 4 or 5. */
const readWorthy = (run: OpenRun): Set<string> =>
  new Set(
    [...run.rows(readings)].flatMap(({ proposalId, readings: all }) =>
      all.filter(({ worth }) => worth >= worthy).map(({ number }) => idOf(proposalId, number)),
    ),
  );

function differenceRecords(compared: readonly Compared[]): DifferenceRecord[] {
  return DifferenceKind.options.flatMap(kind => {
    const found = compared.filter(({ differences }) => differences.includes(kind));
    const said = (verdict: Compared["refinement"]) =>
      found.filter(({ refinement }) => refinement === verdict).length;
    return compared.length === 0
      ? []
      : {
          kind,
          seen: compared.length,
          found: found.length,
          said: { keep: said("keep"), change: said("change"), drop: said("drop") },
        };
  });
}

/** Null for a run whose questions were not made from materials. */
export function readChecks(run: OpenRun): ChecksData | null {
  const { rejected, seen } = readRejected(run);
  if (seen.proposal === 0) return null;
  const unread: Unread[] = [];
  const [compared, worth] = [readCompared(run), readWorthy(run)];
  const people = readOrTell(run, rejections, unread).filter(row => row.decision !== "conflict");
  const isContradicted = (id: string): boolean => {
    const { differences = [], refinement = null } = compared.get(id) ?? {};
    return refinement === "keep" || (differences.length === 0 && worth.has(id));
  };
  const checks = [...groupBy(rejected, ({ stage, code }) => `${stage} ${code}`).values()].flatMap(
    (group): CheckRecord[] => {
      const read = group.filter(({ id }) => compared.has(id));
      return group.slice(0, 1).map(({ stage, code }) => {
        // People are not shown candidates that never became an answer.
        const judged = people.filter(row => stage !== "proposal" && row.codes.includes(code));
        return {
          stage,
          code,
          seen: seen[stage],
          rejected: group.length,
          byReader: {
            of: read.length,
            times: read.filter(({ id }) => isContradicted(id)).length,
          },
          byPeople: {
            of: judged.length,
            times: judged.filter(({ decision }) => decision === "overruled").length,
          },
        };
      });
    },
  );
  return { checks, differences: differenceRecords([...compared.values()]), unread };
}
