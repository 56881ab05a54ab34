// Finds the best system by a metric, its leads over the others, and their p-values.

import type { Standing } from "../../../schemas/evaluation/leaderboard.ts";
import { isOfRetrieval, type Metric } from "../../../schemas/evaluation/metrics.ts";
import { compareStrings } from "../../engine/grouping.ts";
import { pairItems } from "../statistics/comparison.ts";
import { holmCorrection } from "../statistics/holm.ts";
import { pairedTests } from "../statistics/paired-tests.ts";
import type { Column } from "./columns.ts";

/** Metrics for which more is better, the most informative first: judged answers, then what code proves about retrieval and answers, then word overlap. */
const metricsByImportance: readonly Metric[] = [
  "completeness",
  "correctness",
  "evidence-recall",
  "right-answer-rate",
  "cofe-recall",
  "rageval-recall",
  "recall-at-5",
  "ndcg-at-10",
  "mrr",
  "rouge-l",
  "crud-bleu",
];

/** At most two metrics: the most informative one, and the most informative one of the other kind (retrieval or answers). */
export function standingMetrics(shared: readonly Metric[]): Metric[] {
  const sharedByImportance = metricsByImportance.filter(metric => shared.includes(metric));
  const [first] = sharedByImportance;
  if (first === undefined) return [];
  const second = sharedByImportance.find(metric => isOfRetrieval(metric) !== isOfRetrieval(first));
  return second === undefined ? [first] : [first, second];
}

/** Systems from highest to lowest value, ties by name. */
export function orderByValue({ cells }: Column): string[] {
  const valueOf = (system: string) => cells.get(system)?.value ?? Number.NEGATIVE_INFINITY;
  return [...cells.keys()].sort((a, b) => valueOf(b) - valueOf(a) || compareStrings(a, b));
}

/** The standing of all systems in a column; undefined if there are no systems. */
export function standingOf(column: Column): Standing | undefined {
  const { metric, rows } = column;
  const [best, ...others] = orderByValue(column);
  if (best === undefined) return undefined;
  const tests = pairedTests(
    others.map(other => pairItems(rows.get(best) ?? [], rows.get(other) ?? [], metric)),
  );
  const corrected = holmCorrection(tests.map(({ p }) => p));
  return {
    metric,
    best,
    others: others.flatMap((system, index) => {
      const test = tests[index];
      return test ? [{ system, ...test, p: corrected[index] ?? null }] : [];
    }),
  };
}
