// People's verdicts on the most informative items: each drawn with a known chance, and an interval that accounts for the chances.

import { normalTail, studentFrom } from "../statistics/quantiles.ts";
import { type Difference, type MeanInterval, meanInterval } from "./mean-interval.ts";

/** An item's lead by a judge; whether both answers are the same; its lead by people, if they judged it, with its chance of being drawn. */
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

/** Every item keeps at least this share of the uniform chance: answers may differ even if the judge sees no difference. */
const evenly = 0.5;

/**
 * Each item's chance of being drawn, from 0 to 1, so that `wanted` are drawn on average: the larger the lead that the judge sees on it, the
 * higher. Most of the lead comes from such items, and a wrong verdict on them moves it most.
 */
export function chancesOf(leads: readonly number[], wanted: number): number[] {
  const sizes = leads.map(Math.abs);
  const mean = total(sizes) / Math.max(1, sizes.length);
  const worth = sizes.map(size => (mean === 0 ? 1 : evenly + (1 - evenly) * (size / mean)));
  let chances = worth.map(() => 0);
  // Chances are capped at 1, so the rest share what is left.
  for (let round = 0; round < 20; round++) {
    const certain = chances.map(chance => chance >= 1);
    const rest = total(worth.filter((_, place) => !certain[place]));
    const remaining = wanted - certain.filter(Boolean).length;
    chances = worth.map((each, place) =>
      certain[place] || rest === 0 ? 1 : Math.min(1, (Math.max(0, remaining) * each) / rest),
    );
  }
  return chances;
}

/** λ of PPI++ over the drawn items, each weighted by how many it represents; between 0 and 1. */
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
 * and Zhao 1994, JASA 89): λ times the judge on every item, plus what people say beyond that on the drawn ones, each weighted by how many
 * it represents; weights are scaled to their sum (Hájek 1971), so that an unfinished batch does no harm. It is valid however
 * the judge errs. What people judged outside of such a draw represents itself. No bounds with fewer than three drawn items.
 */
export function leadByChances(items: readonly DrawnItem[], alpha: number): DrawnLead {
  const apart = items.filter(({ same }) => !same);
  const drawn = apart.flatMap(({ value: judge, people }) =>
    people ? [{ judge, people: people.value, weight: 1 / (people.chance ?? 1) }] : [],
  );
  const reliance = relianceOf(drawn);
  const represented = total(drawn.map(({ weight }) => weight));
  const excess = total(
    drawn.map(({ judge, people, weight }) => weight * (people - reliance * judge)),
  );
  const beyond = represented === 0 ? 0 : excess / represented;
  const scale = represented === 0 ? 0 : apart.length / represented;
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
  // Mean and reliance are estimated from the drawn items alone.
  const wider = studentFrom(z, drawn.length - 2) / studentFrom(z, n + 1);
  const [middle, half] = [(low + high) / 2, ((high - low) / 2) * wider];
  return { ...known, low: Math.max(-1, middle - half), high: Math.min(1, middle + half) };
}
