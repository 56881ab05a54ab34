// How far values lie apart, and how alike those of one cluster are: items on one document are no independent witnesses.

/** Of values in clusters. */
export interface ClusteredSpread {
  /** Standard deviation over all values. */
  readonly spread: number;
  /** Of two values of one cluster, from 0 to 1. */
  readonly correlation: number;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

const squaresAbout = (middle: number, values: readonly number[]): number =>
  sum(values.map(value => (value - middle) ** 2));

/**
 * The intraclass correlation by analysis of variance, for clusters of unequal size (Donner 1986, International Statistical Review 54):
 * (B − W) / (B + (m − 1) · W), with B and W the mean squares between and within clusters and m = (N − Σ m² / N) / (k − 1). Below 0 it is
 * taken for 0. Undefined with fewer than two values or clusters; a correlation of 0 where no cluster has two values, since nothing tells.
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
