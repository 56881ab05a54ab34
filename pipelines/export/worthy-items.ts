// Leaves items with low marks out of an export.

import type { ItemRow } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";

/** Counts of items left out because of their marks, for the manifest. */
export interface WorthCounts {
  /** Minimum mean of an item's marks, 1 to 5. */
  readonly atLeast: number;
  readonly leftOut: number;
  /** Items left out because they have no marks. */
  readonly unmarked: number;
}

/** The mean of the marks given by the proposer, the blind reader and the last reader; null without marks. */
function meanMarkOf({ measures }: ItemRow): number | null {
  const marks = [measures?.proposed, measures?.read, measures?.alone].flatMap(mark => mark ?? []);
  return marks.length === 0 ? null : marks.reduce((a, b) => a + b, 0) / marks.length;
}

/** Keeps the items with a mean mark of at least `atLeast`. Throws PipelineError("bad-input") if there are none. */
export function keepWorthy(
  rows: readonly ItemRow[],
  atLeast: number,
): { readonly rows: readonly ItemRow[]; readonly worth: WorthCounts } {
  const marks = new Map(rows.map(row => [row.id, meanMarkOf(row)]));
  const worthyItems = rows.filter(({ id }) => (marks.get(id) ?? 0) >= atLeast);
  const unmarked = [...marks.values()].filter(mark => mark === null).length;
  if (worthyItems.length === 0)
    throw new PipelineError(
      "bad-input",
      `Nothing is left: none of the ${rows.length} items has a mean mark of at least ${atLeast}, and ${unmarked} have no marks.`,
      { hint: "Lower --min-worth, or leave it out." },
    );
  return {
    rows: worthyItems,
    worth: { atLeast, leftOut: rows.length - worthyItems.length, unmarked },
  };
}
