// The reviews of a run: rows are only added, in an order that does not depend on the order of the files.

import type { ReviewRow } from "../../../schemas/annotation.ts";
import { canonicalJson } from "../../engine/fingerprint.ts";
import { compareTexts } from "../../engine/grouping.ts";
import { latestReviews } from "./latest-reviews.ts";

/** A time that nobody gave is the earliest. */
const compareReviews = (a: ReviewRow, b: ReviewRow): number =>
  compareTexts(a.taskId, b.taskId) ||
  compareTexts(a.annotator, b.annotator) ||
  compareTexts(a.decidedAt ?? "", b.decidedAt ?? "") ||
  compareTexts(a.id, b.id);

/** Which person, on which task. */
export const pairOf = ({ taskId, annotator }: Pick<ReviewRow, "taskId" | "annotator">): string =>
  JSON.stringify([taskId, annotator]);

export interface MergedReviews {
  /** All, in their order. */
  readonly rows: readonly ReviewRow[];
  readonly added: number;
  /** How many of the new ones stood already. */
  readonly unchanged: number;
  /** How often the new ones change a person's last word on a task. */
  readonly replaced: number;
}

/** Rows that stand stay as they are. Of new ones that differ only in where they came from one is taken, the same whatever their order. */
export function mergeReviews(
  standing: readonly ReviewRow[],
  read: readonly ReviewRow[],
): MergedReviews {
  const rows = new Map(standing.map(row => [row.id, row]));
  const fresh = [...read].sort(
    (a, b) => compareReviews(a, b) || compareTexts(canonicalJson(a), canonicalJson(b)),
  );
  for (const row of fresh) if (!rows.has(row.id)) rows.set(row.id, row);
  const merged = [...rows.values()].sort(compareReviews);
  const before = new Map(
    latestReviews(standing).map(row => [pairOf(row), canonicalJson(row.values)]),
  );
  const isReplaced = (row: ReviewRow) =>
    (before.get(pairOf(row)) ?? canonicalJson(row.values)) !== canonicalJson(row.values);
  const distinct = new Set(read.map(({ id }) => id)).size;
  const added = merged.length - standing.length;
  return {
    rows: merged,
    added,
    unchanged: distinct - added,
    replaced: latestReviews(merged).filter(isReplaced).length,
  };
}

/** The last words of which no time tells which came last: the person said another thing at the same time, or neither has one. */
export function findAmbiguous(rows: readonly ReviewRow[]): ReviewRow[] {
  const said = new Map<string, Set<string>>();
  const momentOf = (row: ReviewRow) => `${row.decidedAt ?? ""}\n${pairOf(row)}`;
  for (const row of rows)
    said.set(momentOf(row), (said.get(momentOf(row)) ?? new Set()).add(canonicalJson(row.values)));
  return latestReviews(rows).filter(row => (said.get(momentOf(row))?.size ?? 0) > 1);
}
