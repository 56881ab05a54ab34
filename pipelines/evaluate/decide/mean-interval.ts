// Computes the mean of paired differences, and its interval.

import type { Lead } from "../../../schemas/evaluation/decision.ts";
import { normalQuantile, studentQuantile } from "../statistics/quantiles.ts";
import { sum } from "../sum.ts";

/** How far the second system is ahead on one item, as a share (−1 to 1) of the metric's range, and the item's weight. */
export interface Difference {
  readonly value: number;
  readonly weight: number;
}

/** The size of the smallest difference other than 0, which an unseen item may well have; 1, the largest possible, if all are 0. */
export function grainOf(values: readonly number[]): number {
  const sizes = values.map(Math.abs).filter(size => size > 1e-9);
  return sizes.reduce((min, size) => Math.min(min, size), 1);
}

interface Moments {
  readonly total: number;
  readonly mean: number;
  /** Variance of the weighted mean. */
  readonly variance: number;
  readonly n: number;
}

/** Needs two or more items. */
export function momentsOf(differences: readonly Difference[]): Moments {
  const n = differences.length;
  const total = sum(differences.map(({ weight }) => weight));
  const mean = sum(differences.map(({ value, weight }) => value * weight)) / total;
  const squares = sum(differences.map(({ value, weight }) => (weight * (value - mean)) ** 2));
  return { total, mean, variance: (squares * n) / (n - 1) / total ** 2, n };
}

/** Adds one item that the first system wins by the grain, and one that the second wins: an outcome that was not seen is still possible. */
const withUnseenItems = (differences: readonly Difference[]): Difference[] => {
  const grain = grainOf(differences.map(({ value }) => value));
  const weight = sum(differences.map(item => item.weight)) / differences.length;
  return [...differences, { value: grain, weight }, { value: -grain, weight }];
};

/**
 * The weighted mean, with an interval of error probability `alpha` (0.05: 95%). It is the adjusted Wald interval of Bonett and Price
 * (2012, Journal of Educational and Behavioral Statistics 37) for paired shares, extended to differences of any size. It adds one item
 * to either side, so that no interval is empty if few or no items differ, and uses Student's t instead of the normal. With weights, it is a
 * ratio of means, with its linearized variance (Cochran 1977, Sampling Techniques, 6.4). Bounds are null with fewer than two items.
 */
export function meanInterval(differences: readonly Difference[], alpha = 0.05): Lead {
  const n = differences.length;
  if (n === 0) return { difference: null, low: null, high: null, n };
  const { mean: difference } = momentsOf(differences);
  if (n < 2) return { difference, low: null, high: null, n };
  const { mean, variance } = momentsOf(withUnseenItems(differences));
  const halfWidth = studentQuantile(normalQuantile(alpha / 2), n + 1) * Math.sqrt(variance);
  return {
    difference,
    low: Math.max(-1, mean - halfWidth),
    high: Math.min(1, mean + halfWidth),
    n,
  };
}
