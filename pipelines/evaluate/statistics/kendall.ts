// Kendall's τ-b, the similarity of two rankings.

/** A mean as it is ranked: means that differ only by rounding are equal. */
export const levelMean = (mean: number): number => Math.round(mean * 1e12);

/**
 * Kendall's τ-b of two lists of values for the same things, ties allowed: Σ a·b / √(Σ a² · Σ b²) over all pairs of things. For a pair, a
 * is 1, 0 or −1 if the first is above, equal to or below the other in the first list, and b the same in the second. Kendall
 * (1945), The Treatment of Ties in Ranking Problems, Biometrika 33. Null if a list has fewer than two things or the same value for all.
 */
export function kendallTau(first: readonly number[], second: readonly number[]): number | null {
  if (first.length !== second.length)
    throw new RangeError(
      `rankings of ${first.length} and ${second.length} things cannot be compared`,
    );
  let [both, ofFirst, ofSecond] = [0, 0, 0];
  for (const [place, value] of first.entries())
    for (let other = 0; other < place; other += 1) {
      const a = Math.sign(value - (first[other] as number));
      const b = Math.sign((second[place] as number) - (second[other] as number));
      both += a * b;
      ofFirst += a * a;
      ofSecond += b * b;
    }
  // Whole numbers up to here, so that equal rankings give exactly 1.
  return ofFirst === 0 || ofSecond === 0 ? null : both / Math.sqrt(ofFirst * ofSecond);
}
