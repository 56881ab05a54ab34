// The formats of predictions: how each is recognized by its first record, where its records are, and what reads it.

import { existsSync } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";
import { explainDiskErrors } from "../../engine/files.ts";
import { readOrdinary } from "../../engine/ordinary-file.ts";
import {
  entriesOf,
  type JsonObject,
  isJsonObject,
  openRecords,
  type LocatedRecord,
  type RecordFile,
  recordError,
} from "../record-files.ts";
import { cofePredictions } from "./cofe-predictions.ts";
import { crudPredictions } from "./crud-predictions.ts";
import { deepevalPredictions } from "./deepeval-predictions.ts";
import { dragonballPredictions } from "./dragonball-predictions.ts";
import type { PredictionReader } from "./raw-prediction.ts";
import { ragasPredictions } from "./ragas-predictions.ts";
import { simplePredictions } from "./simple-predictions.ts";

export const readers = {
  simple: simplePredictions,
  dragonball: dragonballPredictions,
  crud: crudPredictions,
  cofe: cofePredictions,
  ragas: ragasPredictions,
  deepeval: deepevalPredictions,
} satisfies Record<string, PredictionReader>;

export type PredictionFormat = keyof typeof readers;

const hint =
  'Give one line per item ({"id": "…", "answer": "…", "retrieved": […]}), predictions in the format of RAGEval, CRUD-RAG (results) or CoFE-RAG (examples), or the results of Ragas or DeepEval.';

/** Opens a JSON file, or a CSV file whose header names the columns; its cells are all read as text. Throws as `openRecords` does. */
export const openPredictions = (path: string): RecordFile =>
  /\.csv$/i.test(path) ? openCsv(path) : openRecords(path, hint);

/** Keeps the whole file in memory. */
function openCsv(path: string): RecordFile {
  if (!existsSync(path)) throw recordError(path, "", "there is no such file", hint);
  const bytes = explainDiskErrors(path, () => readOrdinary(path), "read");
  try {
    const rows = parse(bytes, { columns: true, bom: true });
    return { path, singleValue: undefined, records: () => entriesOf(rows, "row") };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = `this is not a complete CSV: ${error.message.slice(0, 200)}`;
    throw recordError(path, "", reason, hint);
  }
}

/** Names of the field that holds the list of records in a file of one JSON value: CRUD-RAG's, CoFE-RAG's, then DeepEval's in saved runs and results. */
const listFields = ["results", "examples", "testCases", "test_results", "testResults"];

/** The records of a file: those in the list of its container, if it has one. */
export function listRecords({ singleValue, records }: RecordFile): Iterable<LocatedRecord> {
  if (!isJsonObject(singleValue)) return records();
  const container = isJsonObject(singleValue["testRunData"])
    ? singleValue["testRunData"]
    : singleValue;
  const listField = listFields.find(name => Array.isArray(container[name]));
  return listField === undefined
    ? records()
    : entriesOf(container[listField] as unknown[], listField.slice(0, -1));
}

/** Fields of a CoFE-RAG example, apart from its query, that a line of the simple format does not have. */
const cofeFields = [
  "predictions",
  "recall_results",
  "topk_results",
  "reference_answer",
  "fine_keywords",
];
const deepevalFields = [
  "actual_output",
  "actualOutput",
  "retrieval_context",
  "retrievalContext",
  "metrics_data",
  "metricsData",
];

const hasAny = (value: JsonObject, names: readonly string[]): boolean =>
  names.some(name => name in value);

/** Whether this is a result of Ragas before 0.2. A line of the simple format may have a question, too, but it has an id. */
const isOldRagas = (value: JsonObject): boolean =>
  typeof value["question"] === "string" &&
  !("id" in value) &&
  hasAny(value, ["contexts", "ground_truth"]);

function formatOf({ location, value }: LocatedRecord, path: string): PredictionFormat {
  if (!isJsonObject(value)) throw recordError(path, location, "a JSON object is expected", hint);
  const isRagas = "user_input" in value || isOldRagas(value);
  if (isJsonObject(value["query"]) || ("ground_truth" in value && !isRagas)) return "dragonball";
  if (typeof value["query"] === "string" && (!("id" in value) || hasAny(value, cofeFields)))
    return "cofe";
  if (isJsonObject(value["log"])) return "crud";
  if (isRagas) return "ragas";
  if ("input" in value && hasAny(value, deepevalFields)) return "deepeval";
  if ("id" in value) return "simple";
  throw recordError(path, location, "there is no id", hint);
}

/** The format of a file, by its first record. Throws PipelineError("bad-input") if there are no records, or if the format is unknown. */
export function formatOfFile(file: RecordFile): PredictionFormat {
  for (const record of listRecords(file)) return formatOf(record, file.path);
  throw recordError(file.path, "", "it contains no predictions", hint);
}
