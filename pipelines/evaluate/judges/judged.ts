// What a judge needs of a prediction: whose it is, whether it says anything, and what it was written from.

import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";

/** The fields that every judgement takes from its prediction. */
export const judgedOf = ({ id, itemId, system, language }: PredictionRow) => ({ predictionId: id, itemId, system, language });

export const saysNothing = (answer: string): boolean => answer.trim() === "";

export const emptyAnswer = { zh: "回答是空的。", en: "The answer is empty." };

/** The texts that the answer was written from, as far as the system tells: its contexts, else what was reranked, else what was retrieved. Numbered from 1. */
export function passagesRead({ contexts, reranked, retrieved }: PredictionRow): { number: number; text: string }[] {
  const passages = contexts ?? reranked ?? retrieved ?? [];
  return passages.flatMap(({ text }) => (text === null || text.trim() === "" ? [] : text)).map((text, index) => ({ number: index + 1, text }));
}
