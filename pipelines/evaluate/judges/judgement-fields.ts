// The fields that judgements take from their prediction, and the case of an empty answer.

import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";

/** The fields that every judgement takes from its prediction. */
export const judgementFields = ({ id, itemId, system, language }: PredictionRow) => ({
  predictionId: id,
  itemId,
  system,
  language,
});

/** Whether an answer is empty or consists of white space. */
export const isBlank = (answer: string): boolean => answer.trim() === "";

export const emptyAnswerReason = { zh: "回答是空的。", en: "The answer is empty." };
