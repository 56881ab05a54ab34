// Takes what was retrieved as all that a system did: no answer is written, and no model is asked.

import { type RetrievalRow, retrievals } from "../../../schemas/evaluation/baseline.ts";
import { type PredictionRow, predictions } from "../../../schemas/evaluation/predictions.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { defineStage, made } from "../../engine/stage.ts";

/** What a baseline did with an item, with its answer or without one. */
export const toPrediction = (
  { itemId, system, language, retrieved, reranked, contexts }: RetrievalRow,
  answer: string | null,
): PredictionRow => ({
  id: rowId("prediction", system, itemId),
  itemId,
  system,
  language,
  answer,
  retrieved,
  reranked,
  contexts,
});

export const retrievalOnlyStage = defineStage({
  name: "baseline/retrieval-only",
  module: import.meta.filename,
  prompts: [],
  over: retrievals,
  writes: predictions,
  each: retrieval => made([toPrediction(retrieval, null)]),
});
