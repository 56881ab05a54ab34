// Reads Ragas's results as predictions: samples with a system's answer and retrieved texts, and a column per metric.

import { z } from "zod";
import { RagasResult, ragasScores } from "../../../schemas/formats/ragas.ts";
import { isJsonObject, recordError } from "../record-files.ts";
import { parsePythonList } from "./python-list.ts";
import { predictionReader, singleList } from "./raw-prediction.ts";

const hint =
  'Write the results as lines of JSON: result.to_pandas().to_json("results.jsonl", orient="records", lines=True, force_ascii=False).';

/** Gives the fields of results of Ragas before 0.2 their current names. */
function withCurrentNames(value: unknown): unknown {
  if (!isJsonObject(value) || "user_input" in value) return value;
  const { question, answer, contexts, ...otherFields } = value;
  return { ...otherFields, user_input: question, response: answer, retrieved_contexts: contexts };
}

function parseList(cell: string, location: string, path: string): string[] | null {
  if (cell.trim() === "") return null;
  const list = parsePythonList(cell);
  if (list) return list;
  throw recordError(path, location, "retrieved_contexts is not a list of strings", hint);
}

export const ragasPredictions = predictionReader(
  z.preprocess(withCurrentNames, RagasResult),
  hint,
  (sample, { location, path }) => {
    const { user_input: question, response, retrieved_contexts: contexts, id } = sample;
    const passages = typeof contexts === "string" ? parseList(contexts, location, path) : contexts;
    const values = ragasScores(sample);
    return {
      ids: id === null || id === undefined ? [question] : [String(id), question],
      question,
      answer: response ?? null,
      ...singleList(passages ?? null),
      ...(Object.keys(values).length > 0 ? { toolScores: { tool: "ragas", values } } : {}),
    };
  },
);
