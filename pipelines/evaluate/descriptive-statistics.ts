// Computes means, medians and shares with their intervals, agreement between raters, and precision and recall. Undefined values are null, never 0.

import { countOf } from "../engine/grouping.ts";
import { sum } from "./sum.ts";

/** The values that two raters gave to one unit. */
export type RatingPair = readonly [string, string];
export type MeasurementLevel = "nominal" | "ordinal" | "interval";
export type Weighting = "linear" | "quadratic";

interface Kappa {
  /** Null if nothing was rated by both, or if chance alone would make them agree. */
  readonly kappa: number | null;
  /** Units rated by both. */
  readonly n: number;
  /** Observed share of agreement; null if n is 0. */
  readonly observed: number | null;
}

/** Null if there are no values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** The middle value, or the mean of the middle two; null if there are no values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

type DisagreementWeight = (a: string, b: string) => number;

// κw = 1 − Σ w·o / Σ w·e, with w a disagreement from 0 to 1: Cohen (1968), Psychological Bulletin 70. Counts are summed and
// divided once: sums of whole numbers are exact, so full agreement is exactly 1 and an undefined κ is detected.
function kappaWith(pairs: readonly RatingPair[], weightOf: DisagreementWeight): Kappa {
  const n = pairs.length;
  if (n === 0) return { kappa: null, n, observed: null };
  const firstCounts = countOf(pairs.map(([a]) => a));
  const secondCounts = countOf(pairs.map(([, b]) => b));
  const observedSum = sum(pairs.map(([a, b]) => weightOf(a, b)));
  let chanceSum = 0;
  for (const [a, firstCount] of firstCounts)
    for (const [b, secondCount] of secondCounts)
      chanceSum += weightOf(a, b) * firstCount * secondCount;
  return {
    kappa: chanceSum === 0 ? null : 1 - (observedSum * n) / chanceSum,
    n,
    observed: 1 - observedSum / n,
  };
}

/** κ = (po − pe) / (1 − pe), pe from each rater's own shares: Cohen (1960), Educational and Psychological Measurement 20. */
export const cohenKappa = (pairs: readonly RatingPair[]): Kappa =>
  kappaWith(pairs, (a, b) => (a === b ? 0 : 1));

/**
 * κ for categories ordered from low to high. Linear weights are |i − j| / (k − 1): Cicchetti and Allison (1971), American Journal of EEG Technology
 * 11. Quadratic ones are their square: Fleiss and Cohen (1973), Educational and Psychological Measurement 33. Null as in `cohenKappa`. Throws a
 * RangeError for a value that is not a category.
 */
export function weightedKappa(
  pairs: readonly RatingPair[],
  categories: readonly string[],
  weighting: Weighting,
): number | null {
  const positions = positionsOf(categories);
  const power = weighting === "linear" ? 1 : 2;
  // Not divided by (k − 1), which cancels out of κ: whole numbers are exact.
  return kappaWith(
    pairs,
    (a, b) => Math.abs(positionOf(positions, a) - positionOf(positions, b)) ** power,
  ).kappa;
}

const positionsOf = (categories: readonly string[]): ReadonlyMap<string, number> =>
  new Map(categories.map((category, index) => [category, index]));

function positionOf(positions: ReadonlyMap<string, number>, value: string): number {
  const position = positions.get(value);
  if (position === undefined)
    throw new RangeError(`"${value.slice(0, 40)}" is not one of the categories`);
  return position;
}

/**
 * α = 1 − Do / De of Krippendorff (2011), Computing Krippendorff's Alpha-Reliability: for any number of raters, even with missing values. A
 * unit is the list of the values that raters gave it. Ordinal values need `categories`, from low to high; interval values are numbers.
 * Null if no unit has two values, or if all values are the same. Throws a RangeError for a value that is not in `categories`, or not a number.
 */
export function krippendorffAlpha(
  units: readonly (readonly string[])[],
  level: MeasurementLevel,
  categories: readonly string[] = [],
): number | null {
  const pairableUnits = units.filter(unit => unit.length > 1);
  const counts = countOf(pairableUnits.flat());
  const valueCount = sum(counts.values());
  const distance = distanceOf(level, counts, categories);
  // Each pair of values is counted once: Do and De both leave out the same factor of two.
  const observed = sum(
    pairableUnits.map(unit => distanceSum(countOf(unit), distance) / (unit.length - 1)),
  );
  const expected = distanceSum(counts, distance) / (valueCount - 1);
  return valueCount === 0 || expected === 0 ? null : 1 - observed / expected;
}

type Distance = (a: string, b: string) => number;

/** Sum of the distances between all pairs of values. */
function distanceSum(counts: ReadonlyMap<string, number>, distance: Distance): number {
  const entries = [...counts];
  let total = 0;
  for (const [index, [a, countA]] of entries.entries())
    for (const [b, countB] of entries.slice(index + 1)) total += countA * countB * distance(a, b);
  return total;
}

// The squared difference for each level of data: Krippendorff (2011), metric differences for nominal, ordinal and interval data.
function distanceOf(
  level: MeasurementLevel,
  counts: ReadonlyMap<string, number>,
  categories: readonly string[],
): Distance {
  if (level === "nominal") return (a, b) => (a === b ? 0 : 1);
  if (level === "interval") return (a, b) => (numberOf(a) - numberOf(b)) ** 2;
  const positions = positionsOf(categories);
  // The number of values from the lower to the upper category, with half of those in either.
  return (a, b) => {
    const [low = 0, high = 0] = [positionOf(positions, a), positionOf(positions, b)].toSorted(
      (first, second) => first - second,
    );
    const countBetween = sum(
      categories.slice(low, high + 1).map(category => counts.get(category) ?? 0),
    );
    return (countBetween - ((counts.get(a) ?? 0) + (counts.get(b) ?? 0)) / 2) ** 2;
  };
}

function numberOf(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw new RangeError(`"${value.slice(0, 40)}" is not a number`);
  return number;
}

/** The share of units whose values are all the same, among those with two or more. */
export function exactAgreement(units: readonly (readonly string[])[]): {
  readonly share: number | null;
  readonly n: number;
} {
  const pairableUnits = units.filter(unit => unit.length > 1);
  return {
    share: mean(pairableUnits.map(unit => (new Set(unit).size === 1 ? 1 : 0))),
    n: pairableUnits.length,
  };
}

export interface Share {
  /** From 0 to 1; all three are null if n is 0. */
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/** A share with Wilson's score interval, without continuity correction: Wilson (1927), JASA 22; method 3 of Newcombe (1998), Statistics in Medicine 17. */
export function wilsonInterval(successes: number, n: number, z = 1.959964): Share {
  if (n === 0) return { share: null, low: null, high: null, n };
  const share = successes / n;
  const centre = (successes + z ** 2 / 2) / (n + z ** 2);
  const halfWidth = (z / (n + z ** 2)) * Math.sqrt((successes * (n - successes)) / n + z ** 2 / 4);
  // Rounding could put a bound slightly beyond 0 or 1.
  return {
    share,
    low: successes === 0 ? 0 : centre - halfWidth,
    high: successes === n ? 1 : centre + halfWidth,
    n,
  };
}

/** The mean absolute difference between the two scores of a pair; null if there are no pairs. */
export const meanAbsoluteDifference = (
  pairs: readonly (readonly [number, number])[],
): number | null => mean(pairs.map(([a, b]) => Math.abs(a - b)));

/** One case: whether it was predicted, whether it is true, and how many cases it represents. */
interface PredictedCase {
  readonly predicted: boolean;
  readonly actual: boolean;
  readonly weight: number;
}

interface PrecisionRecall {
  /** Share of the predicted cases that are true; null if nothing was predicted. */
  readonly precision: number | null;
  /** Share of the true cases that were predicted; null if there are none. */
  readonly recall: number | null;
  /** Sums of weights: predicted, true, and both. */
  readonly predicted: number;
  readonly actual: number;
  readonly both: number;
}

/** Precision and recall from sums of weights, so that a sampled case counts for all the cases it represents (Horvitz and Thompson 1952, JASA 47). */
export function precisionRecall(cases: readonly PredictedCase[]): PrecisionRecall {
  const weightOf = (isCounted: (candidate: PredictedCase) => boolean) =>
    sum(cases.filter(isCounted).map(({ weight }) => weight));
  const predicted = weightOf(candidate => candidate.predicted);
  const actual = weightOf(candidate => candidate.actual);
  const both = weightOf(candidate => candidate.predicted && candidate.actual);
  return {
    precision: predicted === 0 ? null : both / predicted,
    recall: actual === 0 ? null : both / actual,
    predicted,
    actual,
    both,
  };
}
