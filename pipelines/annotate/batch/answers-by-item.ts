// Reads a RAG system's answers: {id, answer}, one line per item.

import { z } from "zod";
import { openRecords, parseRecord, recordError } from "../../evaluate/record-files.ts";

const Prediction = z.object({ id: z.string().min(1), answer: z.string() });

const hint =
  'Write one line per item, in UTF-8: {"id": "<the item\'s id, as in items/items>", "answer": "<the system\'s answer>"}.';

/**
 * Reads answers by item id, in the order of the file. Ignores a byte order mark, blank lines and fields other than
 * `id` and `answer`; accepts an empty answer. Throws PipelineError("bad-input") with the line number for anything
 * else and for a duplicate id, and for a file that is missing or empty.
 */
export function readAnswers(path: string): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  const placesById = new Map<string, string>();
  for (const record of openRecords(path, hint).records()) {
    const { id, answer } = parseRecord(Prediction, record, { path, hint });
    if (answers.has(id))
      throw recordError(
        path,
        record.location,
        `${id} is answered twice (first: ${placesById.get(id)}); give one answer per item`,
        hint,
      );
    answers.set(id, answer);
    placesById.set(id, record.location);
  }
  if (answers.size === 0) throw recordError(path, "", "it contains no predictions", hint);
  return answers;
}
