// Reads Ragas's results as predictions: samples with a system's answer and retrieved texts, and a column per metric.

import { RagasResult, ragasScores } from "../../../schemas/formats/ragas.ts";
import {
  type JsonObject,
  type PlacedRecord,
  recordAs,
  type RecordFile,
  refuseRecord,
} from "../record-files.ts";
import type { PlacedPrediction } from "./raw-prediction.ts";
import { parsePythonList } from "./python-list.ts";

const hint =
  'Write the results as lines of JSON: result.to_pandas().to_json("results.jsonl", orient="records", lines=True, force_ascii=False).';

/** Gives the fields of old results their current names. */
const withCurrentNames = ({
  question,
  answer,
  contexts,
  ...otherFields
}: JsonObject): JsonObject =>
  "user_input" in otherFields
    ? { question, answer, contexts, ...otherFields }
    : { ...otherFields, user_input: question, response: answer, retrieved_contexts: contexts };

function parseList(cell: string, { place }: PlacedRecord, path: string): string[] | null {
  if (cell.trim() === "") return null;
  const list = parsePythonList(cell);
  if (list) return list;
  throw refuseRecord(path, place, "retrieved_contexts is not a list of texts", hint);
}

/** A sample has a single list, which counts both as retrieved and as what the answer was written from. */
export function* ragasPredictions(
  records: Iterable<PlacedRecord>,
  { path }: Pick<RecordFile, "path">,
): Generator<PlacedPrediction> {
  for (const record of records) {
    const value = withCurrentNames(record.value as JsonObject);
    const sample = recordAs(RagasResult, { ...record, value }, { path, hint });
    const {
      user_input: question,
      response = null,
      retrieved_contexts: contexts = null,
      id,
    } = sample;
    const passages = typeof contexts === "string" ? parseList(contexts, record, path) : contexts;
    const values = ragasScores(sample);
    yield {
      place: record.place,
      given: {
        ids: id === null || id === undefined ? [question] : [String(id), question],
        question,
        answer: response,
        retrieved: passages,
        reranked: null,
        contexts: passages,
        ...(Object.keys(values).length > 0 ? { toolScores: { tool: "ragas", values } } : {}),
      },
    };
  }
}
