// Leaves out the items whose marks are too low.

import type { ItemRow } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";

/** What became of the items for their marks' sake, for the manifest. */
export interface WorthCounts {
  /** The mean of the marks there are, 1 to 5, that an item must have. */
  readonly atLeast: number;
  readonly leftOut: number;
  /** Of those left out, items that nobody marked. */
  readonly unmarked: number;
}

/** Of proposer, blind reader and last reader; null where none marked it. */
function markOf({ measures }: ItemRow): number | null {
  const marks = [measures?.proposed, measures?.read, measures?.alone].flatMap(mark => mark ?? []);
  return marks.length === 0 ? null : marks.reduce((a, b) => a + b, 0) / marks.length;
}

/** PipelineError("bad-input") if nothing is left. */
export function keepWorthy(
  rows: readonly ItemRow[],
  atLeast: number,
): { readonly rows: readonly ItemRow[]; readonly worth: WorthCounts } {
  const marks = new Map(rows.map(row => [row.id, markOf(row)]));
  const kept = rows.filter(({ id }) => (marks.get(id) ?? 0) >= atLeast);
  const unmarked = [...marks.values()].filter(mark => mark === null).length;
  if (kept.length === 0)
    throw new PipelineError(
      "bad-input",
      `Nothing is left: none of ${rows.length} items has marks of ${atLeast} in the mean, ${unmarked} have none at all.`,
      { hint: "Ask for less, or export without --min-worth." },
    );
  return { rows: kept, worth: { atLeast, leftOut: rows.length - kept.length, unmarked } };
}
