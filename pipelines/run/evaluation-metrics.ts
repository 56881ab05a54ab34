// Chooses the metrics of an evaluation or a baseline, says why others are absent, and provides vectors for sentence-cosine.

import type { Metric, Variant } from "../../schemas/evaluation/metrics.ts";
import type { PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { absentMetrics } from "../evaluate/absent-metrics.ts";
import type { Bound } from "../evaluate/fail-under.ts";
import { possibleMetrics } from "../evaluate/pipeline.ts";
import type { DeferredRetrieval } from "./deferred-retrieval.ts";

export interface Possible {
  readonly variant: Variant;
  /** Whether there is a judge. */
  readonly judged: boolean;
  /** Whether there is an embedding model. */
  readonly embedded: boolean;
}

interface Wanted {
  /** Default: all that can be computed. */
  readonly metrics?: readonly Metric[] | undefined;
  readonly failUnder?: readonly Bound[] | undefined;
}

/** Throws PipelineError("wrong-use") for a wanted or bounded metric that cannot be computed here. */
export function chosenMetrics({ metrics, failUnder = [] }: Wanted, possible: Possible): Metric[] {
  const all = possibleMetrics(possible);
  const chosen = [...new Set([...(metrics ?? all), ...failUnder.map(({ metric }) => metric)])];
  const impossible = chosen.find(metric => !all.includes(metric));
  if (impossible !== undefined)
    throw cannotBeComputed(impossible, evaluationHint(impossible, possible));
  return chosen;
}

const cannotBeComputed = (metric: Metric, hint: string) =>
  new PipelineError("wrong-use", `${metric} cannot be computed here.`, { hint });

function evaluationHint(metric: Metric, { variant }: Possible): string {
  if (!possibleMetrics({ variant, judged: true, embedded: true }).includes(metric))
    return `It belongs to the other variant: --variant ${variant === "paper" ? "published" : "paper"}`;
  if (metric === "sentence-cosine")
    return "Name an embedding model in ragwright.yaml: embedding: { model: NAME }";
  return "Name a judge: --model openai:NAME, or --model rules for the floor.";
}

/** The same for a baseline, which has no other variant and no bounds. */
export function baselineMetrics(
  wanted: readonly Metric[] | undefined,
  possible: Omit<Possible, "variant">,
): readonly Metric[] {
  const all = possibleMetrics({ ...possible, variant: "paper" });
  const impossible = wanted?.find(metric => !all.includes(metric));
  if (impossible === undefined) return wanted ?? all;
  throw cannotBeComputed(
    impossible,
    "Judged metrics need --judge and answers, sentence-cosine an embedding model in ragwright.yaml.",
  );
}

interface Scored extends Possible {
  readonly metrics: readonly Metric[];
  readonly options: Wanted;
  readonly truths: { readonly rows: readonly TruthRow[] };
  readonly system: { readonly rows: readonly PredictionRow[] };
}

/** Metrics that were wanted or belong to the variant but are absent from the result, by what they lack. */
export function absentOf(
  { options, variant, metrics, judged, embedded, truths, system }: Scored,
  present: object,
): ReadonlyMap<string, readonly Metric[]> {
  const wanted =
    options.metrics === undefined
      ? possibleMetrics({ variant, judged: true, embedded: true })
      : metrics;
  const absent = wanted.filter(metric => !(metric in present));
  return absentMetrics(absent, { truths: truths.rows, predictions: system.rows, judged, embedded });
}

/** Embedding for sentence-cosine; undefined if it is not among the metrics. */
export function scoreVectors(
  retrieval: DeferredRetrieval,
  metrics: readonly Metric[],
  signal: AbortSignal,
) {
  const { servicesOf, embeddingModels } = retrieval.forStage("evaluate/scores");
  const { embed } = servicesOf({});
  const [embeddingModel = null] = embeddingModels;
  const embedTexts =
    embed && metrics.includes("sentence-cosine")
      ? (texts: readonly string[]) => embed(texts, signal)
      : undefined;
  return { embed: embedTexts, embeddingModel };
}
