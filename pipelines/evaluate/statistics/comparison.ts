// Compares two systems, metric by metric, over the items that both answered.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import type { Comparison } from "../../../schemas/evaluation/result.ts";
import { type PairedItem, pairedTests } from "./paired-tests.ts";
import { scoreTable } from "./score-table.ts";

const hasMetric = (rows: readonly ScoreRow[], metric: Metric): boolean =>
  rows.some(({ values }) => values[metric] !== undefined);

/** The items on which both systems have a value, in the order of their ids. */
export function pairItems(
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
  metric: Metric,
): PairedItem[] {
  const { itemIds, values, weights } = scoreTable([first, second], metric);
  return itemIds
    .map((_, index) => ({
      difference: (values[0]?.[index] as number) - (values[1]?.[index] as number),
      weight: weights[index] as number,
    }))
    .filter(({ difference }) => !Number.isNaN(difference));
}

/**
 * One row per metric that both systems have, with null values and an `n` of 0 if no item has a value for both. The rows of
 * each list belong to one system. A metric with weights (CoFE's Recall) is compared by weighted differences, whose mean is
 * the difference of the two weighted means over the shared items. `bleu-corpus` has no per-item values and
 * is left out; `bleu` has them. p is not corrected for multiple comparisons.
 */
export function compareSystems(
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
  metrics: readonly Metric[],
): Comparison[] {
  const names = { first: first[0]?.system ?? "", second: second[0]?.system ?? "" };
  const sharedMetrics = metrics.filter(
    metric => hasMetric(first, metric) && hasMetric(second, metric),
  );
  const tests = pairedTests(sharedMetrics.map(metric => pairItems(first, second, metric)));
  return sharedMetrics.flatMap((metric, index) =>
    tests[index] ? [{ metric, ...names, ...tests[index] }] : [],
  );
}
