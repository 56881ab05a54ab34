// Corrects p-values for multiple comparisons.

/**
 * Adjusts each p for the number of tests, so that the probability of any false positive at a level is at most that level
 * (Holm 1979, Scandinavian Journal of Statistics 6:65). In the order given; null stays null and is not a test.
 */
export function holm(all: readonly (number | null)[]): (number | null)[] {
  const known = all.flatMap((p, place) => (p === null ? [] : [{ p, place }]));
  const corrected: (number | null)[] = all.map(() => null);
  let least = 0;
  for (const [rank, { p, place }] of known.toSorted((a, b) => a.p - b.p).entries()) {
    least = Math.min(1, Math.max(least, p * (known.length - rank)));
    corrected[place] = least;
  }
  return corrected;
}
