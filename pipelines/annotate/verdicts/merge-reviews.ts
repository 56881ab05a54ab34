// Merges reviews into a run's existing ones: rows are only added, in an order that does not depend on the order of the files.

import type { ReviewRow } from "../../../schemas/annotation.ts";
import { canonicalJson } from "../../engine/fingerprint.ts";
import { compareStrings } from "../../engine/grouping.ts";
import { latestReviews, reviewKey } from "./latest-reviews.ts";

/** A missing time counts as the earliest. */
const compareReviews = (a: ReviewRow, b: ReviewRow): number =>
  compareStrings(a.taskId, b.taskId) ||
  compareStrings(a.annotator, b.annotator) ||
  compareStrings(a.decidedAt ?? "", b.decidedAt ?? "") ||
  compareStrings(a.id, b.id);

export interface MergedReviews {
  /** All reviews, sorted. */
  readonly rows: readonly ReviewRow[];
  readonly added: number;
  /** Number of imported reviews that existed already. */
  readonly unchanged: number;
  /** Number of times that new reviews change a person's last verdict on a task. */
  readonly replaced: number;
}

/** Existing rows stay as they are. Of new rows that differ only in their source, the same one is kept whatever their order. */
export function mergeReviews(
  existing: readonly ReviewRow[],
  imported: readonly ReviewRow[],
): MergedReviews {
  const rows = new Map(existing.map(row => [row.id, row]));
  const sortedImports = [...imported].sort(
    (a, b) => compareReviews(a, b) || compareStrings(canonicalJson(a), canonicalJson(b)),
  );
  for (const row of sortedImports) if (!rows.has(row.id)) rows.set(row.id, row);
  const merged = [...rows.values()].sort(compareReviews);
  const previousValues = new Map(
    latestReviews(existing).map(row => [reviewKey(row), canonicalJson(row.values)]),
  );
  const hasNewValues = (row: ReviewRow) =>
    (previousValues.get(reviewKey(row)) ?? canonicalJson(row.values)) !== canonicalJson(row.values);
  const importedCount = new Set(imported.map(({ id }) => id)).size;
  const added = merged.length - existing.length;
  return {
    rows: merged,
    added,
    unchanged: importedCount - added,
    replaced: latestReviews(merged).filter(hasNewValues).length,
  };
}

/** Last reviews that are in doubt, since the person gave different values at the same time or without a time. */
export function findAmbiguous(rows: readonly ReviewRow[]): ReviewRow[] {
  const valuesByMoment = new Map<string, Set<string>>();
  const momentOf = (row: ReviewRow) => `${row.decidedAt ?? ""}\n${reviewKey(row)}`;
  for (const row of rows)
    valuesByMoment.set(
      momentOf(row),
      (valuesByMoment.get(momentOf(row)) ?? new Set()).add(canonicalJson(row.values)),
    );
  return latestReviews(rows).filter(row => (valuesByMoment.get(momentOf(row))?.size ?? 0) > 1);
}
