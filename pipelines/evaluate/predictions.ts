// Reads what a RAG system answered: a JSONL file of {id, answer}, one line an item.

import { existsSync } from "node:fs";
import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { parseJson, readLines } from "../engine/lines.ts";

const Prediction = z.object({ id: z.string().min(1), answer: z.string() });

const form = 'Write one line an item, in UTF-8: {"id": "<id of the item, as items/items has it>", "answer": "<what the system answered>"}.';

const refuse = (path: string, number: number | undefined, reason: string) =>
  new PipelineError("bad-input", `${path}${number === undefined ? "" : ` line ${number}`}: ${reason}.`, { hint: form });

/** Why a line's value is no prediction, in words. */
function describeValue(value: unknown): string {
  if (Array.isArray(value)) return "a list stands here; each answer is expected on a line of its own";
  if (typeof value !== "object" || value === null) return "an object with id and answer is expected";
  if ("query" in value || "ground_truth" in value || "prediction" in value) return "this is DragonBall's form; id and answer are expected";
  const issue = Prediction.safeParse(value).error?.issues[0];
  const field = String(issue?.path[0] ?? "id");
  return field in value ? `${field}: ${issue?.message ?? "does not fit"}` : `there is no ${field}; id and answer are expected`;
}

/**
 * Answers by item id, in the order of the file. A byte order mark, blank lines and fields beside `id` and `answer` are
 * passed over; an empty answer is an answer. PipelineError("bad-input") with the line for anything else, for an id that
 * comes twice, and for a file that is missing or empty.
 */
export function readPredictions(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) throw refuse(path, undefined, "there is no such file");
  const answers = new Map<string, string>();
  const lineOf = new Map<string, number>();
  for (const { number, text } of readLines(path)) {
    const line = number === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (line.trim() === "") continue;
    const value = parseJson(line);
    if (value === undefined) throw refuse(path, number, "this is not JSON");
    const parsed = Prediction.safeParse(value);
    if (!parsed.success) throw refuse(path, number, describeValue(value));
    const { id, answer } = parsed.data;
    if (answers.has(id)) throw refuse(path, number, `${id} is answered a second time (first on line ${lineOf.get(id)}); one answer an item is expected`);
    answers.set(id, answer);
    lineOf.set(id, number);
  }
  if (answers.size === 0) throw refuse(path, undefined, "it holds no predictions");
  return answers;
}
