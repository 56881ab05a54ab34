// A plain RAG over a run's documents answers its items, in as many settings as a sweep names.

import { join } from "node:path";
import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import type { Metric } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import type { RunSummary } from "../engine/runner.ts";
import { baselineStages, chunksOfSettings } from "../evaluate/baseline/pipeline.ts";
import { type SweepOptions, sweepOf } from "../evaluate/baseline/settings.ts";
import { judgeStageNames, possibleMetrics } from "../evaluate/pipeline.ts";
import { bestOf, buildResult, readScores, writeResult } from "../evaluate/result.ts";
import { compareSystems } from "../evaluate/statistics/comparison.ts";
import { writeReport } from "../report/page.ts";
import { usesReranker, usesVectors } from "../retrieval/chunk-search.ts";
import { openCorpus } from "./baseline-corpus.ts";
import { compareRankings } from "./baseline-ranking.ts";
import { type ChosenTruths, chooseRunTruths, evaluationInputs, type Split } from "./evaluation-inputs.ts";
import { withJudge } from "./judge-model.ts";
import type { JudgedOptions } from "./options.ts";
import { leftOutNotices, type OtherQuestions, readOtherQuestions } from "./other-questions.ts";
import { programName } from "./package-files.ts";
import { deferredRetrieval, type Searches } from "./retrieval-services.ts";
import type { Services } from "./services.ts";
import { readAskingSettings } from "./settings.ts";
import { type Ended, endedIn, runStages, type Waiting } from "./stage-run.ts";

/** `model` writes the answers; without a `judge` nothing is judged. */
export interface BaselineOptions extends JudgedOptions, Omit<SweepOptions, "embedding" | "reranking"> {
  /** The directory of the run. */
  readonly run: string;
  /** Of the result's folder in `<run>/evaluations`: `baseline` where absent. */
  readonly name?: string | undefined;
  /** `<run>/evaluations/<name>` where absent. */
  readonly out?: string | undefined;
  readonly split?: Split | undefined;
  /** Scores what is retrieved; no model answers. */
  readonly retrievalOnly?: boolean | undefined;
  /** All that can be computed where absent. */
  readonly metrics?: readonly Metric[] | undefined;
  /** How many documents of `distractorsFrom` are mixed in: all of them where absent. */
  readonly distractors?: number | undefined;
  /** Unrelated documents to mix into the corpus: files, folders or run directories. */
  readonly distractorsFrom?: readonly string[] | undefined;
  /** Other questions on the same documents, to compare how both rank the settings: runs, or datasets' files. No model answers then. */
  readonly rankAgainst?: readonly string[] | undefined;
  /** Compares how two halves of the items rank the settings. */
  readonly rankHalves?: boolean | undefined;
}

export interface BaselineEnded extends Ended {
  readonly result: EvaluationResult;
  /** Where the result was written. */
  readonly path: string;
}

interface Sweep {
  readonly options: BaselineOptions;
  readonly name: string;
  readonly directory: string;
  readonly settings: readonly BaselineSetting[];
  readonly metrics: readonly Metric[];
  readonly truths: ChosenTruths;
  readonly distractors: number;
  readonly randomSeed: number;
}

const searchesOf = (settings: readonly BaselineSetting[], cosine: boolean): Searches => ({
  embedding: [...(settings.some(({ retriever }) => usesVectors(retriever)) ? ["baseline/retrievals"] : []), ...(cosine ? ["evaluate/scores"] : [])],
  reranking: settings.some(({ retriever }) => usesReranker(retriever)) ? ["baseline/retrievals"] : [],
});

/** Runs the sweep, or goes on with it after any stop, and writes the run's report anew. */
export async function baseline(options: BaselineOptions): Promise<BaselineEnded | Waiting> {
  const { run, split, rankAgainst, name = "baseline", signal = new AbortController().signal } = options;
  const { settings: asking, own } = readAskingSettings(options, [...judgeStageNames, "baseline/answers"]);
  // Answers are judged by the judge, whatever model wrote them.
  const model = withJudge(asking, options.judge, judgeStageNames);
  const answered = options.retrievalOnly !== true && rankAgainst === undefined;
  const settings = sweepOf({ ...options, embedding: model.embedding !== null, reranking: model.reranking !== null });
  const metrics = metricsFor(options, answered, model);
  const truths = chooseRunTruths(run, split);
  const others = rankAgainst ? readOtherQuestions(rankAgainst, truths.documents, truths.rows) : { rows: [], sources: [] };
  for (const notice of rankingNotices(options, others, settings)) options.reporter?.note(notice);
  const corpus = await openCorpus({ run, from: options.distractorsFrom, count: options.distractors, settings: model, truths: [...truths.rows, ...others.rows] });
  const directory = options.out ?? join(run, "evaluations", name);
  const retrieval = deferredRetrieval(model);
  const { embed, embeddingModel = null } = retrieval.forStage("evaluate/scores");
  const cosine = metrics.includes("sentence-cosine");
  const embedTexts = embed && cosine ? (texts: readonly string[]) => embed(texts, signal) : undefined;
  const stages = baselineStages({
    retrieval: { settings, ...retrieval.forStage("baseline/retrievals"), signal },
    answered,
    evaluation: { metrics, variant: "paper", embed: embedTexts, embeddingModel, chunks: chunksOfSettings(directory, settings, corpus.hash) },
  });
  const inputs = [...evaluationInputs([...truths.rows, ...others.rows]), { artifact: documents, rows: corpus.rows }];
  const told = () => ({ baseline: { run, settings: settings.map(({ id }) => id), metrics, distractors: corpus.distractors, rankAgainst: others.sources } });
  const sweep = { options, name, directory, settings, metrics, truths, distractors: corpus.distractors, randomSeed: model.randomSeed };
  return runStages({
    directory,
    stages,
    inputs,
    settings: model,
    own,
    options,
    signal,
    told,
    searches: searchesOf(settings, cosine),
    onServices: services => retrieval.open(services.retrieval),
    finish: (summary, services) => finish(sweep, summary, services),
  });
}

const fewSettings = 20;

function rankingNotices({ rankAgainst, rankHalves }: BaselineOptions, others: OtherQuestions, settings: readonly BaselineSetting[]): string[] {
  if (rankAgainst === undefined && rankHalves !== true) return [];
  const few = `${settings.length} settings make few pairs to rank; compare ${fewSettings} or more (--chunk-size, --top-k, --overlap, --subject-prefix both).`;
  return [...leftOutNotices(others), ...(settings.length < fewSettings ? [few] : [])];
}

function metricsFor({ judge, metrics }: BaselineOptions, answered: boolean, { embedding }: Settings): readonly Metric[] {
  const possible = possibleMetrics({ variant: "paper", judged: answered && judge !== undefined, embedded: answered && embedding !== null });
  const wanted = metrics ?? possible;
  const impossible = wanted.find(metric => !possible.includes(metric));
  if (impossible === undefined) return wanted;
  throw new PipelineError("wrong-use", `${impossible} cannot be computed here.`, {
    hint: "Judged metrics need --judge and answers, sentence-cosine an embedding model in ragwright.yaml.",
  });
}

/** The best setting against each of the others, so that nobody takes chance for merit. */
function comparisonsIn(directory: string, metrics: readonly Metric[], result: EvaluationResult): EvaluationResult["comparisons"] {
  const rows = readScores(directory);
  const of = (system: string) => rows.filter(row => row.system === system);
  return (["completeness", "evidence-recall", "rouge-l"] as const)
    .filter(metric => metrics.includes(metric))
    .flatMap(metric => {
      const best = bestOf(result, metric);
      return best === undefined ? [] : result.systems.filter(({ system }) => system !== best).flatMap(({ system }) => compareSystems(of(best), of(system), [metric]));
    });
}

function finish({ options, name, directory, settings, metrics, truths, distractors, randomSeed }: Sweep, summary: RunSummary, { models }: Services): BaselineEnded {
  const { run, rankAgainst = [], rankHalves = false } = options;
  const told = {
    kind: "baseline" as const,
    name,
    variant: "paper" as const,
    items: truths.rows.length,
    missing: [],
    surplus: [],
    provenance: { predictions: null, against: { path: run, hash: truths.hash }, models, program: programName() },
    distractors,
    comparisons: [],
    ranking: compareRankings(readScores(directory), { metrics, against: rankAgainst, halves: rankHalves, randomSeed }),
    judges: [],
    gate: null,
  };
  const scored = buildResult(directory, told, settings);
  const result = { ...scored, comparisons: comparisonsIn(directory, metrics, scored) };
  const path = writeResult(directory, result);
  writeReport(run);
  return { ...endedIn(directory, summary), result, path };
}
