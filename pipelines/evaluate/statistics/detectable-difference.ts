// Computes the smallest difference between two systems that a set of items can detect.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { median } from "../descriptive-statistics.ts";
import { groupBySystem, scoreTable } from "./score-table.ts";

// Standard normal quantiles: two-sided 5%, and 80% power.
const z = 1.959964 + 0.841621;

/**
 * The standard error of the weighted mean D of paired differences d (first minus second), over the items on which both have a value (not
 * NaN). It is √(Σ w²·(d − D)² · n/(n − 1)) / Σ w; with equal weights that is the standard deviation over √n. Null with fewer than two items.
 */
function standardError(
  first: Float64Array,
  second: Float64Array,
  weights: Float64Array,
): number | null {
  let [n, totalWeight, weightedSum] = [0, 0, 0];
  for (let index = 0; index < weights.length; index += 1) {
    const difference = (first[index] as number) - (second[index] as number);
    if (Number.isNaN(difference)) continue;
    n += 1;
    totalWeight += weights[index] as number;
    weightedSum += difference * (weights[index] as number);
  }
  if (n < 2 || totalWeight === 0) return null;
  let squares = 0;
  for (let index = 0; index < weights.length; index += 1) {
    const deviation =
      (first[index] as number) - (second[index] as number) - weightedSum / totalWeight;
    if (!Number.isNaN(deviation)) squares += ((weights[index] as number) * deviation) ** 2;
  }
  return Math.sqrt((squares * n) / (n - 1)) / totalWeight;
}

// Differences that vary only by rounding count as constant.
const tolerance = 1e-12;

/**
 * The difference that a paired test at the 5% level (two-sided) detects with 80% power, in the metric's own unit:
 * (z.975 + z.80) · sd / √n. After Cohen (1988), Statistical Power Analysis, chapter 2; for systems in our field, Card
 * et al. (2020), EMNLP. With more than two systems, it is the median over all pairs.
 * Pairs whose difference is the same on every item carry no information and are left out. Null with fewer than two systems, or
 * if no pair is left; always null for `bleu-corpus`, which has no per-item values.
 */
export function smallestDetectable(rows: readonly ScoreRow[], metric: Metric): number | null {
  const { values, weights } = scoreTable(
    groupBySystem(rows).map(([, rowsOfSystem]) => rowsOfSystem),
    metric,
  );
  const errors = values.flatMap((first, index) =>
    values.slice(index + 1).flatMap(second => standardError(first, second, weights) ?? []),
  );
  const medianError = median(errors.filter(error => error > tolerance));
  return medianError === null ? null : z * medianError;
}
