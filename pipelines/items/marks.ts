// What readers' marks say of a question: whether anyone found a flaw in it, and how good they found it together.

import type { Measures } from "../../schemas/items/measures.ts";

/** One marked lower waits until there is no better one. */
const flawless = 5;
const useful = 4;

/** Whether its last reader found a flaw in it, or anyone who marked it little worth: who proposed it, who read it blind, who read it last. */
export const isFlawed = ({ right, proposed, read, alone }: Measures): boolean =>
  (right ?? flawless) < flawless || [proposed, read, alone].some(mark => (mark ?? useful) < useful);

/** What nobody marked counts as the middle of 1 to 5. */
const middle = 3;

/** All marks of worth together. */
export const marksOf = ({ proposed, read, alone }: Measures): number =>
  (proposed ?? middle) + (read ?? middle) + (alone ?? middle);

/** Flawed ones last, the best of the others first; equal ones, and those that nobody marked, as they come. */
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
