// `ragwright evaluate`: scores a RAG system's predictions for the items of a run or a dataset.

import { join } from "node:path";
import { Metric, type Variant } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationSummary } from "../../schemas/output/evaluations.ts";
import {
  type EvaluateOptions,
  type EvaluationEnded,
  evaluate as evaluatePredictions,
  parseFailUnder,
} from "../run/evaluate.ts";
import type { Split } from "../run/evaluation-inputs.ts";
import { type ModelFlags, splitFlags } from "./model-flags.ts";
import { notComputedText, evaluationText, failedRowsText, gateText } from "./evaluation-text.ts";
import { failuresText } from "./failures-text.ts";
import { leaderboardText } from "./leaderboard-text.ts";
import { endJob, joinLines, startJob } from "./job.ts";
import { parseWords } from "./parse-lists.ts";
import { optionalShare } from "./parse-numbers.ts";
import { performanceText } from "./performance-text.ts";
import { callsText } from "./status-text.ts";

export interface EvaluateFlags extends ModelFlags {
  readonly against?: string;
  readonly name?: string;
  readonly out?: string;
  readonly split?: Split;
  readonly metrics?: string[];
  readonly variant: Variant;
  readonly chunks?: string;
  readonly compare?: string[];
  readonly older?: string;
  readonly frozen?: string[];
  readonly original?: string;
  readonly originalPredictions?: string;
  readonly failUnder?: string[];
  readonly allowMissing?: boolean;
  readonly noWorseThan?: string;
  readonly noWorseIn?: string[];
  readonly margin?: string;
  readonly allowUndecided?: boolean;
  readonly junit?: string;
  readonly summary?: string;
  readonly items?: string;
}

/** Turns the flags into job options. Throws PipelineError("wrong-use") for an invalid flag. */
export function evaluateOptions(predictions: string, flags: EvaluateFlags): EvaluateOptions {
  const { modelOptions, ownFlags } = splitFlags(flags);
  const { metrics, failUnder = [], margin, noWorseIn, items: itemLines, ...options } = ownFlags;
  return {
    ...modelOptions,
    ...options,
    predictions,
    metrics: metrics && parseWords("metrics", Metric.options, metrics),
    failUnder: parseFailUnder(failUnder),
    margin: optionalShare("margin", margin),
    noWorseIn: noWorseIn && parseWords("no-worse-in", Metric.options, noWorseIn),
    itemLines,
  };
}

/** Returns the exit code: 0 done; 1 for failed rows, a metric below its bound, or a system that may be worse than the other; 3 waiting for replies. */
export async function evaluate(predictions: string, flags: EvaluateFlags): Promise<number> {
  const job = startJob(flags.json);
  const result = await evaluatePredictions({
    ...evaluateOptions(predictions, flags),
    ...job.jobOptions,
  });
  return endJob(job, result, ended => ({ value: valueOf(ended), text: textOf(ended) }));
}

const valueOf = ({
  result,
  metrics,
  report,
  leaderboard,
  notComputed,
  shortfalls,
  failures,
  progress: { calls, spending },
}: EvaluationEnded): EvaluationSummary => ({
  ...result,
  metrics,
  report: report ?? null,
  leaderboard: leaderboard ?? null,
  notComputed: Object.fromEntries([...notComputed].map(([reason, names]) => [reason, [...names]])),
  calls,
  spending,
  failed: failures.length,
  failUnder: [...shortfalls],
});

/** Where all failed items are listed: the console shows only the worst. */
const fullListPlace = ({ result }: EvaluationEnded): string => {
  const { path } = result.provenance.against;
  return result.passages === null
    ? "--items FILE"
    : `${join(path, "report.html")}, or --items FILE`;
};

const textOf = (ended: EvaluationEnded): string =>
  joinLines(
    scoresText(ended),
    failuresText(ended.result.systems[0]?.failures, ended.worst, fullListPlace(ended)),
    leaderboardText(ended.leaderboard, ended.result.name),
    ended.result.gate ? gateText(ended.result.gate) : "",
  );

const scoresText = ({
  result,
  path,
  notComputed,
  failures,
  directory,
  progress: { calls, spending },
}: EvaluationEnded): string =>
  joinLines(
    evaluationText(result, path),
    performanceText(result.systems[0]?.performance),
    notComputedText(notComputed),
    calls.length === 0 ? "" : `Judge: ${callsText({ calls, spending })}`,
    failedRowsText(failures.length, directory),
  );
