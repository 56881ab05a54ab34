// Chooses the metric that decides between two systems, and what the decision is based on.

import type { Basis } from "../../../schemas/evaluation/decision.ts";
import {
  isJudged as isOfJudge,
  type Metric,
  type ScoreRow,
} from "../../../schemas/evaluation/metrics.ts";

/** Metrics of retrieval and answers computed by code, the most informative first. */
const byCode: readonly Metric[] = [
  "evidence-recall",
  "right-answer-rate",
  "cofe-recall",
  "recall-at-5",
  "rouge-l",
];

/** The judged metric that is preferred. */
export const judgedFirst: Metric = "completeness";

const has = (rows: readonly ScoreRow[], metric: Metric): boolean =>
  rows.some(({ values }) => values[metric] != null);

/** The first metric by code that both have; undefined if they share none. */
export const codeMetricOf = (
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
): Metric | undefined => byCode.find(metric => has(first, metric) && has(second, metric));

/** The metric that gates and comparisons use if none is named: completeness if both were judged, else the first by code. */
export const usualMetricOf = (
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
): Metric | undefined =>
  has(first, judgedFirst) && has(second, judgedFirst) ? judgedFirst : codeMetricOf(first, second);

export interface ChosenMetric {
  readonly metric: Metric;
  readonly basis: Basis;
  /** Whether the user asked for this metric by name. */
  readonly isNamed: boolean;
}

interface Choice {
  /** The metric that the user named. */
  readonly named: Metric | undefined;
  /** Whether a judge has scored both by the judged metric (the named one, else completeness). */
  readonly isJudged: boolean;
  /** Whether people judged enough of the answers to correct that judge. */
  readonly isChecked: boolean;
  readonly byCode: Metric | undefined;
}

/**
 * The named metric. Else completeness if people's verdicts correct the judge; else what code proves: an unchecked judge
 * may be biased, and then more items only make the error more certain. If code proves nothing, completeness by the judge, which then decides nothing.
 */
export function chooseDeciding({
  named,
  isJudged,
  isChecked,
  byCode,
}: Choice): ChosenMetric | undefined {
  const judgedBasis = isChecked ? "people" : "judge";
  if (named !== undefined)
    return { metric: named, basis: isOfJudge(named) ? judgedBasis : "code", isNamed: true };
  if (isJudged && isChecked) return { metric: judgedFirst, basis: "people", isNamed: false };
  if (byCode !== undefined) return { metric: byCode, basis: "code", isNamed: false };
  return isJudged ? { metric: judgedFirst, basis: "judge", isNamed: false } : undefined;
}
