// Computes the chances with which items are drawn for people to judge, the most informative ones most often, and estimates the lead from their verdicts.

import type { Lead } from "../../../schemas/evaluation/decision.ts";
import { normalQuantile, studentQuantile } from "../statistics/quantiles.ts";
import { sum } from "../sum.ts";
import { type Difference, meanInterval } from "./mean-interval.ts";

/** An item's lead according to a judge and, if they judged it, according to people. */
interface DrawnItem extends Difference {
  readonly isSameAnswer: boolean;
  /** Null if no person judged both answers. `chance`: the item's chance of being drawn; absent if it was not drawn. */
  readonly people: { readonly value: number; readonly chance?: number } | null;
}

interface DrawnLead extends Lead {
  /** Items with people's verdicts. */
  readonly people: number;
  readonly reliance: number;
}

/** Every item keeps at least this share of an equal chance: answers may differ even if the judge sees no difference. */
const equalShare = 0.5;

/**
 * Each item's chance of being drawn, from 0 to 1, so that `drawCount` items are drawn on average: the larger its
 * lead according to the judge, the higher its chance. Most of the overall lead comes from such items, and a wrong
 * verdict on them distorts it most.
 */
export function chancesOf(leads: readonly number[], drawCount: number): number[] {
  const sizes = leads.map(Math.abs);
  const mean = sum(sizes) / Math.max(1, sizes.length);
  const drawWeights = sizes.map(size =>
    mean === 0 ? 1 : equalShare + (1 - equalShare) * (size / mean),
  );
  let chances = drawWeights.map(() => 0);
  // Chances are capped at 1, so the other items share what is left.
  for (let round = 0; round < 20; round++) {
    const isCertain = chances.map(chance => chance >= 1);
    const remainingDrawWeight = sum(drawWeights.filter((_, index) => !isCertain[index]));
    const remainingCount = drawCount - isCertain.filter(Boolean).length;
    chances = drawWeights.map((drawWeight, index) =>
      isCertain[index] || remainingDrawWeight === 0
        ? 1
        : Math.min(1, (Math.max(0, remainingCount) * drawWeight) / remainingDrawWeight),
    );
  }
  return chances;
}

/** λ of PPI++ over the drawn items, each weighted by how many items it represents; between 0 and 1. */
function relianceOf(
  drawnItems: readonly { judge: number; people: number; weight: number }[],
): number {
  const totalWeight = sum(drawnItems.map(({ weight }) => weight));
  const mean = (side: "judge" | "people") =>
    sum(drawnItems.map(item => item.weight * item[side])) / totalWeight;
  const [judge, people] = [mean("judge"), mean("people")];
  const judgeVariance = sum(drawnItems.map(item => item.weight * (item.judge - judge) ** 2));
  const covariance = sum(
    drawnItems.map(item => item.weight * (item.judge - judge) * (item.people - people)),
  );
  return judgeVariance === 0 ? 0 : Math.min(1, Math.max(0, covariance / judgeVariance));
}

/**
 * Prediction-powered inference with items drawn with known chances (Zrnic and Candès 2024, Active Statistical
 * Inference, ICML; Robins, Rotnitzky and Zhao 1994, JASA 89): λ times the judge's verdict on every item, plus, on the
 * drawn items, the difference between people's verdict and λ times the judge's, each weighted by how many items it
 * represents. Weights are scaled to their sum (Hájek 1971), so that an unfinished batch causes no bias. The lead is valid
 * however the judge errs.
 * Items that people judged outside of such a draw represent only themselves. Bounds are null with fewer than three
 * drawn items.
 */
export function leadByDrawnItems(items: readonly DrawnItem[], alpha: number): DrawnLead {
  const differingItems = items.filter(({ isSameAnswer }) => !isSameAnswer);
  const drawnItems = differingItems.flatMap(({ value: judge, people }) =>
    people ? [{ judge, people: people.value, weight: 1 / (people.chance ?? 1) }] : [],
  );
  const reliance = relianceOf(drawnItems);
  const represented = sum(drawnItems.map(({ weight }) => weight));
  const excess = sum(
    drawnItems.map(({ judge, people, weight }) => weight * (people - reliance * judge)),
  );
  const meanExcess = represented === 0 ? 0 : excess / represented;
  const scale = represented === 0 ? 0 : differingItems.length / represented;
  const values = items.map(({ value, weight, isSameAnswer, people }) => {
    if (isSameAnswer) return { value: 0, weight };
    const residual = people ? people.value - reliance * value - meanExcess : 0;
    const weightedResidual = (scale * residual) / (people?.chance ?? 1);
    return { value: reliance * value + meanExcess + weightedResidual, weight };
  });
  const { difference, low, high, n } = meanInterval(values, alpha);
  const result = { difference, n, people: drawnItems.length, reliance };
  if (difference === null || low === null || high === null || drawnItems.length < 3)
    return { ...result, low: null, high: null };
  const z = normalQuantile(alpha / 2);
  // The mean and the reliance are estimated from the drawn items alone.
  const widening = studentQuantile(z, drawnItems.length - 2) / studentQuantile(z, n + 1);
  const [centre, halfWidth] = [(low + high) / 2, ((high - low) / 2) * widening];
  return {
    ...result,
    low: Math.max(-1, centre - halfWidth),
    high: Math.min(1, centre + halfWidth),
  };
}
