// Reads a question's marks: whether anyone found a flaw in it, and how good all found it together.

import type { Measures } from "../../schemas/items/measures.ts";

/** A question marked lower than this waits until there is no better one; `useful` is the same for its worth. */
const flawless = 5;
const useful = 4;

/** Whether the last reader found a flaw, or anyone (its proposer, its blind reader, its last reader) marked it as of little worth. */
export const isFlawed = ({ right, proposed, read, alone }: Measures): boolean =>
  (right ?? flawless) < flawless || [proposed, read, alone].some(mark => (mark ?? useful) < useful);

/** The mark that a missing one counts as: the middle of 1 to 5. */
const middle = 3;

/** The sum of all marks of worth. */
export const marksOf = ({ proposed, read, alone }: Measures): number =>
  (proposed ?? middle) + (read ?? middle) + (alone ?? middle);

/** Best first, flawed ones last; equal and unmarked ones stay in order. */
export function inOrderOfMarks<Row>(
  rows: readonly Row[],
  measuresOf: (row: Row) => Measures | undefined,
): Row[] {
  const placeOf = (row: Row): number => {
    const measures = measuresOf(row);
    if (measures === undefined) return 3 * middle;
    return isFlawed(measures) ? 0 : marksOf(measures);
  };
  return rows.toSorted((a, b) => placeOf(b) - placeOf(a));
}
