// Agreement between raters, shares with their intervals, and a filter's precision and recall. What is undefined is null, never 0.

import { countOf } from "../engine/grouping.ts";

/** Two raters' values of one unit. */
export type Pair = readonly [string, string];
export type Level = "nominal" | "ordinal" | "interval";
export type Weighting = "linear" | "quadratic";

export interface Kappa {
  /** Null if nothing was rated by both, or if chance alone would make them agree. */
  readonly kappa: number | null;
  /** Units rated by both. */
  readonly n: number;
  /** Share of agreement observed and expected by chance; null if n is 0. Weighted: 1 minus the disagreement. */
  readonly observed: number | null;
  readonly expected: number | null;
}

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** Null if there are no values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** The mean of the middle two if their number is even. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

type Weigh = (a: string, b: string) => number;

// κw = 1 − Σ w·o / Σ w·e, w a disagreement from 0 to 1: Cohen (1968), Psychological Bulletin 70. Sums of counts, divided
// once: whole numbers stay exact, so that full agreement is exactly 1 and an undefined κ is noticed.
function kappaWith(pairs: readonly Pair[], weigh: Weigh): Kappa {
  const n = pairs.length;
  if (n === 0) return { kappa: null, n, observed: null, expected: null };
  const first = countOf(pairs.map(([a]) => a));
  const second = countOf(pairs.map(([, b]) => b));
  const seen = sum(pairs.map(([a, b]) => weigh(a, b)));
  let chance = 0;
  for (const [a, ofFirst] of first)
    for (const [b, ofSecond] of second) chance += weigh(a, b) * ofFirst * ofSecond;
  return {
    kappa: chance === 0 ? null : 1 - (seen * n) / chance,
    n,
    observed: 1 - seen / n,
    expected: 1 - chance / (n * n),
  };
}

/** κ = (po − pe) / (1 − pe), pe from each rater's own shares: Cohen (1960), Educational and Psychological Measurement 20. */
export const cohenKappa = (pairs: readonly Pair[]): Kappa =>
  kappaWith(pairs, (a, b) => (a === b ? 0 : 1));

/**
 * κ for categories ordered from low to high. Linear weights are |i − j| / (k − 1): Cicchetti and Allison (1971), American Journal of EEG Technology
 * 11. Quadratic ones are their square: Fleiss and Cohen (1973), Educational and Psychological Measurement 33. RangeError for a value that is not a category.
 */
export function weightedKappa(
  pairs: readonly Pair[],
  categories: readonly string[],
  weighting: Weighting,
): Kappa {
  const places = placesOf(categories);
  const power = weighting === "linear" ? 1 : 2;
  // Not divided by (k − 1): it cancels out of κ, and whole numbers are exact. Observed and expected are scaled by it below.
  const { kappa, n, observed, expected } = kappaWith(
    pairs,
    (a, b) => Math.abs(placeOf(places, a) - placeOf(places, b)) ** power,
  );
  const maxDistance = Math.max(1, categories.length - 1) ** power;
  const scaled = (agreement: number | null) =>
    agreement === null ? null : 1 - (1 - agreement) / maxDistance;
  return { kappa, n, observed: scaled(observed), expected: scaled(expected) };
}

const placesOf = (categories: readonly string[]): ReadonlyMap<string, number> =>
  new Map(categories.map((category, place) => [category, place]));

function placeOf(places: ReadonlyMap<string, number>, value: string): number {
  const place = places.get(value);
  if (place === undefined)
    throw new RangeError(`"${value.slice(0, 40)}" is not one of the categories`);
  return place;
}

export interface Alpha {
  /** Null if no unit has two values, or all values are the same. */
  readonly alpha: number | null;
  /** Units with two values or more. */
  readonly units: number;
  /** Values in those units. */
  readonly values: number;
}

/**
 * α = 1 − Do / De of Krippendorff (2011), Computing Krippendorff's Alpha-Reliability: any number of raters, values may be missing. A
 * unit is the list of values that it was given, by any raters. Ordinal values need `categories`, from low to high; interval values are numbers.
 * RangeError for a value that is neither.
 */
export function krippendorffAlpha(
  units: readonly (readonly string[])[],
  level: Level,
  categories: readonly string[] = [],
): Alpha {
  const paired = units.filter(unit => unit.length > 1);
  const counts = countOf(paired.flat());
  const values = sum(counts.values());
  const distance = distanceOf(level, counts, categories);
  // Each pair of values once; Do and De both leave out the same factor of two.
  const observed = sum(paired.map(unit => apart(countOf(unit), distance) / (unit.length - 1)));
  const expected = apart(counts, distance) / (values - 1);
  return {
    alpha: values === 0 || expected === 0 ? null : 1 - observed / expected,
    units: paired.length,
    values,
  };
}

type Distance = (a: string, b: string) => number;

/** Sum of the distances between all pairs of values. */
function apart(counts: ReadonlyMap<string, number>, distance: Distance): number {
  const entries = [...counts];
  let total = 0;
  for (const [place, [a, ofA]] of entries.entries())
    for (const [b, ofB] of entries.slice(place + 1)) total += ofA * ofB * distance(a, b);
  return total;
}

// Squared differences by level: Krippendorff (2011), the metric differences for nominal, ordinal and interval data.
function distanceOf(
  level: Level,
  counts: ReadonlyMap<string, number>,
  categories: readonly string[],
): Distance {
  if (level === "nominal") return (a, b) => (a === b ? 0 : 1);
  if (level === "interval") return (a, b) => (numberOf(a) - numberOf(b)) ** 2;
  const places = placesOf(categories);
  // All values from the lower to the upper category; the two ends count half.
  return (a, b) => {
    const [low = 0, high = 0] = [placeOf(places, a), placeOf(places, b)].toSorted(
      (one, other) => one - other,
    );
    const between = sum(categories.slice(low, high + 1).map(category => counts.get(category) ?? 0));
    return (between - ((counts.get(a) ?? 0) + (counts.get(b) ?? 0)) / 2) ** 2;
  };
}

function numberOf(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw new RangeError(`"${value.slice(0, 40)}" is not a number`);
  return number;
}

/** Share of the units with two or more values in which all are the same. */
export function exactAgreement(units: readonly (readonly string[])[]): {
  readonly share: number | null;
  readonly n: number;
} {
  const paired = units.filter(unit => unit.length > 1);
  return { share: mean(paired.map(unit => (new Set(unit).size === 1 ? 1 : 0))), n: paired.length };
}

export interface Share {
  /** From 0 to 1; all three are null if n is 0. */
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/** A share with its score interval without continuity correction: Wilson (1927), JASA 22; method 3 of Newcombe (1998), Statistics in Medicine 17. */
export function wilson(successes: number, n: number, z = 1.959964): Share {
  if (n === 0) return { share: null, low: null, high: null, n };
  const share = successes / n;
  const middle = (successes + z ** 2 / 2) / (n + z ** 2);
  const half = (z / (n + z ** 2)) * Math.sqrt((successes * (n - successes)) / n + z ** 2 / 4);
  // Rounding could put an end slightly beyond 0 or 1.
  return {
    share,
    low: successes === 0 ? 0 : middle - half,
    high: successes === n ? 1 : middle + half,
    n,
  };
}

/** Mean difference of the two scores of each pair; null if there are no pairs. */
export const meanAbsoluteDifference = (
  pairs: readonly (readonly [number, number])[],
): number | null => mean(pairs.map(([a, b]) => Math.abs(a - b)));

/** One case: what was predicted, what is true, and how many such cases it represents. */
export interface PredictedCase {
  readonly predicted: boolean;
  readonly actual: boolean;
  readonly weight: number;
}

export interface PrecisionRecall {
  /** Share of the predicted cases that are true; null if nothing was predicted. */
  readonly precision: number | null;
  /** Share of the true cases that were predicted; null if there are none. */
  readonly recall: number | null;
  /** Sums of weights: predicted, true, and both. */
  readonly predicted: number;
  readonly actual: number;
  readonly both: number;
}

/** Precision and recall from the sums of the cases' weights, so that a sampled case counts for all that it represents (Horvitz and Thompson 1952, JASA 47). */
export function precisionRecall(cases: readonly PredictedCase[]): PrecisionRecall {
  const weightOf = (keep: (single: PredictedCase) => boolean) =>
    sum(cases.filter(keep).map(({ weight }) => weight));
  const predicted = weightOf(single => single.predicted);
  const actual = weightOf(single => single.actual);
  const both = weightOf(single => single.predicted && single.actual);
  return {
    precision: predicted === 0 ? null : both / predicted,
    recall: actual === 0 ? null : both / actual,
    predicted,
    actual,
    both,
  };
}
