// Separates a change between two splits into the part due to the system and the part due to the news: frozen systems put both splits on one scale.

import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import type { LinkedMetric } from "../../../schemas/evaluation/split-link.ts";
import { seedOf } from "../../text/random.ts";
import { mean } from "../descriptive-statistics.ts";
import { goodness, senseOf } from "../metric-sense.ts";
import { sum } from "../sum.ts";
import {
  type CellValues,
  type ComparedCell,
  compareCells,
  type LinkInput,
  type Side,
} from "./compared-cells.ts";
import { percentileInterval, resampleSums } from "./resampling.ts";

// The first metric has no per-item values; for a cosine, the embedding model is not recorded.
const unlinkableMetrics: readonly Metric[] = ["bleu-corpus", "sentence-cosine"];

/** Whether a metric has per-item values and bounds, so that its mean can be scaled to 0 … 1. */
export const canBeLinked = (metric: Metric): boolean =>
  goodness(metric, 0) !== null && !unlinkableMetrics.includes(metric);

/** A figure as observed, and in every resample; no resamples if they would carry no information. */
interface Figure {
  readonly observed: number;
  readonly resamples: Float64Array;
}

/** A figure computed from other figures, resample by resample. */
const combine = (
  figures: readonly Figure[],
  compute: (values: readonly number[]) => number,
): Figure => ({
  observed: compute(figures.map(({ observed }) => observed)),
  resamples: Float64Array.from(
    { length: Math.min(...figures.map(({ resamples }) => resamples.length)) },
    (_, index) => compute(figures.map(({ resamples }) => resamples[index] as number)),
  ),
});

/**
 * The mean of each system in a cell. A resample's distance from the observed mean is multiplied by √(n / (n − 1)):
 * with n drawn from n, it is too small by that factor, which matters in cells of few items (Rao and Wu 1988,
 * Resampling Inference with Complex Survey Data, JASA 83).
 */
function cellMeans({ n, weightedValues, weights }: CellValues, seed: number): Figure[] {
  const [drawnWeights, ...drawnSums] = resampleSums([weights, ...weightedValues], seed);
  const widening = Math.sqrt(n / (n - 1));
  return weightedValues.map((column, system) => {
    const observed = sum(column) / sum(weights);
    const resamples = (drawnSums[system] as Float64Array).map((drawnSum, index) => {
      const weight = drawnWeights?.[index] as number;
      return weight === 0 ? observed : observed + widening * (drawnSum / weight - observed);
    });
    return { observed, resamples };
  });
}

const itemCount = (cells: readonly ComparedCell[], side: Side): number =>
  sum(cells.map(cell => cell[side].n));

/** The weight of each cell, the same in both splits: n·m / (n + m), as Mantel and Haenszel (1959, JNCI 22) weight strata; they sum to 1. */
function sharesOf(cells: readonly ComparedCell[]): number[] {
  const weights = cells.map(({ older, newer }) => (older.n * newer.n) / (older.n + newer.n));
  const totalWeight = sum(weights);
  return weights.map(weight => weight / totalWeight);
}

// Means that differ from 0 or 1 only by rounding count as 0 or 1.
const tolerance = 1e-12;

/**
 * Returns the logit of a mean and of its resamples. 0 and 1 have none: they are moved inwards by half an item (Macmillan and Kaplan 1985,
 * Detection Theory Analysis of Group Data, Psychological Bulletin 98), or by half the observed mean's distance from the bound if that is less.
 */
function boundedLogitFor(observed: number, items: number): (mean: number) => number {
  const inset = (gap: number) => Math.min(0.5 / items, gap > tolerance ? gap / 2 : 1);
  const [min, max] = [inset(observed), 1 - inset(1 - observed)];
  return mean => {
    const bounded = Math.min(max, Math.max(min, mean));
    return Math.log(bounded / (1 - bounded));
  };
}

const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The logit of a mean, with the mean. */
interface Level extends Figure {
  readonly mean: number;
}

/**
 * The logit of each system's mean in one split. Each cell's items are drawn independently, the same ones for all systems. A mean of 0 or 1
 * is not resampled: every resample would be the same.
 */
function levelsOf(cells: readonly ComparedCell[], side: Side): Level[] {
  const shares = sharesOf(cells);
  const items = itemCount(cells, side);
  const means = cells.map(cell => cellMeans(cell[side], seedOf("split link", side, cell.name)));
  const weightedMean = (values: readonly number[]) =>
    sum(values.map((value, index) => (shares[index] as number) * value));
  return (means[0] ?? []).map((_, system) => {
    const cellFigures = means.map(cell => cell[system] as Figure);
    const observedMean = weightedMean(cellFigures.map(({ observed }) => observed));
    const logit = boundedLogitFor(observedMean, items);
    const figure = combine(cellFigures, values => logit(weightedMean(values)));
    const isInside = tolerance < observedMean && observedMean < 1 - tolerance;
    const resamples = isInside ? figure.resamples : new Float64Array();
    return { mean: observedMean, observed: figure.observed, resamples };
  });
}

const average = (values: readonly number[]): number => mean(values) ?? 0;

const variance = (values: readonly number[]): number => {
  const centre = average(values);
  return sum(values.map(value => (value - centre) ** 2)) / (values.length - 1);
};

/**
 * The variance of the anchors' changes, minus the variance from sampling items: the moment estimate of a random effect
 * (DerSimonian and Laird 1986, Controlled Clinical Trials 7).
 */
function disagreementOf(changes: readonly Figure[]): { spread: number; excess: number } | null {
  if (changes.length < 2) return null;
  const spread = variance(changes.map(({ observed }) => observed));
  const centredChanges = changes.map(({ observed, resamples }) => ({
    observed: 0,
    resamples: resamples.map(value => value - observed),
  }));
  const samplingVariance = average([...combine(centredChanges, variance).resamples]);
  return { spread: Math.sqrt(spread), excess: Math.max(0, spread - samplingVariance) };
}

const z = 1.959964;

// Student's t.975 by its series in 1/df: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.7.5.
const studentT = (df: number): number =>
  z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2);

/** The percentile interval, with each bound widened by the uncertainty that is independent of the drawn items. */
function estimate(
  { observed: value, resamples }: Figure,
  extraError: number,
): LinkedMetric["news"]["logits"] {
  const { low, high } = percentileInterval(resamples);
  const distanceTo = (bound: number | null) => Math.hypot((bound ?? value) - value, extraError);
  return {
    value,
    low: low === null ? null : value - distanceTo(low),
    high: high === null ? null : value + distanceTo(high),
  };
}

const difference = (first: Figure, second: Figure): Figure =>
  combine([first, second], ([a = 0, b = 0]) => a - b);

/** Converts a mean from 0 to 1 to the metric's own unit. */
function inMetricUnit(metric: Metric, mean: number): number {
  const { min, max } = senseOf(metric);
  return min + (max - min) * mean;
}

/** The difference between the first and the second, in logits and in the metric's unit. */
function partOf(
  metric: Metric,
  { first, second, extraError }: { first: Figure; second: Figure; extraError: number },
): LinkedMetric["news"] {
  const { min, max } = senseOf(metric);
  const points = combine(
    [first, second],
    ([a = 0, b = 0]) => inMetricUnit(metric, logistic(a)) - inMetricUnit(metric, logistic(b)),
  );
  // A small change of a logit changes the mean by m·(1 − m) times as much.
  const level = logistic((first.observed + second.observed) / 2);
  return {
    logits: estimate(difference(first, second), extraError),
    points: estimate(points, (max - min) * level * (1 - level) * extraError),
  };
}

interface Change {
  readonly name: string;
  readonly older: Level;
  readonly newer: Level;
}

/** The change of the system, and those of the anchors that can change: one at 0 or 1 does not show whether items became harder. */
function changesOf({ anchors }: LinkInput, cells: readonly ComparedCell[]) {
  const [older, newer] = [levelsOf(cells, "older"), levelsOf(cells, "newer")];
  const [system, ...anchorChanges] = ["", ...anchors.map(({ name }) => name)].map(
    (name, index): Change => ({ name, older: older[index] as Level, newer: newer[index] as Level }),
  );
  const movableAnchors = anchorChanges.filter(
    anchor => anchor.older.resamples.length > 0 && anchor.newer.resamples.length > 0,
  );
  return { system: system as Change, anchors: movableAnchors };
}

/**
 * Links the scores of a system on two splits by anchors: frozen systems, scored on both, as tests are equated by
 * common persons (Kolen and Brennan 2014, Test Equating, Scaling, and Linking, chapter 2; Wright and Stone 1979, Best
 * Test Design, chapter 5). A mean from 0 to 1 is converted to its logit, which harder items shift by about the same
 * amount for systems of differing ability. The part due to the news is the mean of the anchors' differences, the
 * newer split minus the older; the system's part is its own difference minus that. Both are means over cells of type
 * and language that have the same weights in both splits, so that a different mix is not mistaken for a different
 * difficulty.
 *
 * Intervals (95%): the percentile bootstrap over items, drawn independently in each split and cell, the same ones for
 * all systems. If anchors differ by more than sampling explains, that variance (a random effect of
 * the news on individual systems) is added: 1/k of it for the news' part, with k anchors, and 1 + 1/k for the
 * system's, with t instead of z. tests/bench/linked-splits.ts measures the coverage. Anchors of the same kind show
 * little about how the news affects other systems, and a single one shows nothing.
 *
 * Null if no cell has two items in each split on which all systems have a value, for a metric that cannot be linked, and
 * without an anchor whose means are strictly between 0 and 1.
 */
export function linkSplits(input: LinkInput): LinkedMetric | null {
  const { metric } = input;
  const { cells, leftOut } = compareCells(input);
  if (cells.length === 0 || !canBeLinked(metric)) return null;
  const { system, anchors } = changesOf(input, cells);
  if (anchors.length === 0) return null;
  const changes = anchors.map(({ older, newer }) => difference(newer, older));
  const news = combine(changes, average);
  const equated = difference(system.newer, news);
  const disagreement = disagreementOf(changes);
  const extraError = studentT(anchors.length - 1 || 1) * Math.sqrt(disagreement?.excess ?? 0);
  const part = (first: Figure, second: Figure, share: number) =>
    partOf(metric, {
      first,
      second,
      extraError: extraError * Math.sqrt(share / anchors.length),
    });
  return {
    metric,
    older: inMetricUnit(metric, system.older.mean),
    newer: inMetricUnit(metric, system.newer.mean),
    equated: inMetricUnit(metric, logistic(equated.observed)),
    news: part(system.newer, equated, 1),
    system: part(equated, system.older, anchors.length + 1),
    anchors: anchors.map(({ name }) => name),
    spread: disagreement && disagreement.spread,
    disagreement: disagreement && Math.sqrt(disagreement.excess),
    items: { older: itemCount(cells, "older"), newer: itemCount(cells, "newer") },
    leftOut,
  };
}
