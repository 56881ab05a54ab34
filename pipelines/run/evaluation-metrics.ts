// Chooses the metrics of an evaluation or a baseline, says why others are absent, and provides vectors for sentence-cosine.

import type { Metric, Variant } from "../../schemas/evaluation/metrics.ts";
import type { PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { metricsByUnmetNeed } from "../evaluate/metrics-by-unmet-need.ts";
import type { Bound } from "../evaluate/metric-bounds.ts";
import { possibleMetrics } from "../evaluate/pipeline.ts";
import type { DeferredRetrieval } from "./deferred-retrieval.ts";

export interface MetricConditions {
  readonly variant: Variant;
  /** Whether there is a judge. */
  readonly hasJudge: boolean;
  /** Whether there is an embedding model. */
  readonly hasEmbedding: boolean;
}

interface RequestedMetrics {
  /** Default: all that can be computed. */
  readonly metrics?: readonly Metric[] | undefined;
  readonly failUnder?: readonly Bound[] | undefined;
}

/** Throws PipelineError("wrong-use") for a requested or bounded metric that cannot be computed here. */
export function chooseMetrics(
  { metrics, failUnder = [] }: RequestedMetrics,
  conditions: MetricConditions,
  hintOf: (metric: Metric) => string = metric => hintFor(metric, conditions),
): Metric[] {
  const allMetrics = possibleMetrics(conditions);
  const chosen = [
    ...new Set([...(metrics ?? allMetrics), ...failUnder.map(({ metric }) => metric)]),
  ];
  const impossibleMetric = chosen.find(metric => !allMetrics.includes(metric));
  if (impossibleMetric === undefined) return chosen;
  throw new PipelineError("wrong-use", `${impossibleMetric} cannot be computed here.`, {
    hint: hintOf(impossibleMetric),
  });
}

function hintFor(metric: Metric, { variant }: MetricConditions): string {
  if (!possibleMetrics({ variant, hasJudge: true, hasEmbedding: true }).includes(metric))
    return `It belongs to the other variant: --variant ${variant === "paper" ? "published" : "paper"}`;
  if (metric === "sentence-cosine")
    return "Name an embedding model in ragwright.yaml: embedding: { model: NAME }";
  return "Name a judge: --model openai:NAME, or --model rules for a lower bound.";
}

/** Like `chooseMetrics`, for a baseline: it has no other variant and no bounds. */
export const chooseBaselineMetrics = (
  metrics: readonly Metric[] | undefined,
  conditions: Omit<MetricConditions, "variant">,
): Metric[] =>
  chooseMetrics(
    { metrics },
    { ...conditions, variant: "paper" },
    () =>
      "Judged metrics need --judge and answers; sentence-cosine needs an embedding model in ragwright.yaml.",
  );

interface ScoredEvaluation extends MetricConditions {
  readonly metrics: readonly Metric[];
  readonly options: RequestedMetrics;
  readonly truths: { readonly rows: readonly TruthRow[] };
  readonly system: { readonly rows: readonly PredictionRow[] };
}

/** Metrics that were requested or belong to the variant but are absent from the result, grouped by what they lack. */
export function absentMetricsOf(
  { options, variant, metrics, hasJudge, hasEmbedding, truths, system }: ScoredEvaluation,
  metricValues: object,
): ReadonlyMap<string, readonly Metric[]> {
  const wantedMetrics =
    options.metrics === undefined
      ? possibleMetrics({ variant, hasJudge: true, hasEmbedding: true })
      : metrics;
  const absentMetrics = wantedMetrics.filter(metric => !(metric in metricValues));
  return metricsByUnmetNeed(absentMetrics, {
    truths: truths.rows,
    predictions: system.rows,
    hasJudge,
    hasEmbedding,
  });
}

/** Embedding for sentence-cosine; undefined if it is not among the metrics. */
export function embeddingForScores(
  retrieval: DeferredRetrieval,
  metrics: readonly Metric[],
  signal: AbortSignal,
) {
  const { openServices, embeddingModels } = retrieval.forStage("evaluate/scores");
  const { embed } = openServices({});
  const [embeddingModel = null] = embeddingModels;
  const embedTexts =
    embed && metrics.includes("sentence-cosine")
      ? (texts: readonly string[]) => embed(texts, signal)
      : undefined;
  return { embed: embedTexts, embeddingModel };
}
