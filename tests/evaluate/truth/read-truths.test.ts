// What is read of items, from a run and from published datasets, told apart by what stands in them.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRun } from "../../../pipelines/engine/open-run.ts";
import {
  type KnownDocument,
  knownDocuments,
  readKnownDocuments,
} from "../../../pipelines/evaluate/evidence/known-documents.ts";
import { readTruths } from "../../../pipelines/evaluate/truth/read-truths.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { labels, questEval } from "../../../schemas/items/finished-items.ts";
import { freshFolder } from "../../support/folder.ts";
import { alder, birch, sampleItems } from "../../support/sample-items.ts";
import { putRows, writeSampleRun } from "../../support/sample-run.ts";

const at = freshFolder();

const write = (name: string, content: unknown): string => {
  writeFileSync(at(name), typeof content === "string" ? content : JSON.stringify(content));
  return at(name);
};
const lines = (...values: unknown[]) => values.map(value => JSON.stringify(value)).join("\n");
const rowsOf = (path: string, documents?: readonly KnownDocument[]) => [
  ...readTruths(path, documents ? { documents: knownDocuments(documents) } : {}).rows,
];
const badInput = (message: RegExp) =>
  expect.objectContaining({
    code: "bad-input",
    message: expect.stringMatching(message),
    hint: expect.stringContaining("ive "),
  });

const mill: KnownDocument = {
  id: "d-mill",
  name: "Corrie Mill",
  text: "Corrie Mill stands by the river.\n\nIt was built 🏭 in 1904.",
  otherIds: ["7"],
};
const dam: KnownDocument = {
  id: "d-dam",
  name: "柳河水库",
  text: "柳河水库位于青山县。\n水库于1958年建成。",
  otherIds: ["8"],
};

const query = {
  domain: "Finance",
  language: "en",
  query: { query_id: 12, query_type: "Factual Question", content: "When was Corrie Mill built?" },
  ground_truth: {
    doc_ids: [7],
    content: "In 1904.",
    references: ["It was built 🏭 in 1904.", "Nowhere said."],
    keypoints: ["1. Corrie Mill was built in 1904.", "2、It is a mill.", "1.5 million bags."],
  },
};

test("the items of a run come with their subjects, split and documents, and validate as rows", () => {
  writeSampleRun(at("run"));
  const { kind, rows } = readTruths(at("run"));
  const all = [...rows];
  expect(kind).toBe("run");
  expect(all.map(row => truths.row.parse(row))).toEqual(all);
  expect(all.map(({ id, type, split }) => [id, type, split])).toEqual(
    sampleItems.map(({ id, type }, index) => [id, type, index < 2 ? "dev" : "test"]),
  );
  const [, compared, unanswerable] = all;
  expect(compared).toMatchObject({
    subjects: [alder.name, birch.name],
    keypoints: [{ id: "k1" }, { id: "k2", claim: "Alder Mills earned more." }],
    quest: null,
    otherIds: [],
  });
  expect(compared!.references).toEqual(
    sampleItems[1]!.evidence.map(({ text, span }) => ({ text, span })),
  );
  // No labels were made: the documents of the references are relevant.
  expect(compared!.labels!.map(({ documentId, spans }) => [documentId, spans.length])).toEqual([
    [alder.id, 1],
    [birch.id, 1],
  ]);
  expect([unanswerable!.references, unanswerable!.labels]).toEqual([[], []]);
});

test("a run's labels count once a document with the highest grade; its exported ids and answered quest questions are known", () => {
  writeSampleRun(at("run"));
  const ids = { itemId: "item-0", language: "en" as const, documentId: alder.id };
  const label = { ...ids, role: "gold" as const, countsForMrr: true };
  const span = (start: number) => ({ documentId: alder.id, start, end: start + 5 });
  const made = [
    { ...label, id: "l1", grade: 1, spans: [span(0)] },
    { ...label, id: "l2", grade: 2, spans: [span(9)] },
  ];
  putRows(at("run"), labels, [{ input: "item-0", made }]);
  const entries = [
    { keyInfo: "1998", question: "When?", answer: "1998" },
    { keyInfo: "x", question: "Who?", answer: "" },
  ];
  putRows(at("run"), questEval, [
    { input: "item-0", made: [{ id: "qe", itemId: "item-0", language: "en", entries }] },
  ]);
  write("run/export-ids.json", { documents: { [alder.id]: 4 }, queries: { "item-0": 31 } });
  const [first, second] = rowsOf(at("run"));
  expect(first).toMatchObject({
    otherIds: ["31"],
    quest: [
      { id: "q1", question: "When?", answer: "1998" },
      { id: "q2", question: "Who?", answer: null },
    ],
    labels: [{ documentId: alder.id, grade: 2, spans: [span(0), span(9)] }],
  });
  expect([second!.labels, second!.quest]).toEqual([[], null]);
  expect(readKnownDocuments(openRun(at("run"))).findByIdentifier("4")).toMatchObject([
    { id: alder.id },
  ]);
});

test("DragonBall's queries keep numbers as ids and lose those before keypoints; references are found in a corpus", () => {
  const path = write(
    "queries.jsonl",
    `\uFEFF${lines(query, { ...query, query: { ...query.query, query_id: 13, query_type: "无关无解问" } })}\n\n`,
  );
  const [plain, unanswerable] = rowsOf(path);
  expect(plain).toMatchObject({
    id: "12",
    type: "factual",
    domain: "finance",
    documentIds: ["7"],
    labels: [{ documentId: "7", grade: 1, spans: [] }],
  });
  expect(plain!.keypoints).toEqual(
    ["Corrie Mill was built in 1904.", "It is a mill.", "1.5 million bags."].map(
      (claim, index) => ({ id: `k${index + 1}`, claim }),
    ),
  );
  expect(unanswerable).toMatchObject({ type: "unanswerable", labels: [] });
  const span = { documentId: "d-mill", start: mill.text.indexOf("It was"), end: mill.text.length };
  const [located] = rowsOf(path, [dam, mill]);
  expect(located).toMatchObject({
    documentIds: ["d-mill"],
    labels: [{ documentId: "d-mill", spans: [span] }],
  });
  expect(located!.references!.map(reference => reference.span)).toEqual([span, null]);
});

test("a reference is found though its white space differs, with offsets that cut out the document's own characters", () => {
  const reference = "stands by the river. It was   built";
  const path = write(
    "queries.jsonl",
    lines({ ...query, ground_truth: { ...query.ground_truth, references: [reference] } }),
  );
  const { start, end } = rowsOf(path, [mill])[0]!.references![0]!.span!;
  expect(mill.text.slice(start, end)).toBe("stands by the river.\n\nIt was built");
});

test("lists of questions name their documents, in Chinese and English; a question asked twice counts once", () => {
  const zh = {
    问题类型: "多文档时间序列问题",
    问题: "水库和磨坊哪个先建成？",
    ref: [{ 公司名: "柳河水库", content: ["水库于1958年建成。"] }],
    答案: "磨坊。",
  };
  const en = {
    "question type": "Multi-document Comparison Question",
    question: "Which is older?",
    ref: [{ court_name: "CORRIE MILL", content: ["It was built"] }],
    answer: "The mill.",
  };
  const path = write("qra.json", JSON.stringify({ compare: [zh, en], again: [en] }, null, 2));
  const placed = (documentId: string) => ({
    documentIds: [documentId],
    references: [{ span: { documentId } }],
  });
  const rows = rowsOf(path, [mill, dam]);
  expect(rows).toMatchObject([
    { language: "zh", domain: "finance", type: "time-sequence", ...placed("d-dam") },
    { language: "en", domain: "law", type: "comparison", ...placed("d-mill") },
  ]);
  expect(readTruths(path).kind).toBe("question-lists");
});

const news = (text: string) => `2023-08-01 10:00，来源：青山日报，正文：${text}`;
const crud = {
  event_summary: [{ ID: "s1", event: "水库建成", summary: "水库于1958年建成。", text: "…" }],
  questanswer_1doc: [
    {
      ID: "q1",
      questions: "水库何时建成？",
      answers: "1958年。",
      news1: news(dam.text.replaceAll("\n", "")),
    },
  ],
  hallu_modified: [
    {
      ID: "h1",
      newsBeginning: "水库位于青山县。",
      hallucinatedContinuation: "它建于1985年。",
      hallucinatedMod: "它建于1958年。",
    },
  ],
};

test("CRUD-RAG's tasks are read with what stands beside the file; without relevant lines, articles are found by their text", () => {
  const path = write("crud.json", JSON.stringify(crud, null, 1));
  const readFields = rowsOf(path).map(row => [row.id, row.type, row.question, row.answer]);
  expect(readFields).toEqual([
    ["s1", "summarization", "水库建成", "水库于1958年建成。"],
    ["h1", "correction", "水库位于青山县。\n\n它建于1985年。", "它建于1958年。"],
    ["q1", "qa-1-document", "水库何时建成？", "1958年。"],
  ]);
  expect(rowsOf(path).map(({ labels }) => labels)).toEqual([null, null, null]);
  expect(rowsOf(path, [mill, dam]).find(({ id }) => id === "q1")).toMatchObject({
    documentIds: ["d-dam"],
    labels: [{ documentId: "d-dam" }],
  });
  const answers = ["1958年", "无法推断"];
  const quest = { key_info: ["1958年", "x"], question: ["何时建成？", "谁建？"], answers };
  write("quest-eval.json", { q1: quest });
  write(
    "qrels.tsv",
    "query-id\tcorpus-id\tscore\trole\tmrr\nq1\t5\t1\tgold\t1\ns1\t6\t2\treconstruction\t0\n",
  );
  write("manifest.json", { documents: [{ line: 5, id: "d-dam" }] });
  const besides = new Map(rowsOf(path, [dam]).map(row => [row.id, row]));
  expect(besides.get("q1")).toMatchObject({
    documentIds: ["d-dam"],
    quest: [
      { id: "q1", answer: "1958年" },
      { id: "q2", answer: null },
    ],
    labels: [{ documentId: "d-dam", countsForMrr: true }],
  });
  expect(besides.get("s1")).toMatchObject({
    documentIds: [],
    labels: [{ documentId: "6", grade: 2, countsForMrr: false }],
  });
});

const example = {
  query_type: "比较类",
  query: "水库与湖有何不同？",
  reference_answer: "…",
  file_name: "a.pdf",
  coarse_keywords: ["水库"],
  fine_keywords: [["1958年"], ["青山县"]],
};

test("CoFE-RAG's examples get ids from query and file, and keep their own; evidence has a place where its document is known", () => {
  const ours = {
    ...example,
    query: "When was the mill built?",
    id: "item-9",
    language: "en",
    domain: "mills",
    documents: [{ file_name: "m.txt", id: "d-mill" }],
    // Code points: the sign before "in" counts once.
    evidence: [{ document: "d-mill", start: 49, end: 56, text: "in 1904" }],
    split: "dev",
  };
  const path = write("examples.json", { examples: [example, example, ours] });
  const [first, again, own] = rowsOf(path, [mill]);
  expect([first!.type, first!.documentIds, first!.references, first!.keywords]).toEqual([
    "comparative",
    ["a.pdf"],
    null,
    { coarse: ["水库"], fine: [["1958年"], ["青山县"]] },
  ]);
  expect(again!.id).toBe(`${first!.id}-2`);
  expect(own).toMatchObject({
    id: "item-9",
    domain: "mills",
    split: "dev",
    documentIds: ["d-mill"],
  });
  const span = own!.references![0]!.span!;
  expect(mill.text.slice(span.start, span.end)).toBe("in 1904");
  expect(rowsOf(write("lines.jsonl", lines(example))).map(({ id }) => id)).toEqual([first!.id]);
});

test.each([
  ["a path without a file", () => at("none.jsonl"), /none\.jsonl: there is no such file/],
  ["an empty file", () => write("x", "\n \n"), /it is empty/],
  [
    "a file of another form",
    () => write("x", lines({ a: 1 }, { a: 2 })),
    /line 1: this is not a known dataset/,
  ],
  ["a broken line", () => write("x", `${lines(query)}\n{"a`), /line 2: this is not JSON/],
  [
    "a broken value",
    () => write("x", '{\n "examples": [\n  {,}\n ]\n}'),
    /line 3: this is not JSON/,
  ],
  [
    "a record without its fields",
    () => write("x", lines(query, { ...query, query: { query_id: 1 } })),
    /line 2: query\.query_type/,
  ],
  ["an id that two items have", () => write("x", lines(query, query)), /two items have the id 12/],
  ["an empty list", () => write("x", { event_summary: [] }), /it contains no items/],
  [
    "a record of a task",
    () => write("x", { event_summary: [{ ID: "a", event: "" }] }),
    /event_summary 1: event/,
  ],
  ["a folder without a run", () => at(), /There is no run/],
])("%s is refused with its place", (_, path, message) => {
  expect(() => rowsOf(path())).toThrow(badInput(message));
});
