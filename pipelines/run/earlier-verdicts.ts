// Finds verdicts in a run's existing evaluations: on the same predictions for the same items, by any judge.

import { isJudged, type Metric, type ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { judgesOf } from "../evaluate/pipeline.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import { evaluationsOf, isRun } from "./evaluation-inputs.ts";

/** Scores that one evaluation gives a file of predictions. */
export interface JudgeScores {
  /** Name of the model. */
  readonly judge: string;
  readonly scores: readonly ScoreRow[];
}

interface VerdictQuery {
  /** A run directory. */
  readonly against: string;
  /** Hashes of the items and of the predictions. */
  readonly hashes: { readonly truths: string; readonly predictions: string };
  readonly metric: Metric;
}

const isEvaluationOf = (
  { kind, variant, provenance }: EvaluationResult,
  { hashes }: Pick<VerdictQuery, "hashes">,
): boolean =>
  kind === "evaluation" &&
  variant === "paper" &&
  provenance.predictions?.hash === hashes.predictions &&
  provenance.against.hash === hashes.truths;

/** Verdicts in the order of the evaluations' names, one entry per judge; none for a metric that is not judged, or against a dataset's file. */
export function earlierVerdicts(query: VerdictQuery): JudgeScores[] {
  const { against, metric } = query;
  if (!isRun(against) || !isJudged(metric)) return [];
  const byJudge = new Map<string, JudgeScores>();
  for (const directory of evaluationsOf(against)) {
    const result = readResult(directory);
    const judge = judgesOf(metric).map(stage => result.provenance.models[stage])[0];
    if (judge === undefined || byJudge.has(judge) || !isEvaluationOf(result, query)) continue;
    const scores = readScores(directory);
    if (scores.some(({ values }) => values[metric] != null)) byJudge.set(judge, { judge, scores });
  }
  return [...byJudge.values()];
}
