// A judge's mean over all items, set right by people's verdicts on some: prediction-powered inference.

import { normalTail, studentFrom } from "../statistics/quantiles.ts";
import { type Difference, grainOf, momentsOf } from "./mean-interval.ts";

/** An item that both judged. `weight`: how many items it was drawn for. */
export interface CheckedItem {
  readonly judge: number;
  readonly people: number;
  readonly weight: number;
}

export interface CorrectedInterval {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Items that people judged, and those that the judge alone did. */
  readonly people: number;
  readonly judgedOnly: number;
  /** How far the judge is relied on: 0 not at all, 1 as far as people. */
  readonly reliance: number;
}

/** Fewer verdicts say too little of how far the judge errs: measured by tests/bench/decisions.ts. */
export const minChecked = 50;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
/** Sum of weighted products of what lies off the weighted means, over the sum of weights. */
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

/** λ of PPI++, between 0 and 1: it makes the interval shortest. */
function relianceOf(checked: readonly CheckedItem[], judgedOnly: readonly Difference[]): number {
  const spread = comoment(checked, ({ judge }) => [judge, judge]);
  if (spread === 0 || judgedOnly.length < 2) return 0;
  const shared = comoment(checked, ({ judge, people }) => [judge, people]);
  const best = shared / spread / (1 + checked.length / judgedOnly.length);
  return Math.min(1, Math.max(0, best));
}

/** Mean of what the judge leaves over of people's verdicts, and its variance: never less than if one item more to either side had been off. */
function leftover(checked: readonly CheckedItem[], reliance: number) {
  const left = checked.map(({ judge, people, weight }) => ({
    value: people - reliance * judge,
    weight,
  }));
  const all = total(left.map(({ weight }) => weight));
  const mean = total(left.map(({ value, weight }) => value * weight)) / all;
  const grain = grainOf(checked.flatMap(({ judge, people }) => [people - judge, people]));
  const seen = total(left.map(({ value, weight }) => (weight * (value - mean)) ** 2));
  const squares = Math.max(seen, 2 * ((all / left.length) * grain) ** 2);
  // Mean and reliance are both taken from these items: two degrees of freedom less.
  return { mean, variance: (squares * left.length) / (left.length - 2) / all ** 2 };
}

/**
 * Prediction-powered inference (Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023, Science 382), with the tuning of Angelopoulos, Duchi
 * and Zrnic (2023), PPI++: the judge's mean over the items that it alone judged, times λ, and the mean of people less λ times the judge over
 * those that both did. It holds however the judge errs, also where it favours one side: it errs by the same amount in both parts. Items
 * that people judged must be drawn by lot; unequal chances are made good by weights. Null with fewer than `minChecked`.
 */
export function correctedByPeople(
  checked: readonly CheckedItem[],
  judgedOnly: readonly Difference[],
  alpha = 0.05,
): CorrectedInterval | null {
  if (checked.length < minChecked) return null;
  const reliance = relianceOf(checked, judgedOnly);
  const { mean, variance: ofPeople } = leftover(checked, reliance);
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
