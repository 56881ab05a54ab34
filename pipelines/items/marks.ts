// Evaluates a question's ratings: whether any reader found a flaw in it, and the sum of its ratings for worth.

import type { Measures } from "../../schemas/items/measures.ts";

/** Minimum ratings for correctness and for worth; a question below them waits until there is no better one. */
const minMarks = { right: 5, worth: 4 };

/** Whether the last reader found a flaw, or the proposer, the blind reader or the last reader rated it as of little worth. */
export const isFlawed = ({ right, proposed, read, alone }: Measures): boolean =>
  (right ?? minMarks.right) < minMarks.right ||
  [proposed, read, alone].some(mark => (mark ?? minMarks.worth) < minMarks.worth);

/** The value of a missing rating: the middle of 1 to 5. */
const defaultMark = 3;

/** The sum of all ratings for worth. */
export const sumOfMarks = ({ proposed, read, alone }: Measures): number =>
  (proposed ?? defaultMark) + (read ?? defaultMark) + (alone ?? defaultMark);

/** Sorts by ratings, best first and flawed ones last; ties stay in order, and unrated rows count as average. */
export function sortByMarks<Row>(
  rows: readonly Row[],
  measuresOf: (row: Row) => Measures | undefined,
): Row[] {
  const valueOf = (row: Row): number => {
    const measures = measuresOf(row);
    if (measures === undefined) return 3 * defaultMark;
    return isFlawed(measures) ? 0 : sumOfMarks(measures);
  };
  return rows.toSorted((a, b) => valueOf(b) - valueOf(a));
}
