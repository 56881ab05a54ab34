// Reads predictions in RAGEval's format: DragonBall's query with an answer and the chunks it was written from.

import { z } from "zod";
import { predictionReader, singleList } from "./raw-prediction.ts";

const DragonballRecord = z.object({
  query: z.object({ query_id: z.union([z.int(), z.string().min(1)]) }),
  prediction: z.object({ content: z.string(), references: z.array(z.string()).nullish() }),
});

const hint =
  'Write one line per query: {"query": {"query_id": 1}, "prediction": {"content": "…", "references": ["…"]}} (further fields are ignored).';

export const dragonballPredictions = predictionReader(
  DragonballRecord,
  hint,
  ({ query, prediction }) => ({
    ids: [String(query.query_id)],
    answer: prediction.content,
    ...singleList(prediction.references ?? null),
  }),
);
