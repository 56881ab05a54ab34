// `ragwright baseline`: answers a run's items with a plain RAG over its documents, once for each setting of a sweep.

import { join } from "node:path";
import { Retriever } from "../../schemas/evaluation/baseline.ts";
import { Metric } from "../../schemas/evaluation/metrics.ts";
import type { BaselineResult } from "../../schemas/output/evaluations.ts";
import type { BaselineEnded } from "../run/baseline.ts";
import { type BaselineSweepOptions, baselineSweep } from "../run/baseline-sweep.ts";
import type { Split } from "../run/evaluation-inputs.ts";
import { type ModelFlags, splitFlags } from "./model-flags.ts";
import { evaluationText, failedRowsText } from "./evaluation-text.ts";
import { endJob, endJobs, joinLines, startJob } from "./job.ts";
import { leaderboardText } from "./leaderboard-text.ts";
import { parseWords } from "./parse-lists.ts";
import { optionalShare, optionalWholeNumber, parseWholeNumber } from "./parse-numbers.ts";
import { callsText } from "./status-text.ts";

export interface BaselineFlags extends Omit<ModelFlags, "model"> {
  readonly model?: string[];
  readonly name?: string;
  readonly out?: string;
  readonly split?: Split;
  readonly perType?: string;
  readonly share?: string;
  readonly chunkSize?: string[];
  readonly overlap?: string[];
  readonly retriever?: string[];
  readonly topK?: string[];
  readonly budget?: string;
  readonly fetched?: string;
  readonly queryTokens?: string;
  readonly inputTokens?: string;
  readonly outputTokens?: string;
  readonly subjectPrefix?: "on" | "off" | "both";
  readonly retrievalOnly?: boolean;
  readonly judge?: string[];
  readonly metrics?: string[];
  readonly distractors?: string;
  readonly distractorsFrom?: string[];
  readonly rankAgainst?: string[];
  readonly rankHalves?: boolean;
}

const prefixVariants = { on: [true], off: [false], both: [false, true] };

const sweepOptions = (flags: BaselineFlags) => ({
  chunkSizes: flags.chunkSize,
  overlaps: flags.overlap,
  retrievers: flags.retriever && parseWords("retriever", Retriever.options, flags.retriever),
  topKs: flags.topK?.map(text => parseWholeNumber("top-k", text)),
  budget: optionalWholeNumber("budget", flags.budget),
  fetched: optionalWholeNumber("fetched", flags.fetched),
  subjectPrefix: flags.subjectPrefix && prefixVariants[flags.subjectPrefix],
  caps: {
    query: optionalWholeNumber("query-tokens", flags.queryTokens),
    input: optionalWholeNumber("input-tokens", flags.inputTokens),
    output: optionalWholeNumber("output-tokens", flags.outputTokens),
  },
});

/** Turns the flags into job options. Throws PipelineError("wrong-use") for an invalid flag. */
export function baselineOptions(run: string, flags: BaselineFlags): BaselineSweepOptions {
  const { name, out, split, retrievalOnly, distractorsFrom, rankAgainst, rankHalves } = flags;
  const { model: models = [], judge: judging, ...otherFlags } = flags;
  const metrics = flags.metrics && parseWords("metrics", Metric.options, flags.metrics);
  return {
    ...splitFlags(otherFlags).modelOptions,
    ...(models.length > 0
      ? { answering: models.map(model => splitFlags({ ...otherFlags, model }).modelOptions.model) }
      : {}),
    judging,
    ...sweepOptions(flags),
    run,
    name,
    out,
    split,
    perType: optionalWholeNumber("per-type", flags.perType),
    share: optionalShare("share", flags.share),
    retrievalOnly,
    metrics,
    distractors: optionalWholeNumber("distractors", flags.distractors),
    distractorsFrom,
    rankAgainst,
    rankHalves,
  };
}

/** Returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. */
export async function baseline(run: string, flags: BaselineFlags): Promise<number> {
  const job = startJob(flags.json);
  const evaluations = await baselineSweep({ ...baselineOptions(run, flags), ...job.jobOptions });
  const outputFor = (ended: BaselineEnded) => ({ value: valueOf(ended), text: textOf(run, ended) });
  const [first, ...others] = evaluations;
  return first && others.length === 0
    ? endJob(job, first, outputFor)
    : endJobs(job, evaluations, outputFor);
}

const valueOf = ({
  result,
  leaderboard,
  failures,
  progress: { calls, spending },
}: BaselineEnded): BaselineResult => ({
  ...result,
  leaderboard: leaderboard ?? null,
  calls,
  spending,
  failed: failures.length,
});

const textOf = (
  run: string,
  { result, path, leaderboard, failures, directory, progress: { calls, spending } }: BaselineEnded,
): string =>
  joinLines(
    evaluationText({ ...result, comparisons: [] }, path),
    leaderboardText(leaderboard, result.name),
    calls.length === 0 ? "" : `Models: ${callsText({ calls, spending })}`,
    failedRowsText(failures.length, directory),
    `Report: ${join(run, "report.html")}`,
  );
