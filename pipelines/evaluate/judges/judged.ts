// What a judge needs of a prediction: whose it is, whether it says anything, and what it was written from.

import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { type NumberedPassage, numberPassages } from "../numbered-passages.ts";

/** The fields that every judgement takes from its prediction. */
export const judgedOf = ({ id, itemId, system, language }: PredictionRow) => ({ predictionId: id, itemId, system, language });

/** An answer of white space is none. */
export const saysNothing = (answer: string): boolean => answer.trim() === "";

export const emptyAnswer = { zh: "回答是空的。", en: "The answer is empty." };

/** The texts that the answer was written from, as far as the system tells: its contexts, else what was reranked, else what was retrieved. */
export const passagesRead = ({ contexts, reranked, retrieved }: PredictionRow): NumberedPassage[] =>
  numberPassages((contexts ?? reranked ?? retrieved ?? []).flatMap(({ text }) => text ?? []));
