// Verdicts that stand in a run's evaluations already: of the same predictions on the same items, by whichever judge.

import { judgedMetrics, type Metric, type ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { judgesOf } from "../evaluate/pipeline.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import { evaluationsOf, isRun } from "./evaluation-inputs.ts";

/** What one evaluation says of a file of predictions. */
export interface Judged {
  /** The model. */
  readonly judge: string;
  readonly scores: readonly ScoreRow[];
}

interface VerdictQuery {
  /** A run directory. */
  readonly against: string;
  /** Of the items, and of the predictions. */
  readonly hashes: { readonly truths: string; readonly predictions: string };
  readonly metric: Metric;
}

const isOf = (
  { kind, variant, provenance }: EvaluationResult,
  { hashes }: Pick<VerdictQuery, "hashes">,
): boolean =>
  kind === "evaluation" &&
  variant === "paper" &&
  provenance.predictions?.hash === hashes.predictions &&
  provenance.against.hash === hashes.truths;

/** In the order of the evaluations' names, one a judge; none of a metric that nobody judges, or against a dataset's file. */
export function judgedBefore(sought: VerdictQuery): Judged[] {
  const { against, metric } = sought;
  if (!isRun(against) || !judgedMetrics.some(judged => judged === metric)) return [];
  const found = new Map<string, Judged>();
  for (const directory of evaluationsOf(against)) {
    const result = readResult(directory);
    const judge = judgesOf(metric).map(stage => result.provenance.models[stage])[0];
    if (judge === undefined || found.has(judge) || !isOf(result, sought)) continue;
    const scores = readScores(directory);
    if (scores.some(({ values }) => values[metric] != null)) found.set(judge, { judge, scores });
  }
  return [...found.values()];
}
