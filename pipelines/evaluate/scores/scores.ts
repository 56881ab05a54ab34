// Scores each prediction by every metric that applies to it.

import {
  correctness,
  faithfulness,
  keypointJudgements,
  questAnswers,
  questReferences,
  relevance,
} from "../../../schemas/evaluation/judgements.ts";
import {
  type Metric,
  type ScoreRow,
  scores,
  type Variant,
} from "../../../schemas/evaluation/metrics.ts";
import { type PredictionRow, predictions } from "../../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { cosine } from "../metrics/cosine.ts";
import { createAnswerScorer } from "./answer-scores.ts";
import { abstainedMetricsOf, judgedScores } from "./judged-scores.ts";
import { retrievalScores } from "./retrieval-scores.ts";
import { truthScores } from "./truth-scores.ts";

/** Embeds texts; the vectors are in the order of the texts. */
type EmbedTexts = (texts: readonly string[]) => Promise<Float32Array[]>;

export interface ScoringOptions {
  readonly metrics: readonly Metric[];
  readonly variant: Variant;
  /** For sentence-cosine; undefined if no embedding endpoint is set. */
  readonly embed: EmbedTexts | undefined;
  readonly embeddingModel: string | null;
}

async function cosineScore(
  embed: EmbedTexts | undefined,
  { answer: reference }: TruthRow,
  { answer }: PredictionRow,
): Promise<ScoreRow["values"]> {
  if (!embed || answer === null || answer.trim() === "" || reference.trim() === "") return {};
  const [answerVector, referenceVector] = await embed([answer, reference]);
  return answerVector && referenceVector
    ? { "sentence-cosine": cosine(answerVector, referenceVector) }
    : {};
}

const pickMetrics = <Value>(values: Partial<Record<Metric, Value>>, metrics: readonly Metric[]) =>
  Object.fromEntries(
    metrics.flatMap(metric => (metric in values ? [[metric, values[metric] as Value]] : [])),
  ) as Partial<Record<Metric, Value>>;

/** The number of documents that contain the evidence, if known. */
function documentsOf({ references }: TruthRow): Pick<ScoreRow, "documents"> {
  const spans = (references ?? []).flatMap(({ span }) => span ?? []);
  return spans.length === 0
    ? {}
    : { documents: new Set(spans.map(({ documentId }) => documentId)).size };
}

const judgementTables = {
  keypointJudgements,
  faithfulness,
  relevance,
  correctness,
  questAnswers,
  questReferences,
};

export const scoresStage = ({ metrics, variant, embed, embeddingModel }: ScoringOptions) => {
  const scoreAnswer = createAnswerScorer();
  return defineStage({
    name: "evaluate/scores",
    module: import.meta.filename,
    prompts: [],
    settings: { metrics, variant, embeddingModel },
    over: predictions,
    lookup: { truths, ...judgementTables },
    writes: scores,
    async each(prediction, { tables }) {
      const truth = tables.truths.get(prediction.itemId);
      const rowOfPrediction = <Row>(table: {
        where(field: "predictionId", value: string): Row[];
      }): Row | undefined => table.where("predictionId", prediction.id)[0];
      const judged = {
        keypoints: rowOfPrediction(tables.keypointJudgements),
        faithfulness: rowOfPrediction(tables.faithfulness),
        relevance: rowOfPrediction(tables.relevance),
        correctness: rowOfPrediction(tables.correctness),
        quest: rowOfPrediction(tables.questAnswers),
        questReference: tables.questReferences.where("itemId", prediction.itemId)[0],
      };
      const scoreInput = { truth, prediction, variant };
      const retrieval = retrievalScores(scoreInput);
      const answerScores = scoreAnswer(scoreInput);
      const similarity = metrics.includes("sentence-cosine")
        ? await cosineScore(embed, truth, prediction)
        : {};
      const values = {
        ...retrieval.values,
        ...answerScores.values,
        ...truthScores(scoreInput),
        ...similarity,
        ...judgedScores(scoreInput, judged),
      };
      const { id, itemId, system, language } = prediction;
      const { type, domain } = truth;
      const row = { id, itemId, system, language, type, domain, ...documentsOf(truth) };
      const weights = pickMetrics(retrieval.weights, metrics);
      const bleu = metrics.includes("bleu-corpus") ? answerScores.bleu : null;
      const abstained = abstainedMetricsOf(judged).filter(metric => metrics.includes(metric));
      const abstainedField = abstained.length > 0 ? { abstained } : {};
      return made([
        { ...row, values: pickMetrics(values, metrics), weights, bleu, ...abstainedField },
      ]);
    },
  });
};
