// Turns a baseline's retrieval and answer into a prediction, the record by which every system is scored.

import type { RetrievalRow } from "../../../schemas/evaluation/baseline.ts";
import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { rowId } from "../../engine/fingerprint.ts";

/** `answer` is null if the baseline only retrieved passages. */
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
