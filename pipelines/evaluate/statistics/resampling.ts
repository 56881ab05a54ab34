// Computes bootstrap intervals of figures over items, with the same resamples for all figures over the same items.

import type { Summary } from "../../../schemas/evaluation/metrics.ts";
import { drawFrom, seedOf } from "../../text/random.ts";

/** A figure computed from sums over items: a mean, a weighted mean, a difference, corpus BLEU. */
export interface Statistic {
  /** Each column has one number per item; all have the same length. */
  readonly columns: readonly Float64Array[];
  /** Computes the figure from the columns' sums, in their order; null if it is undefined. */
  readonly compute: (sums: readonly number[]) => number | null;
  /** Number of items that have a value; with fewer than two, there is no interval. */
  readonly n: number;
}

/** A figure with its 95% interval. */
export type Estimate = Pick<Summary, "value" | "low" | "high">;
export type Interval = Pick<Estimate, "low" | "high">;

/** The usual seed, so that figures of the same set share their resamples wherever they are computed. */
export const standardSeed = seedOf("resampling");
/** Must be a multiple of four, since `sumOfFour` computes four resamples at a time. */
const resampleCount = 1000;
// For a 95% interval.
const tailShare = 0.025;

// The same type as the columns: integers would be converted at every product.
type Counts = Float64Array;

/** Counts how often each item is drawn in a resample of the same size. */
function drawCounts(counts: Counts, draw: (n: number) => number): void {
  counts.fill(0);
  const n = counts.length;
  for (let drawIndex = 0; drawIndex < n; drawIndex += 1) {
    const index = draw(n);
    counts[index] = (counts[index] as number) + 1;
  }
}

type Four<T> = readonly [T, T, T, T];

// Four resamples per pass: a value is fetched once for all four, which halves the time.
function sumOfFour(
  column: Float64Array,
  [first, second, third, fourth]: Four<Counts>,
  sumsOfPass: Float64Array,
): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let index = 0; index < column.length; index += 1) {
    const value = column[index] as number;
    a += value * (first[index] as number);
    b += value * (second[index] as number);
    c += value * (third[index] as number);
    d += value * (fourth[index] as number);
  }
  sumsOfPass.set([a, b, c, d]);
}

/** The sums of each column over resamples of the items with replacement; every resample is the same for all columns. The same seed (32 bits) draws the same items. */
export function resampleSums(columns: readonly Float64Array[], seed: number): Float64Array[] {
  const n = columns[0]?.length ?? 0;
  if (columns.some(column => column.length !== n))
    throw new RangeError("columns of one resample must have the same length");
  const sums = columns.map(() => new Float64Array(resampleCount));
  if (n === 0) return sums;
  const draw = drawFrom(seed);
  const counts: Four<Counts> = [
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
  ];
  for (let firstResample = 0; firstResample < resampleCount; firstResample += counts.length) {
    for (const itemCounts of counts) drawCounts(itemCounts, draw);
    for (const [index, column] of columns.entries())
      sumOfFour(
        column,
        counts,
        (sums[index] as Float64Array).subarray(firstResample, firstResample + counts.length),
      );
  }
  return sums;
}

/** The quantile of sorted values, by linear interpolation. */
function quantile(sorted: Float64Array, share: number): number {
  const index = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(index)] as number, sorted[Math.ceil(index)] as number];
  return low + (high - low) * (index - Math.floor(index));
}

/**
 * The percentile interval (95%): Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13. Chosen over
 * BCa because it stays within a metric's bounds, needs nothing but the resamples, and differs little for means. Like
 * every bootstrap it is too narrow with fewer than about twenty items. Resamples with an undefined figure are left out.
 */
export function percentileInterval(values: Iterable<number | null>): Interval {
  const definedValues = Float64Array.from([...values].filter(value => value !== null)).sort();
  if (definedValues.length === 0) return { low: null, high: null };
  return { low: quantile(definedValues, tailShare), high: quantile(definedValues, 1 - tailShare) };
}

// Compensated summation (Neumaier 1974, ZAMM 54): a mean is as precise as its values, however many there are.
function compensatedSum(column: Float64Array): number {
  let [total, compensation] = [0, 0];
  for (const value of column) {
    const next = total + value;
    compensation +=
      Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + compensation;
}

/** The figure itself; null if no item has a value. */
export const valueOf = ({ columns, compute, n }: Statistic): number | null =>
  n === 0 ? null : compute(columns.map(compensatedSum));

/** The value of each figure in every resample of its items. Figures over the same number of items share their resamples. */
export function resampledValues(
  statistics: readonly Statistic[],
  seed: number,
): (number | null)[][] {
  const columns = statistics.flatMap(statistic => statistic.columns);
  const sums = new Map<Float64Array, Float64Array>();
  for (const length of new Set(columns.map(column => column.length))) {
    const sameLength = columns.filter(column => column.length === length);
    for (const [index, sumsOfColumn] of resampleSums(sameLength, seed).entries())
      sums.set(sameLength[index] as Float64Array, sumsOfColumn);
  }
  return statistics.map(statistic => {
    const resampled = statistic.columns.map(column => sums.get(column) ?? new Float64Array());
    return Array.from(resampled[0] ?? [], (_, index) =>
      statistic.compute(resampled.map(column => column[index] as number)),
    );
  });
}

/** Each figure with its interval over resamples of the items. */
export function bootstrap(statistics: readonly Statistic[]): Estimate[] {
  const resampledStatistics = statistics.filter(({ n }) => n > 1);
  const values = resampledValues(resampledStatistics, standardSeed);
  const intervals = new Map(
    resampledStatistics.map((statistic, index) => [
      statistic,
      percentileInterval(values[index] ?? []),
    ]),
  );
  return statistics.map(statistic => ({
    value: valueOf(statistic),
    ...(intervals.get(statistic) ?? { low: null, high: null }),
  }));
}

/** Values of items, null if an item has none, and their weights: 1 by default. */
interface WeightedValues {
  readonly values: readonly (number | null)[];
  readonly weights?: readonly number[];
}

const ratio = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator;

/** Σ weight · value / Σ weight over the items that have a value. */
export function meanStatistic({ values, weights: givenWeights }: WeightedValues): Statistic {
  const weights = givenWeights?.every(weight => weight === 1) ? undefined : givenWeights;
  const n = values.filter(value => value !== null).length;
  const weightAt = (index: number) => weights?.[index] ?? 1;
  const numerator = Float64Array.from(values, (value, index) =>
    value === null ? 0 : value * weightAt(index),
  );
  if (n === values.length && weights === undefined)
    return { columns: [numerator], compute: ([sum = 0]) => ratio(sum, n), n };
  const denominator = Float64Array.from(values, (value, index) =>
    value === null ? 0 : weightAt(index),
  );
  return {
    columns: [numerator, denominator],
    compute: ([numeratorSum = 0, denominatorSum = 0]) => ratio(numeratorSum, denominatorSum),
    n,
  };
}
