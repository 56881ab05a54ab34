// Gate of an evaluation: bounds on its metrics, another system that it must be no worse than, and its files for CI.

import { join } from "node:path";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult, Gate } from "../../schemas/evaluation/result.ts";
import { PipelineError } from "../engine/errors.ts";
import { defaultMetricOf } from "../evaluate/decide/deciding-metric.ts";
import { requireDecidingMetric } from "../evaluate/decide/paired-leads.ts";
import { type Bound, refuseIdleBounds } from "../evaluate/metric-bounds.ts";
import { checkGate } from "../evaluate/gate.ts";
import { checkNoWorse } from "../evaluate/no-worse-check.ts";
import { judgeStageNamesOf } from "../evaluate/pipeline.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import { replaceFile } from "../engine/files.ts";
import { noWorseLine } from "../report/gate/gate-lines.ts";
import { junitOf } from "../report/gate/junit.ts";
import { markdownSummary } from "../report/gate/markdown-summary.ts";
import { otherSystemFolder } from "./earlier-folders.ts";
import { type ChosenTruths, folderName, type SystemData } from "./evaluation-inputs.ts";
import type { MetricConditions } from "./evaluation-metrics.ts";

export interface GateOptions {
  /** Bounds that the metrics must meet for the status to be `done`. */
  readonly failUnder?: readonly Bound[] | undefined;
  /** Items without a prediction are left out of the gate, with a warning in the result; otherwise they count as failed. */
  readonly allowMissing?: boolean | undefined;
  /** Another system that this one must be no worse than: its predictions, or the folder of its evaluation. */
  readonly noWorseThan?: string | undefined;
  /** How much worse it may be and still pass, as a share of a metric's range. Default: 0.02. */
  readonly margin?: number | undefined;
  /** Metrics to compare. Default: completeness if both were judged, otherwise evidence recall. */
  readonly noWorseIn?: readonly Metric[] | undefined;
  /** Whether an undecided comparison still counts as `done`. */
  readonly allowUndecided?: boolean | undefined;
}

interface GatedEvaluation extends Pick<MetricConditions, "variant"> {
  readonly options: GateOptions;
  readonly directory: string;
  readonly truths: ChosenTruths;
  readonly system: SystemData;
}

type Models = EvaluationResult["provenance"]["models"];

const comparisonOptions: readonly (keyof GateOptions)[] = ["margin", "noWorseIn", "allowUndecided"];

/** Throws PipelineError("wrong-use") for bounds that a system giving no answers would meet, and for options without the option they require. */
function refuseVacuousGate(options: GateOptions): void {
  const { failUnder = [], allowMissing = false, noWorseThan, noWorseIn = [] } = options;
  for (const metric of noWorseIn) requireDecidingMetric(metric);
  if (noWorseThan === undefined) {
    refuseIdleBounds(failUnder, allowMissing);
    if (comparisonOptions.every(name => options[name] === undefined)) return;
    throw new PipelineError(
      "wrong-use",
      "--margin, --no-worse-in and --allow-undecided need --no-worse-than.",
      { hint: "Name the other system: --no-worse-than main.jsonl" },
    );
  }
  if (failUnder.length > 0) refuseIdleBounds(failUnder, allowMissing);
}

/** Options that concern only one of the two systems. */
const singleSystemOptions = {
  chunks: undefined,
  itemLines: undefined,
  compare: undefined,
  older: undefined,
  frozen: undefined,
  original: undefined,
  originalPredictions: undefined,
  failUnder: undefined,
  allowMissing: undefined,
  noWorseThan: undefined,
  margin: undefined,
  noWorseIn: undefined,
  allowUndecided: undefined,
  junit: undefined,
  summary: undefined,
} as const;

interface RequestedMetricOptions extends GateOptions {
  readonly metrics?: readonly Metric[] | undefined;
}

/** Metrics to compute, including those to compare; undefined (all) if none are named. */
export const requestedMetrics = ({ metrics, noWorseIn = [] }: RequestedMetricOptions) =>
  metrics && [...metrics, ...noWorseIn];

/** Options for evaluating the other system in the same way, in a subfolder of this system's evaluation. */
export const otherSystemOptions = <Options extends RequestedMetricOptions>(
  options: Options,
  predictions: string,
  directory: string,
) => ({
  ...options,
  ...singleSystemOptions,
  metrics: requestedMetrics(options),
  predictions,
  name: folderName(predictions),
  out: join(directory, otherSystemFolder),
});

/** Throws PipelineError("bad-input") if two judges would be compared instead of two systems. */
function refuseOtherJudge(metric: Metric, models: Models, otherFolder: string): void {
  const otherModels = readResult(otherFolder).provenance.models;
  for (const stage of judgeStageNamesOf(metric))
    if (models[stage] !== otherModels[stage])
      throw new PipelineError(
        "bad-input",
        `${otherFolder} was judged by ${otherModels[stage] ?? "no model"}, but this one by ${models[stage] ?? "no model"}: their ${metric} cannot be compared.`,
        {
          hint: "Give the other system's predictions instead: they are then judged by the same judge.",
        },
      );
}

const noSharedMetricError = (otherFolder: string) =>
  new PipelineError(
    "bad-input",
    `There is no metric that this system and ${otherFolder} both have.`,
    {
      hint: "Give passages or answers for both, or name a metric: --no-worse-in rouge-l",
    },
  );

function noWorseOf(
  { options, directory, truths, system, variant }: GatedEvaluation,
  otherFolder: string,
  models: Models,
): Gate["noWorse"] {
  const { allowMissing = false, margin = 0.02, noWorseIn } = options;
  const [scores, otherScores] = [readScores(directory), readScores(otherFolder)];
  const defaultMetric = defaultMetricOf(otherScores, scores);
  const metrics = noWorseIn ?? (defaultMetric === undefined ? [] : [defaultMetric]);
  const hasMetric = (rows: readonly ScoreRow[], metric: Metric) =>
    rows.some(({ values }) => values[metric] != null);
  if (metrics.length === 0 || metrics.some(metric => !hasMetric(otherScores, metric)))
    throw noSharedMetricError(otherFolder);
  for (const metric of metrics) refuseOtherJudge(metric, models, otherFolder);
  const evaluation = {
    truths: truths.rows,
    scores,
    missingIds: system.missingIds,
    allowMissing,
    variant,
  };
  return metrics.map(metric =>
    checkNoWorse({ gateInput: evaluation, otherScores, otherFolder, metric, margin }),
  );
}

/** Null if there is nothing to check. Here `noWorseThan` is always the folder of an evaluation. */
export function gateOf(evaluation: GatedEvaluation, models: Models): Gate | null {
  const { options, directory, truths, system, variant } = evaluation;
  const { failUnder: bounds = [], allowMissing = false, noWorseThan } = options;
  const ownGate = checkGate({
    bounds,
    truths: truths.rows,
    scores: readScores(directory),
    missingIds: system.missingIds,
    allowMissing,
    variant,
  });
  if (noWorseThan === undefined) return ownGate;
  return {
    bounds: [],
    warning: null,
    ...ownGate,
    noWorse: noWorseOf(evaluation, noWorseThan, models),
  };
}

/** Whether the system passes all checks of the gate. */
export const isGatePassed = (gate: Gate | null, allowUndecided = false): boolean =>
  gate === null ||
  (gate.bounds.every(({ kept }) => kept) &&
    (gate.noWorse ?? []).every(
      ({ outcome }) => outcome === "passes" || (outcome === "undecided" && allowUndecided),
    ));

export interface GateFileOptions extends GateOptions {
  /** File to write the gate's JUnit XML to. */
  readonly junit?: string | undefined;
  /** File to write a summary in Markdown to. */
  readonly summary?: string | undefined;
}

/** Throws PipelineError("wrong-use") for a gate that checks nothing, and for `junit` without a gate. */
export function checkGateOptions(options: GateFileOptions): void {
  refuseVacuousGate(options);
  const { junit, failUnder = [], noWorseThan } = options;
  if (junit === undefined || failUnder.length > 0 || noWorseThan !== undefined) return;
  throw new PipelineError("wrong-use", "--junit needs --fail-under or --no-worse-than.", {
    hint: "Those checks are its test cases. For values alone: --summary FILE",
  });
}

export function writeGateFiles(
  result: EvaluationResult,
  { junit, summary, allowUndecided = false }: GateFileOptions,
): void {
  const { name, gate } = result;
  if (junit !== undefined && gate) replaceFile(junit, [junitOf({ name, gate }, allowUndecided)]);
  if (summary !== undefined) replaceFile(summary, [markdownSummary(result)]);
}

/** Comparison with the other system, one line per metric; empty if no other system was named. */
export const comparisonLines = ({ noWorse = [] }: Gate): string[] =>
  noWorse.map(noWorseLine).map(({ name, finding }) => `${name}: ${finding}`);
