// Scores a RAG system's predictions for the items of a run or a dataset.

import { join } from "node:path";
import type { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import type { Metric, Variant } from "../../schemas/evaluation/metrics.ts";
import type {
  BoundResult,
  EvaluationResult,
  SystemResult,
} from "../../schemas/evaluation/result.ts";
import type { PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { Settings } from "../../schemas/settings.ts";
import { replaceFile } from "../engine/files.ts";
import { openRun } from "../engine/open-run.ts";
import type { RunSummary } from "../engine/runner.ts";
import { evaluationStages, judgeStageNames } from "../evaluate/pipeline.ts";
import { type FailedItem, itemLines, worstItems } from "../evaluate/diagnosis/diagnosed-items.ts";
import { buildResult, metricsOf, readResult, readScores, writeResult } from "../evaluate/result.ts";
import { countTokens } from "../text/segment.ts";
import {
  checkedName,
  evaluationInputs,
  folderName,
  isEvaluation,
  noMatchError,
  readSystem,
} from "./evaluation-inputs.ts";
import { type EvaluationItemsOptions, evaluationItems } from "./evaluation-items.ts";
import {
  otherSystemOptions,
  isGatePassed,
  requestedMetrics,
  type GateFileOptions,
  checkGateOptions,
  writeGateFiles,
} from "./evaluation-gate.ts";
import { absentMetricsOf, chooseMetrics, embeddingForScores } from "./evaluation-metrics.ts";
import { type DescribedEvaluation, resultHeading } from "./result-heading.ts";
import { linkEvaluations } from "./link-evaluations.ts";
import { type LinkOptions, olderEvaluation } from "./older-evaluation.ts";
import type { AskingOptions } from "./options.ts";
import { isModelChosen } from "./own-models.ts";
import { earlierFolders } from "./earlier-folders.ts";
import { reportAtEnd } from "./report.ts";
import { deferredRetrieval } from "./deferred-retrieval.ts";
import type { Services } from "./services.ts";
import { readAskingSettings } from "./settings.ts";
import { type Ended, endedIn, type ReadyJob, runStages, type Waiting } from "./stage-run.ts";

export { parseFailUnder } from "../evaluate/metric-bounds.ts";

/** `model` is the judge; without one, nothing is judged or paid for. */
export interface EvaluateOptions
  extends AskingOptions,
    EvaluationItemsOptions,
    LinkOptions,
    GateFileOptions {
  /** JSONL of {id, answer, retrieved[], reranked[], contexts[]}, the predictions of RAGEval, CRUD-RAG or CoFE-RAG, or the results of Ragas or DeepEval. */
  readonly predictions: string;
  /** A run directory or a published dataset's file. Default: the ground truth in the predictions. */
  readonly against?: string | undefined;
  /** Name of the system and of the result's folder. Default: the file's name. */
  readonly name?: string | undefined;
  /** Default: `<run>/evaluations/<name>`; against a dataset's file `out/evaluations/<name>`. */
  readonly out?: string | undefined;
  /** Default: all that can be computed. */
  readonly metrics?: readonly Metric[] | undefined;
  /** `paper` (default): the papers' definitions; `published`: what their released programs compute. */
  readonly variant?: Variant | undefined;
  /** The system's own chunks, JSONL of {id, documentId, start, end, text}. */
  readonly chunks?: string | undefined;
  /** Folders of other evaluations of the same items. */
  readonly compare?: readonly string[] | undefined;
  /** File to write one line per item to. */
  readonly itemLines?: string | undefined;
}

export interface EvaluationEnded extends Ended {
  readonly result: EvaluationResult;
  /** Where the result was written. */
  readonly path: string;
  readonly metrics: SystemResult["metrics"];
  /** Path of the run's rewritten report; undefined if evaluated against a dataset's file or a packed benchmark. */
  readonly report: string | undefined;
  /** All systems of the run; undefined if evaluated against anything else, or if there are fewer than two to compare. */
  readonly leaderboard: Leaderboard | undefined;
  /** Metrics that were requested or belong to the variant but were not computed, grouped by what they lack. */
  readonly notComputed: ReadonlyMap<string, readonly Metric[]>;
  /** The worst failed items, at least one for each cause. */
  readonly worst: readonly FailedItem[];
  /** Bounds of `failUnder` that are not met. The status is then `failed`, as it also is if this system is worse than the other one, or if that is undecided. */
  readonly shortfalls: readonly BoundResult[];
}

interface PreparedEvaluation extends DescribedEvaluation {
  readonly options: EvaluateOptions;
  /** Folder of the evaluation on an older split. */
  readonly olderDirectory: string | undefined;
}

/** Scores predictions, or resumes after an interruption. Throws PipelineError for what the user can fix: no prediction for any item, a metric that cannot be computed here. */
export async function evaluate(options: EvaluateOptions): Promise<EvaluationEnded | Waiting> {
  const { noWorseThan: other } = options;
  if (other === undefined || isEvaluation(other)) return runStages(evaluationJob(options));
  // Without a reporter: notices about the predictions are given only once, when they are scored.
  const { directory } = evaluationJob({ ...options, reporter: undefined });
  const otherOptions = otherSystemOptions(options, other, directory);
  const ended = await runStages(evaluationJob(otherOptions, { isOtherSide: true }));
  if (ended.status === "waiting") return ended;
  return runStages(evaluationJob({ ...options, noWorseThan: ended.directory }));
}

/** The job that `evaluate` runs. The other side of a gate (`isOtherSide`) leaves the report to the main evaluation. */
export function evaluationJob(
  options: EvaluateOptions,
  { isOtherSide = false } = {},
): ReadyJob<EvaluationEnded> {
  const { predictions, signal = new AbortController().signal } = options;
  checkGateOptions(options);
  const { settings, ownModels } = readAskingSettings(options, judgeStageNames);
  const evaluation = prepareEvaluation(options, settings);
  const { directory, variant, against, metrics, truths, system } = evaluation;
  const nameOf = (documentId: string) =>
    truths.documents?.findOnlyByIdentifier(documentId)?.name ?? documentId;
  const retrieval = deferredRetrieval(settings);
  const vectors = embeddingForScores(retrieval, metrics, signal);
  return {
    items: truths.rows,
    systems: 1,
    passageTokens: meanPassageTokens(system.rows),
    directory,
    stages: evaluationStages({ metrics, variant, ...vectors, chunks: system.chunks, nameOf }),
    inputs: evaluationInputs(truths.rows, system.rows),
    settings,
    ownModels,
    options,
    signal,
    recordedSettings: () => ({
      evaluation: { predictions, against, variant, metrics },
      maxCost: settings.maxCost,
    }),
    searches: vectors.embed ? { embedding: ["evaluate/scores"] } : {},
    earlierFolders: earlierFolders(against, directory),
    onServices: services => retrieval.open(services.retrieval),
    finish: (summary, services) =>
      finishEvaluation({ ...evaluation, isOtherSide }, summary, services),
  };
}

/** Mean number of tokens in an answer's passages, across the first predictions. */
function meanPassageTokens(rows: readonly PredictionRow[]): number {
  const passageLists = rows.slice(0, 50).map(({ contexts }) => contexts ?? []);
  const tokens = passageLists.flat().reduce((sum, { text }) => sum + countTokens(text ?? ""), 0);
  return tokens / Math.max(1, passageLists.length);
}

function prepareEvaluation(options: EvaluateOptions, { embedding }: Settings): PreparedEvaluation {
  const { predictions: path, variant = "paper", against = path } = options;
  const conditions = {
    variant,
    hasJudge: isModelChosen(options.model),
    hasEmbedding: embedding.length > 0,
  };
  const metrics = chooseMetrics({ ...options, metrics: requestedMetrics(options) }, conditions);
  const name = checkedName(options.name ?? folderName(path));
  for (const other of options.compare ?? []) readResult(other);
  const { truths, original } = evaluationItems(options);
  const system = readSystem({ path, system: name, truths, chunks: options.chunks });
  const older = olderEvaluation({ ...options, against, name, hash: truths.hash });
  for (const notice of [...system.notices, ...older.notices]) options.reporter?.note(notice);
  if (system.rows.length === 0) throw noMatchError(path, against, system);
  const directory = options.out ?? join(truths.documents ? against : "out", "evaluations", name);
  return {
    ...conditions,
    options,
    against,
    name,
    directory,
    metrics,
    truths,
    system,
    original,
    olderDirectory: older.directory,
  };
}

interface FinishedEvaluation extends PreparedEvaluation {
  readonly isOtherSide: boolean;
}

interface WrittenFiles {
  readonly path: string;
  readonly report: string | undefined;
  readonly leaderboard: Leaderboard | undefined;
}

/** Writes the result, other requested files, and the report of the run it belongs to. */
async function writeFiles(
  { options, directory, truths, against, isOtherSide }: FinishedEvaluation,
  result: EvaluationResult,
): Promise<WrittenFiles> {
  writeGateFiles(result, options);
  const path = writeResult(directory, result);
  const newReport = truths.documents && !isOtherSide ? await reportAtEnd(against) : undefined;
  const leaderboard = newReport?.leaderboard;
  if (options.itemLines !== undefined)
    replaceFile(
      options.itemLines,
      itemLines(openRun(directory), readScores(directory), leaderboard?.difficulty),
    );
  return { path, report: newReport?.path, leaderboard };
}

/** Maximum number of failed items shown on the console. */
const maxWorst = 10;

async function finishEvaluation(
  evaluation: FinishedEvaluation,
  summary: RunSummary,
  { models }: Pick<Services, "models">,
): Promise<EvaluationEnded> {
  const { options, directory, olderDirectory } = evaluation;
  const run = openRun(directory);
  const baseResult = buildResult(run, resultHeading(evaluation, models));
  const link = linkEvaluations(directory, baseResult, { ...options, older: olderDirectory });
  const result = { ...baseResult, link };
  const { path, report, leaderboard } = await writeFiles(evaluation, result);
  const metrics = metricsOf(result);
  const shortfalls = result.gate?.bounds.filter(({ kept }) => !kept) ?? [];
  const { status, ...ended } = endedIn(directory, summary);
  return {
    status: isGatePassed(result.gate, options.allowUndecided) ? status : "failed",
    ...ended,
    result,
    path,
    metrics,
    report,
    leaderboard,
    notComputed: absentMetricsOf(evaluation, metrics),
    worst: worstItems(run, maxWorst),
    shortfalls,
  };
}
