// Turns what a baseline did into a prediction, the form in which every system is scored.

import type { RetrievalRow } from "../../../schemas/evaluation/baseline.ts";
import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { rowId } from "../../engine/fingerprint.ts";

/** The prediction of a baseline for an item, with or without an answer. */
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
