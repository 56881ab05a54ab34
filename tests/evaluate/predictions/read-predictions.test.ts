// Predictions in each form they come in, joined with their items; what does not fit is refused with its place.

import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type KnownDocument,
  knownDocuments,
} from "../../../pipelines/evaluate/evidence/known-documents.ts";
import { readPredictionRows } from "../../../pipelines/evaluate/predictions/read-predictions.ts";
import { toSimplePrediction } from "../../../pipelines/evaluate/predictions/simple-predictions.ts";
import { readTruths } from "../../../pipelines/evaluate/truth/read-truths.ts";
import { type Passage, predictions } from "../../../schemas/evaluation/predictions.ts";
import { cases } from "../../support/cases.ts";
import { passage as aPassage } from "../../support/evaluation-rows.ts";
import { freshFolder } from "../../support/folder.ts";

const at = freshFolder();

const asked = { type: "factual", question: "What?" };
const truths = [
  { id: "item-1", otherIds: ["31", "shared"], language: "en" as const, ...asked },
  { id: "item-2", otherIds: ["32", "shared"], language: "zh" as const, ...asked },
  { id: "item-3", otherIds: [], language: "en" as const, ...asked },
];
const mill: KnownDocument = {
  id: "d-mill",
  name: "Corrie Mill",
  text: "🏭🏭 Corrie Mill was built in 1904.",
  otherIds: ["7", "mill.txt"],
};
const documents = knownDocuments([mill]);
const lines = (...values: unknown[]) => values.map(value => JSON.stringify(value)).join("\n");

function read(content: unknown, more: object = {}) {
  writeFileSync(
    at("predictions"),
    typeof content === "string" ? content : JSON.stringify(content, null, 1),
  );
  return readPredictionRows(at("predictions"), { system: "s", truths, ...more });
}

const passage = (fields: Partial<Passage>) => aPassage(null, fields);

test("the simple form may say as little as an id; missing items and surplus ids are named", () => {
  const {
    format: form,
    rows,
    missingIds: missing,
    surplusIds: surplus,
  } = read(
    `\uFEFF${lines({ id: "item-2", answer: "", note: "x" }, { id: 31 }, { id: "nobody", answer: "x" })}\r\n\n`,
  );
  expect([form, missing, surplus]).toEqual(["simple", ["item-3"], ["nobody"]]);
  expect(rows.map(row => predictions.row.parse(row))).toEqual(rows);
  const lists = { retrieved: null, contexts: null };
  expect(rows).toMatchObject([
    { itemId: "item-2", language: "zh", answer: "", ...lists },
    { itemId: "item-1", language: "en", answer: null, ...lists },
  ]);
});

test("offsets of files are code points, and rows have UTF-16 units; documents go by their id in the corpus", () => {
  const retrieved = [
    "just text",
    { documentId: 7, start: 3, end: 14, id: 5, score: 0.5 },
    { documentId: "other.txt", start: 0, end: 4, text: "else" },
  ];
  const [row] = read(lines({ id: "item-1", retrieved, reranked: [] }), { documents }).rows;
  expect(row!.retrieved).toEqual([
    passage({ text: "just text" }),
    passage({ id: "5", documentId: "d-mill", start: 5, end: 16, text: "Corrie Mill", score: 0.5 }),
    // Of a document that is not known code points cannot be told from units.
    passage({ documentId: "other.txt", text: "else" }),
  ]);
  expect(row!.reranked).toEqual([]);
});

const handbook: KnownDocument = {
  id: "d-hand",
  name: "Handbook",
  text: "Leave is 30 days. Notice is 3 months.",
  otherIds: ["hand.pdf"],
  source: "docs/handbook/hand.pdf",
  places: [
    { kind: "page", number: 1, name: null, start: 0 },
    { kind: "page", number: 2, name: null, start: 18 },
  ],
};
const other: KnownDocument = { ...handbook, id: "d-old", source: "docs/old/hand.pdf" };
const shelf = knownDocuments([mill, handbook, other]);
const second = passage({
  documentId: "d-hand",
  start: 18,
  end: 37,
  text: "Notice is 3 months.",
});

test("a passage's document goes by path, address, file name or id, and a page is what stands on it", () => {
  const retrieved = [
    { source: "handbook/hand.pdf", page: 2 },
    { source: "C:\\kb\\Handbook\\hand.pdf", page: "2" },
    {
      metadata: {
        source: "https://kb.example/handbook/hand.pdf?v=3#top",
        page: 1,
        page_label: "2",
      },
    },
    { url: "file:///srv/handbook/hand.pdf#page=2" },
    { page_content: "Notice is 3 months.", metadata: { source: "x/handbook/hand.pdf" } },
    "d-hand",
    "docs/handbook/hand.pdf",
  ];
  const [row] = read(lines({ id: "item-1", retrieved }), { documents: shelf }).rows;
  const [, , , , text, ...whole] = row!.retrieved!;
  expect(row!.retrieved!.slice(0, 4)).toEqual([second, second, second, second]);
  expect(text).toEqual({ ...second, start: null, end: null });
  expect(whole).toEqual([passage({ documentId: "d-hand" }), passage({ documentId: "d-hand" })]);
});

test("a source that leads to no document, or to two, keeps its name and page, and is read back alike", () => {
  const retrieved = [
    { source: "other/x.pdf", page: 3 },
    { source: "hand.pdf" },
    "not a file.Really",
  ];
  const { rows } = read(lines({ id: "item-1", retrieved }), { documents: shelf });
  expect(rows[0]!.retrieved).toEqual([
    passage({ documentId: "other/x.pdf#page=3" }),
    passage({ documentId: "hand.pdf" }),
    passage({ text: "not a file.Really" }),
  ]);
  const back = read(lines(toSimplePrediction(rows[0]!, shelf)), { documents: shelf }).rows;
  expect(back).toEqual(rows);
});

test("a row written in the simple form is read back as the same row", () => {
  const retrieved = [{ documentId: "mill.txt", start: 0, end: 2, score: 1 }, "x"];
  const given = read(lines({ id: "item-1", answer: "a", retrieved, contexts: [] }), { documents });
  const written = lines(...given.rows.map(row => toSimplePrediction(row, documents)));
  expect(read(written, { documents }).rows).toEqual(given.rows);
  expect(toSimplePrediction(given.rows[0]!, documents)).toEqual({
    id: "item-1",
    answer: "a",
    retrieved: [{ documentId: "d-mill", start: 0, end: 2, text: "🏭🏭", score: 1 }, { text: "x" }],
    contexts: [],
  });
});

test("RAGEval's form is known by its query, and what it read is what it retrieved", () => {
  const { format: form, rows } = read(
    lines({
      query: { query_id: 32, content: "?" },
      ground_truth: {},
      prediction: { content: "三千万元。", references: ["第一段", "第二段"] },
    }),
  );
  const both = ["第一段", "第二段"].map(text => passage({ text }));
  expect([form, rows]).toMatchObject([
    "dragonball",
    [{ itemId: "item-2", answer: "三千万元。", retrieved: both, reranked: null, contexts: both }],
  ]);
});

test("a folder of CRUD-RAG's outputs is read as one, with the retrieved text in its chunks", () => {
  mkdirSync(at("output"));
  const result = (id: string, text: string, context?: string) => ({
    id,
    metrics: {},
    log: { generated_text: text },
    valid: true,
    original_data: { ID: id, retrieve_context: context },
  });
  writeFileSync(
    at("output", "Summary_x.json"),
    JSON.stringify({ info: {}, overall: {}, results: [result("31", "一", "甲\n\n乙\n")] }, null, 4),
  );
  writeFileSync(
    at("output", "QuestAnswer1Doc_x.json"),
    JSON.stringify({ results: [result("32", "二")] }),
  );
  writeFileSync(at("output", "notes.txt"), "no JSON");
  const {
    format: form,
    rows,
    missingIds: missing,
  } = readPredictionRows(at("output"), { system: "s", truths });
  expect([form, missing, rows.map(({ itemId, answer }) => [itemId, answer])]).toEqual([
    "crud",
    ["item-3"],
    [
      ["item-2", "二"],
      ["item-1", "一"],
    ],
  ]);
  expect(rows.map(({ contexts }) => contexts)).toEqual([
    null,
    [passage({ text: "甲" }), passage({ text: "乙" })],
  ]);
});

test("a folder whose files have two forms is refused, with the file that differs", () => {
  mkdirSync(at("mixed"));
  writeFileSync(at("mixed", "a.json"), lines({ id: "item-1", answer: "x" }));
  writeFileSync(
    at("mixed", "b.json"),
    lines({
      query: { query_id: 32, content: "?" },
      ground_truth: {},
      prediction: { content: "y" },
    }),
  );
  expect(() => readPredictionRows(at("mixed"), { system: "s", truths })).toThrow(
    /b\.json.*its format differs from that of .*a\.json/s,
  );
});

test("CoFE-RAG's examples are joined by query and file, by query alone, or by our id, with nodes as passages", () => {
  const example = (query: string, more: object) => ({
    query_type: "Factual",
    query,
    reference_answer: "r",
    file_name: "a.pdf",
    coarse_keywords: ["k"],
    fine_keywords: [["k"]],
    ...more,
  });
  writeFileSync(
    at("examples.json"),
    JSON.stringify({
      examples: [example("Q1?", {}), example("Q2?", {}), example("Q3?", { id: "ours" })],
    }),
  );
  const node = (text: string, score: number) => ({
    node: { id_: text, text, metadata: { file_name: "a.pdf" } },
    score,
  });
  const given = [
    example("Q1?", {
      predictions: { response: "A1", source_nodes: [node("x", 2)], metadata: {} },
      recall_results: { source_nodes: [node("y", 1), node("x", 2)] },
    }),
    { query: "Q2?", response: "A2", retrieved: ["z"] },
    example("Q3?", { id: "ours", recall_results: { source_nodes: [] } }),
  ];
  const {
    format: form,
    rows,
    missingIds: missing,
  } = read({ examples: given }, { truths: readTruths(at("examples.json")).rows });
  expect([form, missing]).toEqual(["cofe", []]);
  const [x, y] = ["x", "y"].map((id, index) =>
    passage({ id, documentId: "a.pdf", text: id, score: 2 - index }),
  );
  expect(rows.map(({ answer, retrieved, contexts }) => ({ answer, retrieved, contexts }))).toEqual([
    { answer: "A1", retrieved: [y, x], contexts: [x] },
    { answer: "A2", retrieved: [passage({ text: "z" })], contexts: null },
    { answer: null, retrieved: [], contexts: null },
  ]);
});

cases<[title: string, text: string, message: string]>(
  "evaluate/predictions/read",
  "%s is refused with its place",
  (_, text, message) => {
    expect(() => read(text, { documents })).toThrow(
      expect.objectContaining({ code: "bad-input", message: expect.stringMatching(message) }),
    );
  },
);
