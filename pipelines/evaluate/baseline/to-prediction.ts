// What a baseline did, in the form in which any system's work is scored.

import type { RetrievalRow } from "../../../schemas/evaluation/baseline.ts";
import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { rowId } from "../../engine/fingerprint.ts";

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
