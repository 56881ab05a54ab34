// The two systems of a decision: their predictions, in files or from endpoints, and their scores by code or by a judge.

import { join } from "node:path";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { predictions } from "../../schemas/evaluation/predictions.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import type { KnownSystem } from "../evaluate/decide/known-leads.ts";
import { possibleMetrics } from "../evaluate/pipeline.ts";
import { readScores } from "../evaluate/result.ts";
import { evaluate, type EvaluationEnded } from "./evaluate.ts";
import { type Split, checkedName, folderName, isRun } from "./evaluation-inputs.ts";
import type { AskingOptions } from "./options.ts";
import { predict } from "./predict.ts";

/** Options for a decision's own evaluations. */
export interface DecisionSystemsOptions extends AskingOptions {
  /** Files of predictions, in any format that `evaluate` reads, or addresses of endpoints to ask. */
  readonly first: string;
  readonly second: string;
  /** A run directory, or a published dataset's file. */
  readonly against: string;
  readonly split?: Split | undefined;
  /** Names of the systems. Default: names of files or hosts. */
  readonly names?: readonly string[] | undefined;
}

export interface ScoredSystem extends KnownSystem {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  /** Hash of the items. */
  readonly truthsHash: string;
  readonly missingCount: number;
}

interface ScoreOptions {
  readonly path: string;
  readonly name: string;
  readonly directory: string;
  readonly metrics: readonly Metric[];
  readonly only?: ReadonlySet<string>;
  /** Whether the judge is called. */
  readonly usesJudge: boolean;
}

/** Options for calling models, without those of the decision itself. */
const modelOptionsOf = (options: DecisionSystemsOptions): AskingOptions => {
  const { settings, models, embedding, reranking, limits, timeout, retry, batchPoll } = options;
  const { maxCost, randomSeed, batch, retryFailed, redo, signal, reporter } = options;
  const services = { settings, models, embedding, reranking, limits, timeout, retry, batchPoll };
  return { ...services, maxCost, randomSeed, batch, retryFailed, redo, signal, reporter };
};

async function scoreWith(
  options: DecisionSystemsOptions,
  { path, name, directory, metrics, only, usesJudge }: ScoreOptions,
): Promise<EvaluationEnded> {
  const { against, split, model } = options;
  const ended = await evaluate({
    ...modelOptionsOf(options),
    ...(usesJudge ? { model } : {}),
    predictions: path,
    against,
    split,
    name,
    out: directory,
    metrics,
    only,
  });
  if (ended.status !== "waiting") return ended;
  throw new PipelineError("wrong-use", "A decision cannot wait for a batch.", {
    hint: "Judge both with ragwright evaluate --batch first, then decide without --model.",
  });
}

const answersIn = (directory: string): Map<string, string | null> =>
  new Map([...openRun(directory).rows(predictions)].map(({ itemId, answer }) => [itemId, answer]));

/** Scores one of the two systems by code alone: no model is called, and nothing is paid for. */
export async function scoreByCode(
  options: DecisionSystemsOptions,
  { path, name, directory, only }: Pick<ScoreOptions, "path" | "name" | "directory" | "only">,
): Promise<ScoredSystem> {
  const metrics = possibleMetrics({ variant: "paper", hasJudge: false, hasEmbedding: false });
  const scoreOptions = {
    path,
    name,
    directory,
    metrics,
    usesJudge: false,
    ...(only ? { only } : {}),
  };
  // Results from older code are recomputed: that costs nothing.
  const { result } = await scoreWith({ ...options, redo: true }, scoreOptions);
  return {
    name,
    path,
    hash: result.provenance.predictions?.hash ?? "",
    truthsHash: result.provenance.against.hash,
    missingCount: result.missing.length,
    scores: readScores(directory),
    answers: answersIn(directory),
  };
}

/** Has the judge score one of the two systems on these items; items that it judged before are not sent again. */
export async function judgeItems(
  options: DecisionSystemsOptions,
  { name, path }: Pick<ScoredSystem, "name" | "path">,
  { directory, metric, only }: { directory: string; metric: Metric; only: ReadonlySet<string> },
): Promise<{ readonly judge: string; readonly scores: readonly ScoreRow[] }> {
  const scoreOptions = { path, name, directory: join(directory, name), metrics: [metric], only };
  const { result } = await scoreWith(options, { ...scoreOptions, usesJudge: true });
  const [judge = ""] = Object.values(result.provenance.models);
  return { judge, scores: readScores(scoreOptions.directory) };
}

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

const nameOf = (source: string): string =>
  folderName(isAddress(source) && URL.canParse(source) ? new URL(source).host : source);

/** The names of both systems. Throws PipelineError("wrong-use") unless there are two different ones. */
export function systemNamesOf({
  first,
  second,
  names,
}: Pick<DecisionSystemsOptions, "first" | "second" | "names">): [string, string] {
  const [firstName, secondName, ...extraNames] = names ?? [nameOf(first), nameOf(second)];
  if (
    firstName !== undefined &&
    secondName !== undefined &&
    extraNames.length === 0 &&
    firstName !== secondName
  )
    return [checkedName(firstName), checkedName(secondName)];
  throw new PipelineError("wrong-use", "Expected two systems with two different names.", {
    hint: "Name them: --names before,after",
  });
}

/** The file of a source's predictions. An endpoint gets each of these items of the run once, as with `predict`; failed items are retried. */
export async function predictionsOf(
  options: DecisionSystemsOptions,
  { source, name, only }: { source: string; name: string; only: ReadonlySet<string> | undefined },
): Promise<string> {
  if (!isAddress(source)) return source;
  const { against, split, settings, limits, retryFailed, signal, reporter } = options;
  if (!isRun(against))
    throw new PipelineError(
      "wrong-use",
      `${against} is not a run: an endpoint can only answer a run's items.`,
      {
        hint: "Give a run directory after --against, or a file of predictions instead of the endpoint.",
      },
    );
  const askOptions = { settings, limits, retryFailed, signal, reporter };
  const ended = await predict({ run: against, endpoint: source, name, split, only, ...askOptions });
  if (ended.status !== "waiting") return ended.predictions;
  throw new Error(`${source} was called through a batch`);
}
