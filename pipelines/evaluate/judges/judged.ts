// What a judge needs of a prediction: whose it is, and whether it says anything.

import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";

/** The fields that every judgement takes from its prediction. */
export const judgedOf = ({ id, itemId, system, language }: PredictionRow) => ({
  predictionId: id,
  itemId,
  system,
  language,
});

/** An answer of white space is none. */
export const saysNothing = (answer: string): boolean => answer.trim() === "";

export const emptyAnswer = { zh: "回答是空的。", en: "The answer is empty." };
