// Reads and writes predictions in the simple format: one object per item, in which only the id is required.

import { type PredictionRow, SimplePrediction } from "../../../schemas/evaluation/predictions.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import { predictionReader, toSimplePassage } from "./raw-prediction.ts";

const hint =
  'Write one line per item: {"id": "<id of the item>", "answer": "…", "retrieved": […], "reranked": […], "contexts": […]}; a passage is its text, the id of its document, {"source": "<path, address or file name>", "page": 3}, or {"documentId", "start", "end", "text", "id", "score"} with offsets in code points.';

export const simplePredictions = predictionReader(
  SimplePrediction,
  hint,
  ({ id, answer = null, retrieved = null, reranked = null, contexts = null, measured }) => ({
    ids: [String(id)],
    answer,
    retrieved,
    reranked,
    contexts,
    measured: measured ?? undefined,
  }),
);

/** A row as a line of the simple format, which can be read again. */
export function toSimplePrediction(
  { itemId, answer, measured, ...lists }: PredictionRow,
  documents?: KnownDocuments,
): SimplePrediction {
  const passagesField = (name: "retrieved" | "reranked" | "contexts") => {
    const list = lists[name];
    return list && { [name]: list.map(passage => toSimplePassage(passage, documents)) };
  };
  return {
    id: itemId,
    ...(answer !== null && { answer }),
    ...passagesField("retrieved"),
    ...passagesField("reranked"),
    ...passagesField("contexts"),
    ...(measured && { measured }),
  };
}
