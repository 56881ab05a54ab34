// The stages of an evaluation, in flow order: judges, scores, losses, summaries.

import { Metric, type Variant } from "../../schemas/evaluation/metrics.ts";
import { truths } from "../../schemas/evaluation/truth.ts";
import type { Stage } from "../engine/stage.ts";
import { diagnosesStage } from "./diagnosis/diagnoses.ts";
import { correctnessStage } from "./judges/correctness.ts";
import { faithfulnessStage } from "./judges/faithfulness.ts";
import { keypointJudgementsStage } from "./judges/keypoints.ts";
import { questAnswersStage } from "./judges/quest-answers.ts";
import { questReferencesStage } from "./judges/quest-references.ts";
import { relevanceStage } from "./judges/relevance.ts";
import { type KnownChunks, lossesStage } from "./evidence/losses.ts";
import { type Scoring, scoresStage } from "./scores/scores.ts";
import { summariesStage } from "./summaries.ts";

/** Each judge, and the metrics that need it. */
const judges: readonly (readonly [Stage, readonly Metric[]])[] = [
  [keypointJudgementsStage, ["completeness", "hallucination", "irrelevance"]],
  [faithfulnessStage, ["faithfulness"]],
  [relevanceStage, ["relevance"]],
  [correctnessStage, ["correctness", "pass"]],
  [questReferencesStage, ["quest-recall", "quest-precision"]],
  [questAnswersStage, ["quest-recall", "quest-precision"]],
];

/** Names of all stages that a judge answers. */
export const judgeStageNames: readonly string[] = judges.map(([{ name }]) => name);

/** Names of the judges' stages that a metric is computed from. */
export const judgesOf = (metric: Metric): string[] =>
  judges.flatMap(([{ name }, metrics]) => (metrics.includes(metric) ? [name] : []));

/** Metrics that only the released programs have. */
const publishedOnly: readonly Metric[] = [
  "rageval-precision",
  "rageval-snr",
  "crud-rouge-l",
  "crud-bleu-1",
  "crud-bleu-2",
  "crud-bleu-3",
  "crud-bleu-4",
];
/** Metrics that the released programs lack. */
const paperOnly: readonly Metric[] = ["rageval-recall-same-chunk"];

interface Choice {
  readonly variant: Variant;
  readonly judged: boolean;
  readonly embedded: boolean;
}

const needsJudge = new Set(judges.flatMap(([, metrics]) => metrics));

/** Metrics that can be computed: judged ones need a judge, sentence-cosine an embedding endpoint. */
export const possibleMetrics = ({ variant, judged, embedded }: Choice): Metric[] =>
  Metric.options.filter(metric => {
    if (needsJudge.has(metric)) return judged;
    if (metric === "sentence-cosine") return embedded;
    return !(variant === "paper" ? publishedOnly : paperOnly).includes(metric);
  });

/** The same stage without any work: its artifact stays empty. */
const silent = ({ name, module, writes }: Stage): Stage => ({
  name,
  module,
  prompts: [],
  over: truths,
  writes,
  all: () => ({ rows: [] }),
});

export interface EvaluationSettings extends Scoring {
  /** The systems' chunks, if known. */
  readonly chunks: KnownChunks | null;
  /** A document's name for people; if given, each answer is diagnosed. Absent for a sweep, which has many settings. */
  readonly nameOf?: (documentId: string) => string;
}

/** A judge whose metrics are not requested is not asked. */
export const evaluationStages = (settings: EvaluationSettings): Stage[] => [
  ...judges.map(([stage, metrics]) =>
    metrics.some(metric => settings.metrics.includes(metric)) ? stage : silent(stage),
  ),
  scoresStage(settings),
  lossesStage(settings.chunks),
  ...(settings.nameOf ? [diagnosesStage(settings.nameOf)] : []),
  summariesStage,
];
