// Chooses the metric that decides between two systems, and the basis of the decision.

import type { Basis } from "../../../schemas/evaluation/decision.ts";
import {
  isJudged as isJudgedMetric,
  type Metric,
  type ScoreRow,
} from "../../../schemas/evaluation/metrics.ts";

/** Metrics of retrieval and answers that code computes, the most informative first. */
const codeMetrics: readonly Metric[] = [
  "evidence-recall",
  "right-answer-rate",
  "cofe-recall",
  "recall-at-5",
  "rouge-l",
];

/** The judged metric that is used by default. */
export const defaultJudgedMetric: Metric = "completeness";

const hasMetric = (rows: readonly ScoreRow[], metric: Metric): boolean =>
  rows.some(({ values }) => values[metric] != null);

/** The first metric computed by code that both systems have; undefined if they share none. */
export const sharedCodeMetric = (
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
): Metric | undefined =>
  codeMetrics.find(metric => hasMetric(first, metric) && hasMetric(second, metric));

/** The metric that gates and comparisons use by default: completeness if both systems were judged, otherwise the first one that code computes for both. */
export const defaultMetricOf = (
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
): Metric | undefined =>
  hasMetric(first, defaultJudgedMetric) && hasMetric(second, defaultJudgedMetric)
    ? defaultJudgedMetric
    : sharedCodeMetric(first, second);

export interface ChosenMetric {
  readonly metric: Metric;
  readonly basis: Basis;
  /** Whether the user named this metric. */
  readonly isNamed: boolean;
}

interface MetricCandidates {
  /** The metric that the user named. */
  readonly namedMetric: Metric | undefined;
  /** Whether a judge scored both systems by the judged metric (the named one, otherwise completeness). */
  readonly isJudged: boolean;
  /** Whether people judged enough of the answers to correct that judge. */
  readonly isChecked: boolean;
  readonly codeMetric: Metric | undefined;
}

/**
 * The metric that the user named. Otherwise completeness if people's verdicts correct the judge. Otherwise one that code computes: an unchecked
 * judge may be biased, and more items would only make its error more certain. If there is none, completeness by the judge, which then decides nothing.
 */
export function decidingMetricOf({
  namedMetric,
  isJudged,
  isChecked,
  codeMetric,
}: MetricCandidates): ChosenMetric | undefined {
  const judgedBasis = isChecked ? "people" : "judge";
  if (namedMetric !== undefined)
    return {
      metric: namedMetric,
      basis: isJudgedMetric(namedMetric) ? judgedBasis : "code",
      isNamed: true,
    };
  if (isJudged && isChecked)
    return { metric: defaultJudgedMetric, basis: "people", isNamed: false };
  if (codeMetric !== undefined) return { metric: codeMetric, basis: "code", isNamed: false };
  return isJudged ? { metric: defaultJudgedMetric, basis: "judge", isNamed: false } : undefined;
}
