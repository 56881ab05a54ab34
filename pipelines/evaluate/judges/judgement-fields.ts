// Helpers for judges: the fields that identify a prediction, and whether its answer is empty.

import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";

/** The fields that every judgement takes from its prediction. */
export const judgementFields = ({ id, itemId, system, language }: PredictionRow) => ({
  predictionId: id,
  itemId,
  system,
  language,
});

/** White space alone is not an answer. */
export const saysNothing = (answer: string): boolean => answer.trim() === "";

export const emptyAnswer = { zh: "回答是空的。", en: "The answer is empty." };
