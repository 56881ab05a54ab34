// How many items it takes to see which of two systems is the better one, from resampling the items there are.

import { median } from "../../pipelines/evaluate/descriptive-statistics.ts";
import { type Draw, drawFrom } from "../../pipelines/text/random.ts";

/** The share of resamples in which the better system must come out ahead. */
const sure = 0.95;
/** Resamples of each size. */
const resamples = 1000;
/** Sizes beyond are not tried: a pair that needs more counts as one that is never told apart. */
const largest = 2000;
/** Sums that differ by rounding alone are equal. */
const rounding = 1e-9;

/** Each system's scores, one for each item, from the worst system to the best. */
export type Scores = readonly Float64Array[];

/** Of each two neighbours, the better one's score less the other's. */
const differencesOf = (systems: Scores): Float64Array[] =>
  systems
    .slice(1)
    .map((better, at) => better.map((score, row) => score - (systems[at]?.[row] ?? 0)));

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/**
 * For each pair, the smallest number of items at which the sum of the differences is above 0 (so no tie) in 95 % of the resamples,
 * which are drawn item by item with replacement and are the same for all pairs; infinite where the better system is not better on these
 * items, or needs more than 2,000.
 */
export function neededBy(differences: readonly Float64Array[], draw: Draw): number[] {
  const items = differences[0]?.length ?? 0;
  const pairs = differences.map(values => ({
    values,
    sums: new Float64Array(resamples),
    needed: Number.POSITIVE_INFINITY,
  }));
  let open = pairs.filter(({ values }) => sumOf(values) > rounding);
  for (let size = 1; size <= largest && open.length > 0; size++) {
    for (let resample = 0; resample < resamples; resample++) {
      const item = draw(items);
      for (const { values, sums } of open)
        sums[resample] = (sums[resample] as number) + (values[item] as number);
    }
    for (const pair of open)
      if (pair.sums.filter(sum => sum > rounding).length >= sure * resamples) pair.needed = size;
    open = open.filter(({ needed }) => needed > size);
  }
  return pairs.map(({ needed }) => needed);
}

/** The items drawn with replacement, as many as there are. */
function redrawn(scores: Scores, draw: Draw): Scores {
  const items = scores[0]?.length ?? 0;
  const drawn = Array.from({ length: items }, () => draw(items));
  return scores.map(system => Float64Array.from(drawn, item => system[item] ?? 0));
}

export interface Needs {
  /** Items needed for each pair of neighbours, from the two worst systems to the two best. */
  readonly needed: readonly number[];
  /** The same again with other items of the kind: the set's own, drawn with replacement. */
  readonly redrawn: readonly (readonly number[])[];
}

export interface Drawing {
  readonly seed: number;
  /** How often the set is drawn again. */
  readonly times: number;
}

/** What a set of items needs for each pair, and what other sets like it would. */
export function needsOf(scores: Scores, { seed, times }: Drawing): Needs {
  const draw = drawFrom(seed);
  return {
    needed: neededBy(differencesOf(scores), draw),
    redrawn: Array.from({ length: times }, () =>
      neededBy(differencesOf(redrawn(scores, draw)), draw),
    ),
  };
}

/** A figure, and the middle 95 % of it over sets drawn again. */
export interface Figure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** By rank, since a value may be infinite; what is undefined is left out. */
function figureOf(value: number, drawn: readonly number[]): Figure {
  const sorted = drawn.filter(other => !Number.isNaN(other)).toSorted((a, b) => (a < b ? -1 : 1));
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { value, low: at(0.025), high: at(0.975) };
}

const medianOf = (values: readonly number[]): number =>
  median(values.filter(value => !Number.isNaN(value))) ?? Number.NaN;

/** Items needed in the median pair. */
export const medianNeed = ({ needed, redrawn: again }: Needs): Figure =>
  figureOf(medianOf(needed), again.map(medianOf));

type Compare = (mine: readonly number[], others: readonly number[]) => number;

/** The one set's median over the other's. */
export const byMedians: Compare = (mine, others) => medianOf(mine) / medianOf(others);

/** The median, over the pairs, of what the one set needs over what the other does; where neither tells a pair it has no say. */
export const byPairs: Compare = (mine, others) =>
  medianOf(mine.map((needed, pair) => needed / (others[pair] ?? Number.NaN)));

/** One set beside another, each drawn again by itself. */
export const ratioOf = (compare: Compare, mine: Needs, others: Needs): Figure =>
  figureOf(
    compare(mine.needed, others.needed),
    mine.redrawn.map((needed, time) => compare(needed, others.redrawn[time] ?? [])),
  );
