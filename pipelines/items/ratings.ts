// Evaluates a question's ratings: whether any reader found a flaw in it, and the sum of its ratings for worth.

import type { Measures } from "../../schemas/items/measures.ts";

/** Minimum ratings for correctness and for worth; a question below them waits until there is no better one. */
const minRatings = { right: 5, worth: 4 };

/** Whether the last reader found a flaw, or the proposer, the blind reader or the last reader rated it as of little worth. */
export const isFlawed = ({ right, proposed, read, alone }: Measures): boolean =>
  (right ?? minRatings.right) < minRatings.right ||
  [proposed, read, alone].some(rating => (rating ?? minRatings.worth) < minRatings.worth);

/** The value of a missing rating: the middle of 1 to 5. */
const defaultRating = 3;

/** The sum of all ratings for worth. */
export const sumOfRatings = ({ proposed, read, alone }: Measures): number =>
  (proposed ?? defaultRating) + (read ?? defaultRating) + (alone ?? defaultRating);

/** Sorts by ratings, best first and flawed ones last; ties stay in order, and unrated rows count as average. */
export function sortByRatings<Row>(
  rows: readonly Row[],
  measuresOf: (row: Row) => Measures | undefined,
): Row[] {
  const valueOf = (row: Row): number => {
    const measures = measuresOf(row);
    if (measures === undefined) return 3 * defaultRating;
    return isFlawed(measures) ? 0 : sumOfRatings(measures);
  };
  return rows.toSorted((a, b) => valueOf(b) - valueOf(a));
}
