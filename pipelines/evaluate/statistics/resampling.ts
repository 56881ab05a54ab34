// How sure a figure over items is: the bootstrap, drawn once for all figures over the same items.

import { drawFrom, seedOf } from "../../text/random.ts";

/** A figure that follows from sums over items: a mean, a weighted mean, a difference, corpus BLEU. */
export interface Statistic {
  /** One number an item in each; all equally long. */
  readonly columns: readonly Float64Array[];
  /** From the columns' sums, in their order; null where it is undefined. */
  readonly of: (sums: readonly number[]) => number | null;
  /** Items that have a value: there is no interval around fewer than two. */
  readonly n: number;
}

export interface Interval {
  readonly low: number | null;
  readonly high: number | null;
}

export interface Estimate extends Interval {
  readonly value: number | null;
}

export interface Drawing {
  /** A 32-bit whole number: the same draws the same items. */
  readonly seed: number;
  readonly resamples?: number;
}

/** Where nothing else is given, so that figures of one set are drawn alike wherever they are computed. */
export const standardSeed = seedOf("resampling");
const standardResamples = 1000;
// 95 %.
const tail = 0.025;

// As the columns are: whole numbers of another kind would be converted at every product.
type Counts = Float64Array;

/** How often each item is drawn in a resample of as many items. */
function drawCounts(counts: Counts, draw: (n: number) => number): void {
  counts.fill(0);
  const n = counts.length;
  for (let drawn = 0; drawn < n; drawn += 1) {
    const place = draw(n);
    counts[place] = (counts[place] as number) + 1;
  }
}

type Four<T> = readonly [T, T, T, T];

// Four resamples a pass: a value is fetched once for all four, which halves the time.
function sumOfFour(
  column: Float64Array,
  [first, second, third, fourth]: Four<Counts>,
  into: Float64Array,
): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let place = 0; place < column.length; place += 1) {
    const value = column[place] as number;
    a += value * (first[place] as number);
    b += value * (second[place] as number);
    c += value * (third[place] as number);
    d += value * (fourth[place] as number);
  }
  // The last pass may have room for fewer: what is written beyond the end of a typed array is dropped.
  [into[0], into[1], into[2], into[3]] = [a, b, c, d];
}

/** Of each column, its sums over resamples of the items with replacement; every resample is the same for all columns. */
export function resampleSums(
  columns: readonly Float64Array[],
  { seed, resamples = standardResamples }: Drawing,
): Float64Array[] {
  const n = columns[0]?.length ?? 0;
  if (columns.some(column => column.length !== n))
    throw new RangeError("columns of one resample must be equally long");
  const sums = columns.map(() => new Float64Array(resamples));
  if (n === 0) return sums;
  const draw = drawFrom(seed);
  const counts: Four<Counts> = [
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
  ];
  for (let done = 0; done < resamples; done += counts.length) {
    for (const single of counts) drawCounts(single, draw);
    for (const [index, column] of columns.entries())
      sumOfFour(column, counts, (sums[index] as Float64Array).subarray(done, done + counts.length));
  }
  return sums;
}

/** The value below which a share of the sorted values lies, straight between the two nearest. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
  return low + (high - low) * (place - Math.floor(place));
}

/**
 * The percentile interval (95 %): Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13. Chosen over BCa
 * because it stays within a metric's bounds, needs nothing but the draws, and differs little for means. Like every bootstrap
 * it is too narrow with fewer than about twenty items. Resamples in which the figure is undefined are left out.
 */
export function percentileInterval(values: Iterable<number | null>): Interval {
  const defined = Float64Array.from([...values].filter(value => value !== null)).sort();
  if (defined.length === 0) return { low: null, high: null };
  return { low: quantile(defined, tail), high: quantile(defined, 1 - tail) };
}

// Compensated (Neumaier 1974, ZAMM 54): a mean is as exact as its values, however many there are.
function exactSum(column: Float64Array): number {
  let [total, lost] = [0, 0];
  for (const value of column) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** The figure itself; null where no item has a value. */
export const valueOf = ({ columns, of, n }: Statistic): number | null =>
  n === 0 ? null : of(columns.map(exactSum));

/** Of each figure, its value in every resample of its items. Figures over equally many items share their draws. */
export function resampledValues(
  statistics: readonly Statistic[],
  drawing: Drawing,
): (number | null)[][] {
  const columns = statistics.flatMap(statistic => statistic.columns);
  const sums = new Map<Float64Array, Float64Array>();
  for (const length of new Set(columns.map(column => column.length))) {
    const mine = columns.filter(column => column.length === length);
    for (const [index, of] of resampleSums(mine, drawing).entries())
      sums.set(mine[index] as Float64Array, of);
  }
  return statistics.map(statistic => {
    const mine = statistic.columns.map(column => sums.get(column) ?? new Float64Array());
    return Array.from(mine[0] ?? [], (_, index) =>
      statistic.of(mine.map(column => column[index] as number)),
    );
  });
}

/** Each figure with its interval over resamples of the items. */
export function bootstrap(statistics: readonly Statistic[], drawing: Drawing): Estimate[] {
  const drawn = statistics.filter(({ n }) => n > 1);
  const values = resampledValues(drawn, drawing);
  const intervals = new Map(
    drawn.map((statistic, index) => [statistic, percentileInterval(values[index] ?? [])]),
  );
  return statistics.map(statistic => ({
    value: valueOf(statistic),
    ...(intervals.get(statistic) ?? { low: null, high: null }),
  }));
}

/** Values of items, null where an item has none, and what each counts for: 1 where no weights are given. */
export interface Weighted {
  readonly values: readonly (number | null)[];
  readonly weights?: readonly number[];
}

const ratio = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator;

/** Σ weight · value / Σ weight over the items that have a value. */
export function meanStatistic({ values, weights: given }: Weighted): Statistic {
  const weights = given?.every(weight => weight === 1) ? undefined : given;
  const n = values.filter(value => value !== null).length;
  const weightAt = (index: number) => weights?.[index] ?? 1;
  const numerator = Float64Array.from(values, (value, index) =>
    value === null ? 0 : value * weightAt(index),
  );
  if (n === values.length && weights === undefined)
    return { columns: [numerator], of: ([sum = 0]) => ratio(sum, n), n };
  const denominator = Float64Array.from(values, (value, index) =>
    value === null ? 0 : weightAt(index),
  );
  return {
    columns: [numerator, denominator],
    of: ([above = 0, below = 0]) => ratio(above, below),
    n,
  };
}
