// People's verdicts drawn where they tell most: each item with a known chance, and an interval that makes the chances good.

import { normalTail, studentFrom } from "../statistics/quantiles.ts";
import { type Difference, type MeanInterval, meanInterval } from "./mean-interval.ts";

/** An item's lead by a judge; both answers the same, or not; and by people, where they judged it, with its chance to be drawn. */
interface DrawnItem extends Difference {
  readonly same: boolean;
  readonly people: { readonly value: number; readonly chance?: number } | null;
}

interface DrawnLead extends MeanInterval {
  /** Items with people's verdicts. */
  readonly people: number;
  readonly reliance: number;
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** No item is drawn with less than this share of the chance that all would have alike: what the judge sees alike may differ. */
const evenly = 0.5;

/**
 * The chance of each item to be drawn, from 0 to 1, so that `wanted` are in the mean: the further the judge sees the two apart on it, the
 * higher. There most of the lead comes from, and there a wrong verdict moves it most.
 */
export function chancesOf(leads: readonly number[], wanted: number): number[] {
  const sizes = leads.map(Math.abs);
  const mean = total(sizes) / Math.max(1, sizes.length);
  const worth = sizes.map(size => (mean === 0 ? 1 : evenly + (1 - evenly) * (size / mean)));
  let chances = worth.map(() => 0);
  // What is certain leaves more for the rest.
  for (let round = 0; round < 20; round++) {
    const certain = chances.map(chance => chance >= 1);
    const rest = total(worth.filter((_, place) => !certain[place]));
    const left = wanted - certain.filter(Boolean).length;
    chances = worth.map((each, place) =>
      certain[place] || rest === 0 ? 1 : Math.min(1, (Math.max(0, left) * each) / rest),
    );
  }
  return chances;
}

/** λ of PPI++ over the drawn, each for as many as it stands for; between 0 and 1. */
function relianceOf(drawn: readonly { judge: number; people: number; weight: number }[]): number {
  const all = total(drawn.map(({ weight }) => weight));
  const mean = (side: "judge" | "people") =>
    total(drawn.map(item => item.weight * item[side])) / all;
  const [judge, people] = [mean("judge"), mean("people")];
  const spread = total(drawn.map(item => item.weight * (item.judge - judge) ** 2));
  const shared = total(
    drawn.map(item => item.weight * (item.judge - judge) * (item.people - people)),
  );
  return spread === 0 ? 0 : Math.min(1, Math.max(0, shared / spread));
}

/**
 * Prediction-powered inference with items drawn by known chances (Zrnic and Candès 2024, Active Statistical Inference, ICML; Robins, Rotnitzky
 * and Zhao 1994, JASA 89): λ times the judge on every item, and what people say beyond that on the drawn ones, each counted for as many as
 * it stands for; weights are scaled to their sum (Hájek 1971), so that a batch which people left unfinished does no harm. It holds however
 * the judge errs. What people judged outside of such a draw stands for itself. Without bounds with fewer than three items drawn.
 */
export function leadByChances(items: readonly DrawnItem[], alpha: number): DrawnLead {
  const apart = items.filter(({ same }) => !same);
  const drawn = apart.flatMap(({ value: judge, people }) =>
    people ? [{ judge, people: people.value, weight: 1 / (people.chance ?? 1) }] : [],
  );
  const reliance = relianceOf(drawn);
  const standing = total(drawn.map(({ weight }) => weight));
  const left = total(
    drawn.map(({ judge, people, weight }) => weight * (people - reliance * judge)),
  );
  const beyond = standing === 0 ? 0 : left / standing;
  const scale = standing === 0 ? 0 : apart.length / standing;
  const values = items.map(({ value, weight, same, people }) => {
    if (same) return { value: 0, weight };
    const off = people ? people.value - reliance * value - beyond : 0;
    const counted = (scale * off) / (people?.chance ?? 1);
    return { value: reliance * value + beyond + counted, weight };
  });
  const { difference, low, high, n } = meanInterval(values, alpha);
  const known = { difference, n, people: drawn.length, reliance };
  if (difference === null || low === null || high === null || drawn.length < 3)
    return { ...known, low: null, high: null };
  const z = normalTail(alpha / 2);
  // Mean and reliance rest on the drawn alone.
  const wider = studentFrom(z, drawn.length - 2) / studentFrom(z, n + 1);
  const [middle, half] = [(low + high) / 2, ((high - low) / 2) * wider];
  return { ...known, low: Math.max(-1, middle - half), high: Math.min(1, middle + half) };
}
