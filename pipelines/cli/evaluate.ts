// `ragwright evaluate`: scores what a RAG system did with the items of a run or a dataset.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { keypointJudgements } from "../../schemas/evaluation/judgements.ts";
import { Metric, type Variant } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { readRows } from "../engine/reading.ts";
import type { RunSummary } from "../engine/runner.ts";
import { statusOf } from "../engine/status.ts";
import { absentMetrics } from "../evaluate/absent-metrics.ts";
import { compareSystems } from "../evaluate/statistics/comparison.ts";
import { type Bound, parseFailUnder } from "../evaluate/fail-under.ts";
import { checkGate } from "../evaluate/gate.ts";
import { judgeAgreement } from "../evaluate/statistics/judge-agreement.ts";
import { evaluationStages, judgeStageNames, possibleMetrics } from "../evaluate/pipeline.ts";
import { buildResult, itemLines, metricsOf, readResult, readScores, writeResult } from "../evaluate/result.ts";
import { checkedName, type ChosenTruths, chooseTruths, evaluationInputs, folderName, type ReadSystem, readSystem, type Split } from "../run/evaluation-inputs.ts";
import { absentText, evaluationText, failedText, gateText } from "./evaluation-text.ts";
import { oneOf } from "./lists.ts";
import { programName } from "../run/package-files.ts";
import { createPrinter } from "./print.ts";
import type { Reporter } from "../run/reporter.ts";
import { deferredRetrieval } from "../run/retrieval-services.ts";
import type { Services } from "../run/services.ts";
import { spentText } from "./status-text.ts";
import { type RunFlags, readModelSettings } from "../run/settings.ts";
import { interruption, runStages } from "../run/stage-run.ts";

interface EvaluateFlags extends RunFlags {
  readonly against?: string;
  readonly name?: string;
  readonly split?: Split;
  readonly metrics?: string[];
  readonly variant: Variant;
  readonly chunks?: string;
  readonly compare?: string[];
  readonly failUnder?: string[];
  readonly allowMissing?: boolean;
  readonly items?: string;
}

interface Evaluating {
  readonly path: string;
  readonly flags: EvaluateFlags;
  readonly against: string;
  readonly name: string;
  readonly directory: string;
  readonly metrics: readonly Metric[];
  readonly judged: boolean;
  readonly embedded: boolean;
  readonly truths: ChosenTruths;
  readonly system: ReadSystem;
  readonly printer: Reporter;
}

/** Returns the exit code: 0 done, 1 failed rows or a metric that falls short, 3 waiting for replies. */
export async function evaluate(path: string, flags: EvaluateFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const bounds = parseFailUnder(flags.failUnder, flags.allowMissing);
  const judged = flags.model !== undefined;
  const { items: _items, ...modelFlags } = flags;
  const settings = readModelSettings(modelFlags, judgeStageNames);
  const embedded = settings.embedding !== null;
  const metrics = chosenMetrics(flags, { judged, embedded, bounds });
  const against = flags.against ?? path;
  const name = checkedName(flags.name ?? folderName(path));
  for (const other of flags.compare ?? []) readResult(other);
  const truths = itemsFor(path, flags);
  const system = readSystem({ path, system: name, truths, chunks: flags.chunks });
  for (const notice of system.notices) printer.note(notice);
  if (system.rows.length === 0) throw noneJoined(path, against, system);
  const directory = flags.out ?? join(truths.documents ? against : "out", "evaluations", name);
  const retrieval = deferredRetrieval(settings);
  const signal = interruption(printer);
  const { embed, embeddingModel = null } = retrieval.forStage("evaluate/scores");
  const embedTexts = embed && metrics.includes("sentence-cosine") ? (texts: readonly string[]) => embed(texts, signal) : undefined;
  const stages = evaluationStages({ metrics, variant: flags.variant, embed: embedTexts, embeddingModel, chunks: system.chunks });
  const evaluating = { path, flags, against, name, directory, metrics, judged, embedded, truths, system, printer };
  return runStages({
    directory,
    stages,
    inputs: evaluationInputs(truths.rows, system.rows),
    settings,
    flags,
    told: () => ({ evaluation: { predictions: path, against, variant: flags.variant, metrics }, maxCost: settings.maxCost }),
    printer,
    signal,
    searches: embedTexts ? { embedding: ["evaluate/scores"] } : {},
    onServices: services => retrieval.open(services.retrieval),
    finish: (summary, services) => finish(evaluating, summary, { services, bounds }),
  });
}

/** Without --against the items stand in the predictions themselves, and what is missing may be the option. */
function itemsFor(path: string, { against, split }: EvaluateFlags): ChosenTruths {
  try {
    return chooseTruths(against ?? path, split);
  } catch (error) {
    if (against !== undefined || !existsSync(path) || !(error instanceof PipelineError)) throw error;
    throw new PipelineError(error.code, error.message, { hint: `${error.hint} If these are predictions alone, say of which items: --against <run>.`, cause: error });
  }
}

interface Possible {
  readonly judged: boolean;
  readonly embedded: boolean;
  readonly bounds: readonly Bound[];
}

/** PipelineError("wrong-use") for a metric that is wanted, or bounded, and cannot be computed here. */
function chosenMetrics({ metrics, variant }: EvaluateFlags, { judged, embedded, bounds }: Possible): Metric[] {
  const possible = possibleMetrics({ variant, judged, embedded });
  const wanted = metrics === undefined ? possible : oneOf("metrics", Metric.options, metrics);
  const bounded = bounds.map(({ metric }) => metric);
  const impossible = [...wanted, ...bounded].find(metric => !possible.includes(metric));
  if (impossible === undefined) return [...new Set([...wanted, ...bounded])];
  const everywhere = possibleMetrics({ variant, judged: true, embedded: true }).includes(impossible);
  throw new PipelineError("wrong-use", `${impossible} cannot be computed here.`, {
    hint: !everywhere
      ? `It belongs to the other variant: --variant ${variant === "paper" ? "published" : "paper"}`
      : impossible === "sentence-cosine"
        ? "Name an embedding model in ragwright.yaml: embedding: { model: NAME }"
        : "Name a judge: --model openai:NAME, or --model rules for the floor.",
  });
}

/** Metrics that were asked for, or that the variant has, and that stand in no row of the result, by what they lack. */
function absentOf({ flags, metrics, judged, embedded, truths, system }: Evaluating, present: object): ReadonlyMap<string, readonly Metric[]> {
  const wanted = flags.metrics === undefined ? possibleMetrics({ variant: flags.variant, judged: true, embedded: true }) : metrics;
  const absent = wanted.filter(metric => !(metric in present));
  return absentMetrics(absent, { truths: truths.rows, predictions: system.rows, judged, embedded });
}

const noneJoined = (path: string, against: string, { surplus }: ReadSystem) =>
  new PipelineError("bad-input", `No prediction of ${path} is of an item of ${against}; its ids begin ${surplus.slice(0, 3).join(", ")}.`, {
    hint: "Ids are those of items/items.jsonl, or those of an export of this run (dragonball's query_id, CRUD's ID, BEIR's _id).",
  });

interface Ended {
  readonly services: Pick<Services, "models">;
  readonly bounds: readonly Bound[];
}

function comparisonsWith({ directory, metrics, name, flags }: Evaluating): EvaluationResult["comparisons"] {
  const own = readScores(directory);
  return (flags.compare ?? []).flatMap(other => {
    const { systems } = readResult(other);
    const theirs = readScores(other);
    return systems.flatMap(({ system }) =>
      compareSystems(
        own,
        theirs.filter(row => row.system === system),
        metrics,
      ).map(comparison => ({ ...comparison, first: name, second: system === name ? other : system })),
    );
  });
}

function finish(evaluating: Evaluating, { failures }: RunSummary, { services, bounds }: Ended): number {
  const { path, flags, against, name, directory, truths, system, printer } = evaluating;
  const judgements = [...readRows(directory, keypointJudgements)];
  const result = buildResult(directory, {
    kind: "evaluation",
    name,
    variant: flags.variant,
    items: truths.rows.length,
    missing: [...system.missing],
    surplus: [...system.surplus],
    provenance: { predictions: { path, hash: system.hash }, against: { path: against, hash: truths.hash }, models: services.models, program: programName() },
    distractors: null,
    comparisons: comparisonsWith(evaluating),
    ranking: [],
    judges: truths.documents && judgements.length > 0 ? judgeAgreement(against, system.rows, judgements) : [],
    gate: checkGate({ bounds, truths: truths.rows, scores: readScores(directory), missing: system.missing, allowMissing: flags.allowMissing === true, variant: flags.variant }),
  });
  const written = writeResult(directory, result);
  if (flags.items !== undefined) replaceFile(flags.items, itemLines(readScores(directory)));
  const metrics = metricsOf(result);
  const short = result.gate?.bounds.filter(({ kept }) => !kept) ?? [];
  const absent = absentOf(evaluating, metrics);
  const { calls, spending } = statusOf(directory);
  const texts = [
    evaluationText(result, written),
    absentText(absent),
    calls.length === 0 ? "" : `Judge: ${spentText({ calls, spending })}`,
    failedText(failures.length, directory),
    result.gate ? gateText(result.gate) : "",
  ];
  const value = { ...result, metrics, notComputed: Object.fromEntries(absent), calls, spending, failed: failures.length, failUnder: short };
  printer.result(value, texts.filter(text => text !== "").join("\n"));
  return failures.length > 0 || short.length > 0 ? 1 : 0;
}
