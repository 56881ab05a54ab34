// Reads a user's own questions from JSONL: in our short form, or as a DragonBall query file.

import { DragonballQuery, typeOfName } from "../../schemas/formats/dragonball.ts";
import { OwnQuestion } from "../../schemas/formats/own-questions.ts";
import type { OwnQuestionRow } from "../../schemas/items/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { readLines } from "../engine/lines.ts";
import type { InputFailure } from "../engine/pipeline.ts";
import { languageOf } from "../text/language.ts";
import { badRecord } from "./article-records.ts";
import { filesUnder } from "./files/list-files.ts";
import { parseLine } from "./document-lines.ts";

export function* readQuestions(paths: readonly string[]): Generator<OwnQuestionRow | InputFailure> {
  for (const path of filesUnder(paths))
    for (const { text, number } of readLines(path)) {
      if (text.trim() === "") continue;
      const row = toQuestionRow(text);
      yield "error" in row ? badRecord(path, number, row.error) : row;
    }
}

function toQuestionRow(text: string): OwnQuestionRow | { error: string } {
  const dragonball = parseLine(text, DragonballQuery);
  if ("row" in dragonball) {
    const { query, ground_truth: truth, language } = dragonball.row;
    const documents = truth.doc_ids.map(String);
    return withId({
      language,
      question: query.content,
      answer: truth.content,
      type: typeOfName(query.query_type) ?? null,
      documents,
    });
  }
  const parsed = parseLine(text, OwnQuestion);
  // For a DragonBall line, report what is wrong with it, not that our form needs a `question`.
  if ("error" in parsed)
    return /^\s*\{[^{}]*"(?:query|ground_truth)"\s*:/.test(text) ? dragonball : parsed;
  if (parsed.row.question.trim() === "") return { error: "question is empty" };
  const {
    question,
    answer = "",
    document,
    documents = [],
    type = null,
    language = languageOf(question),
  } = parsed.row;
  return withId({
    language,
    question,
    answer,
    type,
    documents: [...(document === undefined ? [] : [document]), ...documents].map(String),
  });
}

const withId = (row: Omit<OwnQuestionRow, "id">): OwnQuestionRow => ({
  id: rowId("own", row),
  ...row,
});
