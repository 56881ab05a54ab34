// Computes Kendall's τ-b, the similarity of two rankings.

/** Rounds a mean before it is ranked, so that means differing only by rounding errors are tied. */
export const roundForRanking = (mean: number): number => Math.round(mean * 1e12);

/**
 * Kendall's τ-b of two lists of values for the same things, which may be tied: Σ a·b / √(Σ a² · Σ b²) over all pairs of things. For each pair, a
 * is 1, 0 or −1 if the first thing is above, level with or below the other in the first list, and b the same in the second. Kendall
 * (1945), The Treatment of Ties in Ranking Problems, Biometrika 33. Null with fewer than two things, or if a list has the same value for all.
 */
export function kendallTau(first: readonly number[], second: readonly number[]): number | null {
  if (first.length !== second.length)
    throw new RangeError(
      `rankings of ${first.length} and ${second.length} things cannot be compared`,
    );
  let [sumOfProducts, firstSquares, secondSquares] = [0, 0, 0];
  for (const [index, value] of first.entries())
    for (let other = 0; other < index; other += 1) {
      const a = Math.sign(value - (first[other] as number));
      const b = Math.sign((second[index] as number) - (second[other] as number));
      sumOfProducts += a * b;
      firstSquares += a * a;
      secondSquares += b * b;
    }
  // The sums are whole numbers, so equal rankings give exactly 1.
  return firstSquares === 0 || secondSquares === 0
    ? null
    : sumOfProducts / Math.sqrt(firstSquares * secondSquares);
}
