// The stages of an evaluation, in pipeline order: judges, scores, losses, diagnoses, summaries.

import { Metric, type Variant } from "../../schemas/evaluation/metrics.ts";
import { truths } from "../../schemas/evaluation/truth.ts";
import type { Stage } from "../engine/stage.ts";
import { diagnosesStage } from "./diagnosis/diagnoses.ts";
import { correctnessStage } from "./judges/correctness.ts";
import { faithfulnessStage } from "./judges/faithfulness.ts";
import { keypointJudgementsStage } from "./judges/keypoints.ts";
import { questAnswersStage } from "./judges/quest-answers.ts";
import { questReferenceAnswersStage } from "./judges/quest-reference-answers.ts";
import { relevanceStage } from "./judges/relevance.ts";
import { type KnownChunks, lossesStage } from "./evidence/evidence-losses.ts";
import { type ScoringOptions, scoresStage } from "./scores/scores.ts";
import { summariesStage } from "./summaries.ts";

/** The stage of each judge, and the metrics that need it. */
const judges: readonly (readonly [Stage, readonly Metric[]])[] = [
  [keypointJudgementsStage, ["completeness", "hallucination", "irrelevance"]],
  [faithfulnessStage, ["faithfulness"]],
  [relevanceStage, ["relevance"]],
  [correctnessStage, ["correctness", "pass"]],
  [questReferenceAnswersStage, ["quest-recall", "quest-precision"]],
  [questAnswersStage, ["quest-recall", "quest-precision"]],
];

/** Names of all judges' stages. */
export const judgeStageNames: readonly string[] = judges.map(([{ name }]) => name);

/** Names of the stages of the judges from whose verdicts a metric is computed. */
export const judgeStageNamesOf = (metric: Metric): string[] =>
  judges.flatMap(([{ name }, metrics]) => (metrics.includes(metric) ? [name] : []));

/** Metrics that only the released programs have. */
const publishedOnlyMetrics: readonly Metric[] = [
  "rageval-precision",
  "rageval-snr",
  "crud-rouge-l",
  "crud-bleu-1",
  "crud-bleu-2",
  "crud-bleu-3",
  "crud-bleu-4",
];
/** Metrics that the released programs lack. */
const paperOnlyMetrics: readonly Metric[] = ["rageval-recall-same-chunk"];

interface MetricChoice {
  readonly variant: Variant;
  readonly hasJudge: boolean;
  readonly hasEmbedding: boolean;
}

const metricsOfJudges = new Set(judges.flatMap(([, metrics]) => metrics));

/** Metrics that can be computed: judged ones need a judge, and sentence-cosine needs an embedding model. */
export const possibleMetrics = ({ variant, hasJudge, hasEmbedding }: MetricChoice): Metric[] =>
  Metric.options.filter(metric => {
    if (metricsOfJudges.has(metric)) return hasJudge;
    if (metric === "sentence-cosine") return hasEmbedding;
    return !(variant === "paper" ? publishedOnlyMetrics : paperOnlyMetrics).includes(metric);
  });

/** A stage with nothing to do: its artifact stays empty. */
const withoutWork = ({ name, module, writes }: Stage): Stage => ({
  name,
  module,
  prompts: [],
  over: truths,
  writes,
  all: () => ({ rows: [] }),
});

export interface EvaluationSettings extends ScoringOptions {
  /** The systems' chunks, if known. */
  readonly chunks: KnownChunks | null;
  /** A document's name for people; if given, each answer is diagnosed. Absent for a sweep, which has many settings. */
  readonly nameOf?: (documentId: string) => string;
}

/** A judge is called only if at least one of its metrics is requested. */
export const evaluationStages = (settings: EvaluationSettings): Stage[] => [
  ...judges.map(([stage, metrics]) =>
    metrics.some(metric => settings.metrics.includes(metric)) ? stage : withoutWork(stage),
  ),
  scoresStage(settings),
  lossesStage(settings.chunks),
  ...(settings.nameOf ? [diagnosesStage(settings.nameOf)] : []),
  summariesStage,
];
