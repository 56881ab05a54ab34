// Corrects p-values for multiple comparisons.

/**
 * Adjusts each p-value for the number of tests, so that the probability of any false positive at a level is at most that level
 * (Holm 1979, Scandinavian Journal of Statistics 6:65). The order is kept; null stays null and does not count as a test.
 */
export function holmCorrection(pValues: readonly (number | null)[]): (number | null)[] {
  const tests = pValues.flatMap((p, index) => (p === null ? [] : [{ p, position: index }]));
  const corrected: (number | null)[] = pValues.map(() => null);
  let min = 0;
  for (const [rank, { p, position: index }] of tests.toSorted((a, b) => a.p - b.p).entries()) {
    min = Math.min(1, Math.max(min, p * (tests.length - rank)));
    corrected[index] = min;
  }
  return corrected;
}
