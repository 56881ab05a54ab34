// The passages that an answer was written from, numbered for prompts.

import type { Passage, PredictionRow } from "../../schemas/evaluation/predictions.ts";

/** As far as the system reports them: its contexts, else what was reranked, else what was retrieved. */
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

/** Numbers the texts in order; blank texts are left out and get no number. */
export const numberPassages = (texts: readonly string[]): NumberedPassage[] =>
  texts.filter(text => text.trim() !== "").map((text, index) => ({ number: index + 1, text }));

/** The passages that a judge is shown; empty if the system reports no texts. */
export const shownPassages = (prediction: PredictionRow): NumberedPassage[] =>
  numberPassages((passagesRead(prediction) ?? []).flatMap(({ text }) => text ?? []));
