// Reads predictions as CRUD-RAG's evaluator writes them: results of one task, with the generated text in their log.

import { z } from "zod";
import { predictionReader, singleList } from "./raw-prediction.ts";

const Result = z.object({
  id: z.union([z.string().min(1), z.int()]),
  log: z.object({ generated_text: z.string() }),
  /** The dataset's record, with the concatenated text of everything retrieved. */
  original_data: z.object({ retrieve_context: z.string().nullish() }).nullish(),
});

const hint =
  'Give the evaluator\'s output: {"results": [{"id": "…", "log": {"generated_text": "…"}, "original_data": {"retrieve_context": "…"}}]}.';

// The evaluator joins the retrieved chunks with blank lines, and writes an empty text if the search failed.
const chunksOf = (text: string): string[] =>
  text
    .split(/\n[ \t]*\n/)
    .map(chunk => chunk.trim())
    .filter(chunk => chunk !== "");

export const crudPredictions = predictionReader(
  Result,
  hint,
  ({ id, log, original_data: data }) => {
    const context = data?.retrieve_context;
    const passages = typeof context === "string" ? chunksOf(context) : null;
    return { ids: [String(id)], answer: log.generated_text, ...singleList(passages) };
  },
);
