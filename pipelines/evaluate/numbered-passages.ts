// Finds the passages that an answer was written from, and numbers them for prompts.

import type { Passage, PredictionRow } from "../../schemas/evaluation/predictions.ts";

/** The passages that were read, as far as the system reports them: its contexts, otherwise the reranked or the retrieved ones; null if it reports none of these. */
export const passagesRead = ({
  contexts,
  reranked,
  retrieved,
}: Pick<PredictionRow, "contexts" | "reranked" | "retrieved">): Passage[] | null =>
  contexts ?? reranked ?? retrieved;

export interface NumberedPassage {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** Numbers the texts in order, leaving out blank ones. */
export const numberPassages = (texts: readonly string[]): NumberedPassage[] =>
  texts.filter(text => text.trim() !== "").map((text, index) => ({ number: index + 1, text }));

/** The passages that a judge sees; empty if the system reports no texts. */
export const passagesForJudge = (prediction: PredictionRow): NumberedPassage[] =>
  numberPassages((passagesRead(prediction) ?? []).flatMap(({ text }) => text ?? []));
