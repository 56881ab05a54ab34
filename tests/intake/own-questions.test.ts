// A user's own questions, in our short form or as DragonBall queries; a bad line fails alone.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { InputFailure } from "../../pipelines/engine/pipeline.ts";
import { readQuestions } from "../../pipelines/intake/own-questions.ts";
import { ownQuestions } from "../../schemas/items/records.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const read = (...lines: (object | string)[]) => {
  writeFileSync(
    at("q.jsonl"),
    lines.map(line => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return [...readQuestions([at("q.jsonl")])];
};
const rowsOf = (rows: ReturnType<typeof read>) =>
  rows.filter(row => !(row instanceof InputFailure)).map(row => ownQuestions.row.parse(row));

const query = (over: object = {}) => ({
  domain: "Law",
  language: "zh",
  query: { query_id: 3, query_type: "多文档比较问题", content: "哪一案判得更重？" },
  ground_truth: { doc_ids: [40, 41], content: "前一案。", references: [], keypoints: [] },
  ...over,
});

test("a question alone has no answer, no type and no documents, and the language of its text", () => {
  expect(
    rowsOf(read({ question: "When was it founded?" }, { question: "何时成立？" })),
  ).toMatchObject([
    { language: "en", answer: "", type: null, documents: [] },
    { language: "zh", answer: "", type: null, documents: [] },
  ]);
});

test("documents are taken by name or number, one or several", () => {
  const known = { answer: "Alder.", type: "comparison", language: "en" };
  const question = { question: "Which is older?", document: "Alder", documents: [7, "Birch"] };
  expect(rowsOf(read({ ...question, ...known }))).toMatchObject([
    { documents: ["Alder", "7", "Birch"], ...known },
  ]);
});

test("a DragonBall query brings its type, answer and documents", () => {
  expect(rowsOf(read(query()))).toMatchObject([
    {
      language: "zh",
      question: "哪一案判得更重？",
      answer: "前一案。",
      type: "comparison",
      documents: ["40", "41"],
    },
  ]);
});

test("bad lines fail one by one, each told in the terms of its own format", () => {
  const failures = read(
    "\uFEFF{",
    { answer: "x" },
    query({ ground_truth: { doc_ids: ["x"] } }),
    { question: "  " },
    { question: "Fine here?" },
  ).filter(row => row instanceof InputFailure);
  expect(failures.map(({ id, code }) => [id.replace(at("q.jsonl"), ""), code])).toEqual(
    [":1", ":2", ":3", ":4"].map(id => [id, "bad-record"]),
  );
  expect(failures.map(({ detail }) => detail.replace(/^.* line \d: /, ""))).toEqual([
    "it is not JSON",
    expect.stringMatching(/^question: /),
    expect.stringMatching(/^ground_truth\.doc_ids\.0: /),
    "question is empty",
  ]);
});
