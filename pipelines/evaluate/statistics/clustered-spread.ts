// Estimates the spread of values, and their correlation within clusters: items about the same document are not independent.

import { sum } from "../sum.ts";

/** The spread of clustered values. */
export interface ClusteredSpread {
  /** Standard deviation over all values. */
  readonly standardDeviation: number;
  /** Correlation of two values of the same cluster, from 0 to 1. */
  readonly correlation: number;
}

const sumOfSquares = (mean: number, values: readonly number[]): number =>
  sum(values.map(value => (value - mean) ** 2));

/**
 * The intraclass correlation by analysis of variance, for clusters of unequal size (Donner 1986, International Statistical Review 54):
 * (B − W) / (B + (m₀ − 1) · W), with B and W the mean squares between and within clusters, mᵢ the sizes of the k clusters, N their sum, and m₀ = (N − Σ mᵢ² / N) / (k − 1). Negative values become
 * 0. Undefined with fewer than two values or clusters; 0 if no cluster has two values, since it cannot be estimated.
 */
export function clusteredSpread(
  clusters: readonly (readonly number[])[],
): ClusteredSpread | undefined {
  const values = clusters.flat();
  const [n, k] = [values.length, clusters.length];
  if (k < 2 || n < 2) return undefined;
  const mean = sum(values) / n;
  const standardDeviation = Math.sqrt(sumOfSquares(mean, values) / (n - 1));
  if (n === k) return { standardDeviation, correlation: 0 };
  const means = clusters.map(values => sum(values) / values.length);
  const meanSquareWithin =
    sum(clusters.map((values, index) => sumOfSquares(means[index] ?? 0, values))) / (n - k);
  const meanSquareBetween =
    sum(clusters.map((values, index) => values.length * ((means[index] ?? 0) - mean) ** 2)) /
    (k - 1);
  const effectiveSize = (n - sum(clusters.map(values => values.length ** 2)) / n) / (k - 1);
  const denominator = meanSquareBetween + (effectiveSize - 1) * meanSquareWithin;
  return {
    standardDeviation,
    correlation:
      denominator > 0 ? Math.max(0, (meanSquareBetween - meanSquareWithin) / denominator) : 0,
  };
}
