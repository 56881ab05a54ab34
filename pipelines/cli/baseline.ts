// `ragwright baseline`: a plain RAG over a run's documents answers its items, in as many settings as a sweep names.

import { join } from "node:path";
import { type BaselineSetting, Retriever } from "../../schemas/evaluation/baseline.ts";
import { Metric } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import type { RunSummary } from "../engine/runner.ts";
import { statusOf } from "../engine/status.ts";
import { baselineStages, chunksOfSettings } from "../evaluate/baseline/pipeline.ts";
import { sweepOf } from "../evaluate/baseline/settings.ts";
import { compareSystems } from "../evaluate/statistics/comparison.ts";
import { judgeStageNames, possibleMetrics } from "../evaluate/pipeline.ts";
import { bestOf, buildResult, readScores, writeResult } from "../evaluate/result.ts";
import { writeReport } from "../report/page.ts";
import { usesReranker, usesVectors } from "../retrieval/chunk-search.ts";
import { openCorpus } from "../run/baseline-corpus.ts";
import { compareRankings } from "../run/baseline-ranking.ts";
import { type ChosenTruths, chooseRunTruths, evaluationInputs, type Split } from "../run/evaluation-inputs.ts";
import { evaluationText, failedText } from "./evaluation-text.ts";
import { oneOf } from "./lists.ts";
import { withJudge } from "../run/judge-model.ts";
import { wholeNumber } from "../run/numbers.ts";
import { programName } from "../run/package-files.ts";
import { leftOutNotices, type OtherQuestions, readOtherQuestions } from "../run/other-questions.ts";
import { createPrinter } from "./print.ts";
import type { Reporter } from "../run/reporter.ts";
import { deferredRetrieval, type Searches } from "../run/retrieval-services.ts";
import type { Services } from "../run/services.ts";
import { type RunFlags, readModelSettings } from "../run/settings.ts";
import { spentText } from "./status-text.ts";
import { interruption, runStages } from "../run/stage-run.ts";

interface BaselineFlags extends RunFlags {
  readonly name: string;
  readonly split?: Split;
  readonly chunkSize?: string[];
  readonly overlap?: string[];
  readonly retriever?: string[];
  readonly topK?: string[];
  readonly budget?: string;
  readonly fetched?: string;
  readonly subjectPrefix?: "on" | "off" | "both";
  readonly retrievalOnly?: boolean;
  readonly judge?: string;
  readonly metrics?: string[];
  readonly distractors?: string;
  readonly distractorsFrom?: string[];
  readonly rankAgainst?: string[];
  readonly rankHalves?: boolean;
}

interface Sweep {
  readonly run: string;
  readonly directory: string;
  readonly flags: BaselineFlags;
  readonly settings: readonly BaselineSetting[];
  readonly metrics: readonly Metric[];
  readonly truths: ChosenTruths;
  readonly distractors: number;
  readonly randomSeed: number;
  readonly printer: Reporter;
}

const numbers = (flag: string, texts: readonly string[] | undefined) => texts?.map(text => wholeNumber(flag, text));
const number = (flag: string, text: string | undefined) => (text === undefined ? undefined : wholeNumber(flag, text));
const prefixes = { on: [true], off: [false], both: [false, true] };

const sweepFrom = (flags: BaselineFlags, { embedding, reranking }: Settings): BaselineSetting[] =>
  sweepOf({
    chunkSizes: flags.chunkSize,
    overlaps: flags.overlap,
    retrievers: flags.retriever && oneOf("retriever", Retriever.options, flags.retriever),
    topKs: numbers("top-k", flags.topK),
    budget: number("budget", flags.budget),
    fetched: number("fetched", flags.fetched),
    subjectPrefix: flags.subjectPrefix && prefixes[flags.subjectPrefix],
    embedding: embedding !== null,
    reranking: reranking !== null,
  });

/** Answers are judged by the judge, whatever model wrote them. */
function settingsOf(flags: BaselineFlags): Settings {
  return withJudge(readModelSettings(flags, [...judgeStageNames, "baseline/answers"]), flags.judge, judgeStageNames);
}

const searchesOf = (settings: readonly BaselineSetting[], cosine: boolean): Searches => ({
  embedding: [...(settings.some(({ retriever }) => usesVectors(retriever)) ? ["baseline/retrievals"] : []), ...(cosine ? ["evaluate/scores"] : [])],
  reranking: settings.some(({ retriever }) => usesReranker(retriever)) ? ["baseline/retrievals"] : [],
});

/** Returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. */
export async function baseline(run: string, flags: BaselineFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const model = settingsOf(flags);
  const answered = flags.retrievalOnly !== true && flags.rankAgainst === undefined;
  const settings = sweepFrom(flags, model);
  const metrics = metricsFor(flags, answered, model);
  const truths = chooseRunTruths(run, flags.split);
  const others = flags.rankAgainst ? readOtherQuestions(flags.rankAgainst, truths.documents, truths.rows) : { rows: [], sources: [] };
  for (const notice of rankingNotices(flags, others, settings)) printer.note(notice);
  const corpus = await openCorpus({ run, from: flags.distractorsFrom, count: number("distractors", flags.distractors), settings: model, truths: [...truths.rows, ...others.rows] });
  const directory = flags.out ?? join(run, "evaluations", flags.name);
  const signal = interruption(printer);
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
  const sweep = { run, directory, flags, settings, metrics, truths, distractors: corpus.distractors, randomSeed: model.randomSeed, printer };
  return runStages({
    directory,
    stages,
    inputs,
    settings: model,
    flags,
    told,
    printer,
    signal,
    searches: searchesOf(settings, cosine),
    onServices: services => retrieval.open(services.retrieval),
    finish: (summary, services) => finish(sweep, summary, services),
  });
}

const fewSettings = 20;

function rankingNotices({ rankAgainst, rankHalves }: BaselineFlags, others: OtherQuestions, settings: readonly BaselineSetting[]): string[] {
  if (rankAgainst === undefined && rankHalves !== true) return [];
  const few = `${settings.length} settings make few pairs to rank; compare ${fewSettings} or more (--chunk-size, --top-k, --overlap, --subject-prefix both).`;
  return [...leftOutNotices(others), ...(settings.length < fewSettings ? [few] : [])];
}

function metricsFor({ judge, metrics }: BaselineFlags, answered: boolean, { embedding }: Settings): Metric[] {
  const possible = possibleMetrics({ variant: "paper", judged: answered && judge !== undefined, embedded: answered && embedding !== null });
  const wanted = metrics === undefined ? possible : oneOf("metrics", Metric.options, metrics);
  const impossible = wanted.find(metric => !possible.includes(metric));
  if (impossible === undefined) return wanted;
  throw new PipelineError("wrong-use", `${impossible} cannot be computed here.`, {
    hint: "Judged metrics need --judge and answers, sentence-cosine an embedding model in ragwright.yaml.",
  });
}

/** The best setting against each of the others, so that nobody takes chance for merit. */
function comparisonsIn({ directory, metrics }: Sweep, result: EvaluationResult): EvaluationResult["comparisons"] {
  const rows = readScores(directory);
  const of = (system: string) => rows.filter(row => row.system === system);
  return (["completeness", "evidence-recall", "rouge-l"] as const)
    .filter(metric => metrics.includes(metric))
    .flatMap(metric => {
      const best = bestOf(result, metric);
      return best === undefined ? [] : result.systems.filter(({ system }) => system !== best).flatMap(({ system }) => compareSystems(of(best), of(system), [metric]));
    });
}

function finish(sweep: Sweep, { failures }: RunSummary, services: Services): number {
  const { run, directory, flags, settings, metrics, truths, distractors, printer } = sweep;
  const told = {
    kind: "baseline" as const,
    name: flags.name,
    variant: "paper" as const,
    items: truths.rows.length,
    missing: [],
    surplus: [],
    provenance: { predictions: null, against: { path: run, hash: truths.hash }, models: services.models, program: programName() },
    distractors,
    comparisons: [],
    ranking: compareRankings(readScores(directory), { metrics, against: flags.rankAgainst ?? [], halves: flags.rankHalves === true, randomSeed: sweep.randomSeed }),
    judges: [],
    gate: null,
  };
  const result = buildResult(directory, told, settings);
  const compared = { ...result, comparisons: comparisonsIn(sweep, result) };
  const written = writeResult(directory, compared);
  writeReport(run);
  const { calls, spending } = statusOf(directory);
  const texts = [
    evaluationText({ ...compared, comparisons: [] }, written),
    calls.length === 0 ? "" : `Asked: ${spentText({ calls, spending })}`,
    failedText(failures.length, directory),
    `Report: ${join(run, "report.html")}`,
  ];
  printer.result({ ...compared, calls, spending, failed: failures.length }, texts.filter(text => text !== "").join("\n"));
  return failures.length > 0 ? 1 : 0;
}
