// Corrects a judge's mean across all items with people's verdicts on some of them: prediction-powered inference.

import { normalQuantile, studentQuantile } from "../statistics/quantiles.ts";
import { sum } from "../sum.ts";
import { type Difference, grainOf, momentsOf } from "./mean-interval.ts";

/** An item's lead according to the judge and to people. `weight`: how many items it represents. */
interface CheckedItem {
  readonly judge: number;
  readonly people: number;
  readonly weight: number;
}

interface CorrectedInterval {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** How much the judge is relied on: 0 not at all, 1 as much as people. */
  readonly reliance: number;
}

/** Minimum number of verdicts: fewer say too little about the judge's error, as measured by tests/bench/decisions.ts. */
export const minVerdicts = 50;

/** The weighted covariance of the two values that `pairOf` reads from each item. */
function weightedCovariance(
  items: readonly CheckedItem[],
  pairOf: (item: CheckedItem) => readonly [number, number],
): number {
  const totalWeight = sum(items.map(({ weight }) => weight));
  const mean = (index: 0 | 1) =>
    sum(items.map(item => item.weight * pairOf(item)[index])) / totalWeight;
  const [firstMean, secondMean] = [mean(0), mean(1)];
  return (
    sum(
      items.map(item => {
        const [a, b] = pairOf(item);
        return item.weight * (a - firstMean) * (b - secondMean);
      }),
    ) / totalWeight
  );
}

/** λ of PPI++, between 0 and 1: the value that makes the interval shortest. */
function relianceOf(
  checkedItems: readonly CheckedItem[],
  judgedOnly: readonly Difference[],
): number {
  const variance = weightedCovariance(checkedItems, ({ judge }) => [judge, judge]);
  if (variance === 0 || judgedOnly.length < 2) return 0;
  const covariance = weightedCovariance(checkedItems, ({ judge, people }) => [judge, people]);
  const optimum = covariance / variance / (1 + checkedItems.length / judgedOnly.length);
  return Math.min(1, Math.max(0, optimum));
}

/** The mean of people's verdicts minus λ times the judge's, and its variance, which is at least that of one more deviating item to either side. */
function residualMoments(checkedItems: readonly CheckedItem[], reliance: number) {
  const residuals = checkedItems.map(({ judge, people, weight }) => ({
    value: people - reliance * judge,
    weight,
  }));
  const totalWeight = sum(residuals.map(({ weight }) => weight));
  const mean = sum(residuals.map(({ value, weight }) => value * weight)) / totalWeight;
  const grain = grainOf(checkedItems.flatMap(({ judge, people }) => [people - judge, people]));
  const observedSquares = sum(residuals.map(({ value, weight }) => (weight * (value - mean)) ** 2));
  const squares = Math.max(observedSquares, 2 * ((totalWeight / residuals.length) * grain) ** 2);
  // The mean and the reliance are both estimated from these items: two degrees of freedom fewer.
  return {
    mean,
    variance: (squares * residuals.length) / (residuals.length - 2) / totalWeight ** 2,
  };
}

/**
 * Prediction-powered inference (Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023, Science 382), with the tuning of Angelopoulos, Duchi
 * and Zrnic (2023), PPI++: λ times the judge's mean over the items that it alone judged, plus the mean of people minus λ times the judge over
 * those that both judged. It is valid however the judge errs, even if it is biased: the bias is the same in both parts. The items
 * that people judged must be drawn at random; weights correct for unequal chances. Null with fewer than `minVerdicts` verdicts.
 */
export function correctedByPeople(
  checkedItems: readonly CheckedItem[],
  judgedOnly: readonly Difference[],
  alpha = 0.05,
): CorrectedInterval | null {
  if (checkedItems.length < minVerdicts) return null;
  const reliance = relianceOf(checkedItems, judgedOnly);
  const { mean, variance: peopleVariance } = residualMoments(checkedItems, reliance);
  const judgeMoments = reliance === 0 ? { mean: 0, variance: 0 } : momentsOf(judgedOnly);
  const difference = mean + reliance * judgeMoments.mean;
  const t = studentQuantile(normalQuantile(alpha / 2), checkedItems.length - 2);
  const halfWidth = t * Math.sqrt(peopleVariance + reliance ** 2 * judgeMoments.variance);
  return {
    difference,
    low: Math.max(-1, difference - halfWidth),
    high: Math.min(1, difference + halfWidth),
    reliance,
  };
}
