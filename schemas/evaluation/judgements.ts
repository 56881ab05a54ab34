// A judge model's verdicts on predictions, in rows that refer to the prediction.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";

const commonFields = {
  id: z.string(),
  predictionId: z.string(),
  itemId: z.string(),
  system: z.string(),
  language: Language,
};

export const KeypointVerdict = z.enum(["covered", "contradicted", "neither"]);
export type KeypointVerdict = z.output<typeof KeypointVerdict>;

export const KeypointJudgementRow = z.strictObject({
  ...commonFields,
  /** One verdict for each keypoint of the item; empty if the judge abstained, as `rules` does unless it can prove every verdict. */
  verdicts: z.array(
    z.strictObject({ keypointId: z.string(), verdict: KeypointVerdict, reason: z.string() }),
  ),
});
export type KeypointJudgementRow = z.output<typeof KeypointJudgementRow>;

/** Faithfulness and relevance: 1 or 0. Correctness: 1 to 5. Null if the judge abstained. */
export const AnswerJudgementRow = z.strictObject({
  ...commonFields,
  score: z.number().nullable(),
  reason: z.string(),
});
export type AnswerJudgementRow = z.output<typeof AnswerJudgementRow>;

/** The answers to RAGQuestEval's questions, read from the prediction alone; null for a question that it does not answer. */
export const QuestAnswerRow = z.strictObject({
  ...commonFields,
  answers: z.array(z.strictObject({ id: z.string(), answer: z.string().nullable() })),
});
export type QuestAnswerRow = z.output<typeof QuestAnswerRow>;

/** The answers to the same questions, read from the reference answer alone; null for a question that it does not answer, which is then ignored. */
export const QuestReferenceRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  answers: QuestAnswerRow.shape.answers,
});
export type QuestReferenceRow = z.output<typeof QuestReferenceRow>;

export const keypointJudgements = artifactOf("evaluate/keypoint-judgements", KeypointJudgementRow);
export const faithfulness = artifactOf("evaluate/faithfulness", AnswerJudgementRow);
export const relevance = artifactOf("evaluate/relevance", AnswerJudgementRow);
export const correctness = artifactOf("evaluate/correctness", AnswerJudgementRow);
export const questAnswers = artifactOf("evaluate/quest-answers", QuestAnswerRow);
export const questReferences = artifactOf("evaluate/quest-references", QuestReferenceRow);
