// Separates a change between two splits into the system's part and the news': frozen systems put both splits on one scale.

import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import type { LinkedMetric } from "../../../schemas/evaluation/split-link.ts";
import { seedOf } from "../../text/random.ts";
import { mean } from "../agreement.ts";
import { goodness, senseOf } from "../metric-sense.ts";
import {
  type CellValues,
  type ComparedCell,
  compareCells,
  type LinkInput,
  type Side,
} from "./compared-cells.ts";
import { percentileInterval, resampleSums } from "./resampling.ts";

// The first has no per-item values; for a cosine, the embedding model is not recorded.
const notLinkable: readonly Metric[] = ["bleu-corpus", "sentence-cosine"];

/** Whether a metric has per-item values and bounds, so that its mean can be scaled to 0 … 1. */
export const canBeLinked = (metric: Metric): boolean =>
  goodness(metric, 0) !== null && !notLinkable.includes(metric);

const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** A figure as observed, and in every resample; no resamples if they would say nothing. */
interface Figure {
  readonly seen: number;
  readonly drawn: Float64Array;
}

/** A figure computed from other figures, resample by resample. */
const combine = (
  figures: readonly Figure[],
  of: (values: readonly number[]) => number,
): Figure => ({
  seen: of(figures.map(({ seen }) => seen)),
  drawn: Float64Array.from(
    { length: Math.min(...figures.map(({ drawn }) => drawn.length)) },
    (_, at) => of(figures.map(({ drawn }) => drawn[at] as number)),
  ),
});

/**
 * The mean of each system in a cell. A resample's distance from the observed mean is multiplied by √(n / (n − 1)): drawn n of n, it is too small
 * by that factor, which matters in cells of few items (Rao and Wu 1988, Resampling Inference with Complex Survey Data, JASA 83).
 */
function cellMeans({ n, sums, weights }: CellValues, seed: number): Figure[] {
  const [drawnWeights, ...drawnSums] = resampleSums([weights, ...sums], { seed });
  const widened = Math.sqrt(n / (n - 1));
  return sums.map((column, system) => {
    const seen = total(column) / total(weights);
    const drawn = (drawnSums[system] as Float64Array).map((sum, at) => {
      const weight = drawnWeights?.[at] as number;
      return weight === 0 ? seen : seen + widened * (sum / weight - seen);
    });
    return { seen, drawn };
  });
}

const itemsOf = (cells: readonly ComparedCell[], side: Side): number =>
  cells.reduce((sum, cell) => sum + cell[side].n, 0);

/** The weight of each cell, the same in both splits: n·m / (n + m), as Mantel and Haenszel (1959, JNCI 22) weight strata; they sum to 1. */
function sharesOf(cells: readonly ComparedCell[]): number[] {
  const weights = cells.map(({ older, newer }) => (older.n * newer.n) / (older.n + newer.n));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map(weight => weight / whole);
}

// Means that differ from 0 or 1 only by rounding count as 0 or 1.
const rounding = 1e-12;

/**
 * The logit of a mean and of its resamples. 0 and 1 have none: they count as half an item away from there (Macmillan and Kaplan 1985,
 * Detection Theory Analysis of Group Data, Psychological Bulletin 98), or as half the distance of the observed mean if that is nearer.
 */
function logitNear(seen: number, items: number): (mean: number) => number {
  const room = (away: number) => Math.min(0.5 / items, away > rounding ? away / 2 : 1);
  const [least, most] = [room(seen), 1 - room(1 - seen)];
  return mean => {
    const bounded = Math.min(most, Math.max(least, mean));
    return Math.log(bounded / (1 - bounded));
  };
}

const meanOf = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The logit of a mean, with the mean. */
interface Level extends Figure {
  readonly mean: number;
}

/**
 * The logit of each system's mean in one split. Items of each cell are drawn independently, the same for all systems. A mean of 0 or 1
 * is not resampled: every resample would be the same.
 */
function levelsOf(cells: readonly ComparedCell[], side: Side): Level[] {
  const shares = sharesOf(cells);
  const items = itemsOf(cells, side);
  const means = cells.map(cell => cellMeans(cell[side], seedOf("split link", side, cell.name)));
  const weigh = (values: readonly number[]) =>
    values.reduce((sum, value, at) => sum + (shares[at] as number) * value, 0);
  return (means[0] ?? []).map((_, system) => {
    const inCells = means.map(cell => cell[system] as Figure);
    const whole = weigh(inCells.map(({ seen }) => seen));
    const logit = logitNear(whole, items);
    const figure = combine(inCells, values => logit(weigh(values)));
    const isInside = rounding < whole && whole < 1 - rounding;
    return { mean: whole, ...figure, ...(isInside ? {} : { drawn: new Float64Array() }) };
  });
}

const average = (values: readonly number[]): number => mean(values) ?? 0;

const variance = (values: readonly number[]): number => {
  const middle = average(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
};

/**
 * The variance of the anchors' changes, minus the variance from sampling items: the moment estimate of a random effect
 * (DerSimonian and Laird 1986, Controlled Clinical Trials 7).
 */
function disagreementOf(changes: readonly Figure[]): { spread: number; beyond: number } | null {
  if (changes.length < 2) return null;
  const spread = variance(changes.map(({ seen }) => seen));
  const away = changes.map(({ seen, drawn }) => ({
    seen: 0,
    drawn: drawn.map(value => value - seen),
  }));
  const bySampling = average([...combine(away, variance).drawn]);
  return { spread: Math.sqrt(spread), beyond: Math.max(0, spread - bySampling) };
}

const z = 1.959964;

// Student's t.975 by its series in 1/df: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.7.5.
const studentT = (df: number): number =>
  z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2);

/** The percentile interval, each end widened by the uncertainty that is independent of the drawn items. */
function estimate({ seen: value, drawn }: Figure, further: number): LinkedMetric["news"]["logits"] {
  const { low, high } = percentileInterval(drawn);
  const away = (end: number | null) => Math.hypot((end ?? value) - value, further);
  return {
    value,
    low: low === null ? null : value - away(low),
    high: high === null ? null : value + away(high),
  };
}

const difference = (first: Figure, second: Figure): Figure =>
  combine([first, second], ([a = 0, b = 0]) => a - b);

/** Converts a mean from 0 to 1 to the metric's own unit. */
function scaled(metric: Metric, mean: number): number {
  const { min, max } = senseOf(metric);
  return min + (max - min) * mean;
}

/** The difference of the first and the second, in logits and in the metric's unit. */
function partOf(
  metric: Metric,
  { first, second, further }: { first: Figure; second: Figure; further: number },
): LinkedMetric["news"] {
  const { min, max } = senseOf(metric);
  const points = combine(
    [first, second],
    ([a = 0, b = 0]) => scaled(metric, meanOf(a)) - scaled(metric, meanOf(b)),
  );
  // A small change of a logit changes the mean by m·(1 − m) times as much.
  const level = meanOf((first.seen + second.seen) / 2);
  return {
    logits: estimate(difference(first, second), further),
    points: estimate(points, (max - min) * level * (1 - level) * further),
  };
}

interface Change {
  readonly name: string;
  readonly before: Level;
  readonly now: Level;
}

/** The system's logits, and those of the anchors that can move: at 0 or 1, harder items change nothing. */
function changesOf({ anchors }: LinkInput, cells: readonly ComparedCell[]) {
  const [before, now] = [levelsOf(cells, "older"), levelsOf(cells, "newer")];
  const [system, ...others] = ["", ...anchors.map(({ name }) => name)].map(
    (name, at): Change => ({ name, before: before[at] as Level, now: now[at] as Level }),
  );
  const moving = others.filter(
    other => other.before.drawn.length > 0 && other.now.drawn.length > 0,
  );
  return { system: system as Change, anchors: moving };
}

/**
 * Links the scores of a system on two splits by anchors: frozen systems, scored on both, as tests are equated by common persons (Kolen and
 * Brennan 2014, Test Equating, Scaling, and Linking, chapter 2; Wright and Stone 1979, Best Test Design, chapter 5). A mean from 0 to 1 is converted to its
 * logit, which harder items shift by about the same for systems of differing ability. The news' part is the mean of the anchors' differences,
 * the newer split minus the older; the system's part is its own difference minus that. Both are means over cells of type and language that have
 * the same weights in both splits, so that another mix is not mistaken for another difficulty.
 *
 * Intervals (95 %): the percentile bootstrap over items, drawn independently in each split and cell, the same for all systems. If anchors differ by
 * more than sampling explains, the variance of that (a random effect of the news on single systems) is added: 1/k of it for the news'
 * part, with k anchors, and 1 + 1/k for the system's, with t instead of z. tests/bench/linked-splits.ts measures the coverage. Anchors
 * of the same kind say little about how the news affects other systems, and a single one says nothing.
 *
 * Null if no cell has two items in each split on which all systems have a value, for a metric that cannot be linked, and without an anchor whose
 * means are strictly between 0 and 1.
 */
export function linkSplits(input: LinkInput): LinkedMetric | null {
  const { metric } = input;
  const { cells, leftOut } = compareCells(input);
  if (cells.length === 0 || !canBeLinked(metric)) return null;
  const { system, anchors } = changesOf(input, cells);
  if (anchors.length === 0) return null;
  const changes = anchors.map(({ before, now }) => difference(now, before));
  const news = combine(changes, average);
  const equated = difference(system.now, news);
  const disagreement = disagreementOf(changes);
  const further = studentT(anchors.length - 1 || 1) * Math.sqrt(disagreement?.beyond ?? 0);
  const part = (first: Figure, second: Figure, share: number) =>
    partOf(metric, { first, second, further: further * Math.sqrt(share / anchors.length) });
  return {
    metric,
    older: scaled(metric, system.before.mean),
    newer: scaled(metric, system.now.mean),
    equated: scaled(metric, meanOf(equated.seen)),
    news: part(system.now, equated, 1),
    system: part(equated, system.before, anchors.length + 1),
    anchors: anchors.map(({ name }) => name),
    spread: disagreement && disagreement.spread,
    disagreement: disagreement && Math.sqrt(disagreement.beyond),
    items: { older: itemsOf(cells, "older"), newer: itemsOf(cells, "newer") },
    leftOut,
  };
}
