// Spread of values, and their correlation within clusters: items on the same document are not independent.

/** Spread of values in clusters. */
export interface ClusteredSpread {
  /** Standard deviation over all values. */
  readonly spread: number;
  /** Correlation of two values of the same cluster, from 0 to 1. */
  readonly correlation: number;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

const squaresAbout = (middle: number, values: readonly number[]): number =>
  sum(values.map(value => (value - middle) ** 2));

/**
 * The intraclass correlation by analysis of variance, for clusters of unequal size (Donner 1986, International Statistical Review 54):
 * (B − W) / (B + (m − 1) · W), with B and W the mean squares between and within clusters and m = (N − Σ m² / N) / (k − 1). Negative values become
 * 0. Undefined with fewer than two values or clusters; 0 if no cluster has two values, since it cannot be estimated.
 */
export function clusteredSpread(
  clusters: readonly (readonly number[])[],
): ClusteredSpread | undefined {
  const all = clusters.flat();
  const [n, k] = [all.length, clusters.length];
  if (k < 2 || n < 2) return undefined;
  const middle = sum(all) / n;
  const spread = Math.sqrt(squaresAbout(middle, all) / (n - 1));
  if (n === k) return { spread, correlation: 0 };
  const means = clusters.map(values => sum(values) / values.length);
  const within = sum(clusters.map((values, at) => squaresAbout(means[at] ?? 0, values))) / (n - k);
  const between =
    sum(clusters.map((values, at) => values.length * ((means[at] ?? 0) - middle) ** 2)) / (k - 1);
  const size = (n - sum(clusters.map(values => values.length ** 2)) / n) / (k - 1);
  const whole = between + (size - 1) * within;
  return { spread, correlation: whole > 0 ? Math.max(0, (between - within) / whole) : 0 };
}
