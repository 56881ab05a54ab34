// By which metric two systems are decided between, and what the decision then rests on.

import type { Basis } from "../../../schemas/evaluation/decision.ts";
import { judgedMetrics, type Metric, type ScoreRow } from "../../../schemas/evaluation/metrics.ts";

/** What code proves of retrieval and answers, the most telling first. */
const byCode: readonly Metric[] = [
  "evidence-recall",
  "right-answer-rate",
  "cofe-recall",
  "recall-at-5",
  "rouge-l",
];

/** What a judge says of answers. */
export const judgedFirst: Metric = "completeness";

export const needsJudge = (metric: Metric): boolean =>
  judgedMetrics.some(judged => judged === metric);

const has = (rows: readonly ScoreRow[], metric: Metric): boolean =>
  rows.some(({ values }) => values[metric] != null);

/** The first metric by code that both have; undefined where they share none. */
export const codeMetricOf = (
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
): Metric | undefined => byCode.find(metric => has(first, metric) && has(second, metric));

/** The metric that gates and comparisons go by where none is named: completeness where both were judged, else the first by code. */
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
  /** By the user. */
  readonly named: Metric | undefined;
  /** Whether a judge has marked both by the judged metric (the one that is named, else completeness). */
  readonly isJudged: boolean;
  /** Whether people judged enough of the answers to set that judge right. */
  readonly isChecked: boolean;
  readonly byCode: Metric | undefined;
}

/**
 * The metric that is named. Else completeness where a judge was set right by people; else what code proves: a judge that nobody has checked
 * may favour one side, and then errs with certainty. Where code proves nothing, completeness by the judge, of which nothing is then decided.
 */
export function chooseDeciding({
  named,
  isJudged,
  isChecked,
  byCode,
}: Choice): ChosenMetric | undefined {
  const judgedBasis = isChecked ? "people" : "judge";
  if (named !== undefined)
    return { metric: named, basis: needsJudge(named) ? judgedBasis : "code", isNamed: true };
  if (isJudged && isChecked) return { metric: judgedFirst, basis: "people", isNamed: false };
  if (byCode !== undefined) return { metric: byCode, basis: "code", isNamed: false };
  return isJudged ? { metric: judgedFirst, basis: "judge", isNamed: false } : undefined;
}
