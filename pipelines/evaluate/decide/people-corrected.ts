// A judge's mean over all items, corrected by people's verdicts on some: prediction-powered inference.

import { normalTail, studentFrom } from "../statistics/quantiles.ts";
import { type Difference, grainOf, momentsOf } from "./mean-interval.ts";

/** An item that both judged. `weight`: how many items it represents. */
export interface CheckedItem {
  readonly judge: number;
  readonly people: number;
  readonly weight: number;
}

export interface CorrectedInterval {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Number of items that people judged, and that only the judge did. */
  readonly people: number;
  readonly judgedOnly: number;
  /** How much the judge is relied on: 0 not at all, 1 as much as people. */
  readonly reliance: number;
}

/** Fewer verdicts say too little about the judge's error: measured by tests/bench/decisions.ts. */
export const minChecked = 50;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
/** Weighted mean of the products of the deviations from the weighted means. */
function comoment(
  items: readonly CheckedItem[],
  of: (item: CheckedItem) => readonly [number, number],
): number {
  const all = total(items.map(({ weight }) => weight));
  const mean = (place: 0 | 1) => total(items.map(item => item.weight * of(item)[place])) / all;
  const [first, second] = [mean(0), mean(1)];
  return (
    total(
      items.map(item => {
        const [a, b] = of(item);
        return item.weight * (a - first) * (b - second);
      }),
    ) / all
  );
}

/** λ of PPI++, between 0 and 1: the value that makes the interval shortest. */
function relianceOf(checked: readonly CheckedItem[], judgedOnly: readonly Difference[]): number {
  const spread = comoment(checked, ({ judge }) => [judge, judge]);
  if (spread === 0 || judgedOnly.length < 2) return 0;
  const shared = comoment(checked, ({ judge, people }) => [judge, people]);
  const best = shared / spread / (1 + checked.length / judgedOnly.length);
  return Math.min(1, Math.max(0, best));
}

/** Mean of the residuals of people's verdicts after the judge's, and its variance: at least what one more deviating item to either side would give. */
function residuals(checked: readonly CheckedItem[], reliance: number) {
  const deviations = checked.map(({ judge, people, weight }) => ({
    value: people - reliance * judge,
    weight,
  }));
  const all = total(deviations.map(({ weight }) => weight));
  const mean = total(deviations.map(({ value, weight }) => value * weight)) / all;
  const grain = grainOf(checked.flatMap(({ judge, people }) => [people - judge, people]));
  const seen = total(deviations.map(({ value, weight }) => (weight * (value - mean)) ** 2));
  const squares = Math.max(seen, 2 * ((all / deviations.length) * grain) ** 2);
  // Mean and reliance are both estimated from these items: two degrees of freedom fewer.
  return { mean, variance: (squares * deviations.length) / (deviations.length - 2) / all ** 2 };
}

/**
 * Prediction-powered inference (Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023, Science 382), with the tuning of Angelopoulos, Duchi
 * and Zrnic (2023), PPI++: the judge's mean over the items that it alone judged, times λ, plus the mean of people minus λ times the judge over
 * those that both did. It is valid however the judge errs, even if it is biased: the bias is the same in both parts. Items
 * that people judged must be drawn at random; weights correct for unequal chances. Null with fewer than `minChecked`.
 */
export function correctedByPeople(
  checked: readonly CheckedItem[],
  judgedOnly: readonly Difference[],
  alpha = 0.05,
): CorrectedInterval | null {
  if (checked.length < minChecked) return null;
  const reliance = relianceOf(checked, judgedOnly);
  const { mean, variance: ofPeople } = residuals(checked, reliance);
  const judged = reliance === 0 ? { mean: 0, variance: 0 } : momentsOf(judgedOnly);
  const difference = mean + reliance * judged.mean;
  const t = studentFrom(normalTail(alpha / 2), checked.length - 2);
  const half = t * Math.sqrt(ofPeople + reliance ** 2 * judged.variance);
  return {
    difference,
    low: Math.max(-1, difference - half),
    high: Math.min(1, difference + half),
    people: checked.length,
    judgedOnly: judgedOnly.length,
    reliance,
  };
}
