// Reads predictions in RAGEval's format: DragonBall's query with an answer and the chunks it was written from.

import { z } from "zod";
import { type PlacedRecord, recordAs, type RecordFile } from "../record-files.ts";
import type { PlacedPrediction } from "./raw-prediction.ts";

const Record = z.object({
  query: z.object({ query_id: z.union([z.int(), z.string().min(1)]) }),
  prediction: z.object({ content: z.string(), references: z.array(z.string()).nullish() }),
});

const hint =
  'Write one line per query: {"query": {"query_id": 1}, "prediction": {"content": "…", "references": ["…"]}} (further fields are ignored).';

/** The format has a single list, which counts both as retrieved and as what the answer was written from. */
export function* dragonballPredictions(
  records: Iterable<PlacedRecord>,
  { path }: Pick<RecordFile, "path">,
): Generator<PlacedPrediction> {
  for (const record of records) {
    const { query, prediction } = recordAs(Record, record, { path, hint });
    const passages = prediction.references ?? null;
    yield {
      place: record.place,
      given: {
        ids: [String(query.query_id)],
        answer: prediction.content,
        retrieved: passages,
        reranked: null,
        contexts: passages,
      },
    };
  }
}
