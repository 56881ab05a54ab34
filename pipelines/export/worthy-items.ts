// Leaves out items whose marks are too low.

import type { ItemRow } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";

/** Counts of items left out because of their marks, for the manifest. */
export interface WorthCounts {
  /** Minimum mean of an item's marks, 1 to 5. */
  readonly atLeast: number;
  readonly leftOut: number;
  /** Items left out that nobody marked. */
  readonly unmarked: number;
}

/** Mean mark from proposer, blind reader and last reader; null if none marked it. */
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
      `Nothing is left: none of ${rows.length} items has a mean mark of at least ${atLeast}, and ${unmarked} have no marks.`,
      { hint: "Lower --min-worth, or leave it out." },
    );
  return { rows: kept, worth: { atLeast, leftOut: rows.length - kept.length, unmarked } };
}
