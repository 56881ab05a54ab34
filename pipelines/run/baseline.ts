// Runs the baseline: the built-in RAG answers a run's items from its documents, once per setting of a sweep.

import { join } from "node:path";
import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import type { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import type { Metric } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import { openRun } from "../engine/open-run.ts";
import type { RunSummary } from "../engine/runner.ts";
import { baselineStages, chunksOfSettings } from "../evaluate/baseline/pipeline.ts";
import { type SweepOptions, expandSweep } from "../evaluate/baseline/sweep-settings.ts";
import { judgeStageNames } from "../evaluate/pipeline.ts";
import { buildResult, readScores, writeResult } from "../evaluate/result.ts";
import { usesReranker, usesVectors } from "../retrieval/chunk-search.ts";
import { type Corpus, openCorpus } from "./baseline-corpus.ts";
import { earlierFolders } from "./earlier-folders.ts";
import { drawItems, type DrawOptions } from "./draw-items.ts";
import { compareWithBest } from "./compare-systems.ts";
import { compareRankings, rankingNotices } from "./baseline-ranking.ts";
import {
  type ChosenTruths,
  chooseRunTruths,
  evaluationInputs,
  type Split,
} from "./evaluation-inputs.ts";
import { chooseBaselineMetrics, embeddingForScores } from "./evaluation-metrics.ts";
import { assignJudge, readAskingSettings } from "./settings.ts";
import type { JudgedOptions } from "./options.ts";
import { type OtherQuestions, readOtherQuestions } from "./other-questions.ts";
import { programName } from "../engine/package-root.ts";
import { reportAtEnd } from "./report.ts";
import { type DeferredRetrieval, deferredRetrieval } from "./deferred-retrieval.ts";
import type { SearchStages } from "./retrieval-services.ts";
import type { Services } from "./services.ts";
import { type Ended, endedIn, type ReadyJob, runStages, type Waiting } from "./stage-run.ts";

/** `model` writes the answers; without a `judge` nothing is judged. */
export interface BaselineOptions
  extends JudgedOptions,
    DrawOptions,
    Omit<SweepOptions, "embeddings" | "rerankers"> {
  /** The directory of the run. */
  readonly run: string;
  /** Name of the result's folder in `<run>/evaluations`. Default: `baseline`. */
  readonly name?: string | undefined;
  /** Default: `<run>/evaluations/<name>`. */
  readonly out?: string | undefined;
  readonly split?: Split | undefined;
  /** Scores retrieval only; no model answers. */
  readonly retrievalOnly?: boolean | undefined;
  /** Default: all that can be computed. */
  readonly metrics?: readonly Metric[] | undefined;
  /** How many documents of `distractorsFrom` are mixed in. Default: all of them. */
  readonly distractors?: number | undefined;
  /** Unrelated documents to mix into the corpus: files, folders or run directories. */
  readonly distractorsFrom?: readonly string[] | undefined;
  /** Other questions about the same documents, to compare how both rank the settings: runs, or files of datasets. In that case no model answers. */
  readonly rankAgainst?: readonly string[] | undefined;
  /** Compares how two halves of the items rank the settings. */
  readonly rankHalves?: boolean | undefined;
}

export interface BaselineEnded extends Ended {
  readonly result: EvaluationResult;
  /** Where the result was written. */
  readonly path: string;
  /** All systems of the run; undefined if there are fewer than two. */
  readonly leaderboard: Leaderboard | undefined;
}

/** Where a baseline writes. */
export const baselineDirectory = ({ run, out, name = "baseline" }: BaselineOptions): string =>
  out ?? join(run, "evaluations", name);

interface Sweep {
  readonly options: BaselineOptions;
  readonly name: string;
  readonly directory: string;
  readonly settings: readonly BaselineSetting[];
  readonly metrics: readonly Metric[];
  /** Whether a model answers. */
  readonly hasAnswers: boolean;
  readonly truths: ChosenTruths;
  readonly otherQuestions: OtherQuestions;
  readonly corpus: Corpus;
  readonly randomSeed: number;
}

const searchesOf = (settings: readonly BaselineSetting[], hasCosine: boolean): SearchStages => ({
  embedding: [
    ...(settings.some(({ retriever }) => usesVectors(retriever)) ? ["baseline/retrievals"] : []),
    ...(hasCosine ? ["evaluate/scores"] : []),
  ],
  reranking: settings.some(({ retriever }) => usesReranker(retriever))
    ? ["baseline/retrievals"]
    : [],
});

/** Runs the sweep, or resumes after an interruption, and rewrites the run's report. */
export const baseline = async (options: BaselineOptions): Promise<BaselineEnded | Waiting> =>
  runStages(await baselineJob(options));

/** The job that `baseline` runs. */
export async function baselineJob(options: BaselineOptions): Promise<ReadyJob<BaselineEnded>> {
  const { run, signal = new AbortController().signal } = options;
  const { settings: modelSettings, ownModels } = readAskingSettings(options, [
    ...judgeStageNames,
    "baseline/answers",
  ]);
  // The judge judges all answers, whichever model wrote them.
  const settings = assignJudge(modelSettings, options.judge, judgeStageNames);
  const sweep = await prepareSweep(options, settings);
  const retrieval = deferredRetrieval(settings);
  const passageTokens = sweep.settings.map(({ chunkSize, topK }) => chunkSize * topK);
  return {
    items: sweep.truths.rows,
    systems: passageTokens.length,
    passageTokens:
      passageTokens.reduce((sum, tokens) => sum + tokens, 0) / Math.max(1, passageTokens.length),
    directory: sweep.directory,
    ...stagesOf(sweep, retrieval, signal),
    inputs: [
      ...evaluationInputs([...sweep.truths.rows, ...sweep.otherQuestions.rows]),
      { artifact: documents, rows: sweep.corpus.rows },
    ],
    settings,
    ownModels,
    options,
    signal,
    recordedSettings: () => ({ baseline: recordedOptions(sweep) }),
    earlierFolders: earlierFolders(run, sweep.directory),
    onServices: services => retrieval.open(services.retrieval),
    finish: (summary, services) => finishSweep(sweep, summary, services),
  };
}

async function prepareSweep(options: BaselineOptions, runSettings: Settings): Promise<Sweep> {
  const { run, rankAgainst, name = "baseline" } = options;
  const hasAnswers = options.retrievalOnly !== true && rankAgainst === undefined;
  const settings = expandSweep({
    ...options,
    embeddings: runSettings.embedding.map(({ model }) => model),
    rerankers: runSettings.reranking.map(({ model }) => model),
  });
  const metrics = chooseBaselineMetrics(options.metrics, {
    hasJudge: hasAnswers && options.judge !== undefined,
    hasEmbedding: hasAnswers && runSettings.embedding.length > 0,
  });
  const truths = drawItems(chooseRunTruths(run, options.split), options, runSettings.randomSeed);
  const otherQuestions = rankAgainst
    ? readOtherQuestions(rankAgainst, truths.documents, truths.rows)
    : { rows: [], sources: [] };
  const hasRankings = rankAgainst !== undefined || options.rankHalves === true;
  if (hasRankings)
    for (const notice of rankingNotices(otherQuestions, settings)) options.reporter?.note(notice);
  const corpus = await openCorpus({
    run,
    distractorPaths: options.distractorsFrom,
    count: options.distractors,
    settings: runSettings,
    truths: [...truths.rows, ...otherQuestions.rows],
  });
  return {
    options,
    name,
    directory: baselineDirectory(options),
    settings,
    metrics,
    hasAnswers,
    truths,
    otherQuestions,
    corpus,
    randomSeed: runSettings.randomSeed,
  };
}

function stagesOf(
  { directory, settings, metrics, hasAnswers, corpus }: Sweep,
  retrieval: DeferredRetrieval,
  signal: AbortSignal,
) {
  const vectors = embeddingForScores(retrieval, metrics, signal);
  const stages = baselineStages({
    retrieval: { settings, ...retrieval.forStage("baseline/retrievals"), signal },
    writesAnswers: hasAnswers,
    evaluation: {
      metrics,
      variant: "paper",
      ...vectors,
      chunks: chunksOfSettings(directory, settings, corpus.hash),
    },
  });
  return { stages, searches: searchesOf(settings, metrics.includes("sentence-cosine")) };
}

const recordedOptions = ({
  options: { run },
  settings,
  metrics,
  corpus: { distractors },
  otherQuestions: { sources },
}: Sweep) => ({
  run,
  settings: settings.map(({ id }) => id),
  metrics,
  distractors,
  rankAgainst: sources,
});

async function finishSweep(
  { options, name, directory, settings, metrics, truths, corpus, randomSeed }: Sweep,
  summary: RunSummary,
  { models }: Services,
): Promise<BaselineEnded> {
  const { run, rankAgainst = [], rankHalves = false } = options;
  const heading = {
    kind: "baseline" as const,
    name,
    variant: "paper" as const,
    items: truths.rows.length,
    missing: [],
    surplus: [],
    passages: null,
    provenance: {
      predictions: null,
      against: { path: run, hash: truths.hash },
      models,
      program: programName(),
    },
    distractors: corpus.distractors,
    comparisons: [],
    ranking: compareRankings(readScores(directory), {
      metrics,
      otherPaths: rankAgainst,
      compareHalves: rankHalves,
      randomSeed,
    }),
    judges: [],
    original: null,
    link: null,
    gate: null,
  };
  const scored = buildResult(openRun(directory), heading, settings);
  const result = { ...scored, comparisons: compareWithBest(directory, metrics, scored) };
  const path = writeResult(directory, result);
  const { leaderboard } = await reportAtEnd(run);
  return { ...endedIn(directory, summary), result, path, leaderboard };
}
