// BEIR's files over a user's own chunks.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportChunks } from "../../pipelines/run/chunk-export.ts";
import { findings, foundLabels } from "../../schemas/evaluation/findings.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { ragwright } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";
import { alder, birch, heron, sampleItems, ward } from "../support/sample-items.ts";
import { putRows, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");
const lines = (...parts: string[]) =>
  read(...parts)
    .split("\n")
    .slice(0, -1);
const qrels = (split: string) => lines("out", "qrels", `${split}.tsv`).slice(1);
const putChunks = (...rows: readonly object[]) =>
  writeFileSync(at("chunks.jsonl"), rows.map(row => `${JSON.stringify(row)}\n`).join(""));

/** A document cut behind each of these texts, by place in code points. */
function cut({ id, text }: DocumentRow, ...ends: readonly string[]): object[] {
  const borders = [0, ...ends.map(end => text.indexOf(end) + end.length), text.length];
  const points = borders.map(border => Array.from(text.slice(0, border)).length);
  return points
    .slice(1)
    .map((end, index) => ({ id: `${id}#${index}`, documentId: id, start: points[index], end }));
}

const halves = [
  ...cut(alder, "in Corrie."),
  ...cut(birch, "passengers."),
  ...cut(heron, "创办。"),
  ...cut(ward),
];
const write = (options = {}) =>
  exportChunks(at("run"), at("out"), { path: at("chunks.jsonl"), options });

test("the chunks that hold an item's references are relevant to it, in both languages and behind emoji", () => {
  writeSampleRun(at("run"));
  putChunks(...halves);
  expect(write()).toEqual({
    chunks: 7,
    queries: 5,
    test: 2,
    dev: 3,
    chunksNowhere: 0,
    chunksAmbiguous: 0,
    chunksDisagreeing: 0,
    references: 5,
    referencesWithoutChunk: 0,
  });
  expect(qrels("dev")).toEqual([
    "item-0\td-alder#0\t1",
    "item-1\td-alder#1\t1",
    "item-1\td-birch#1\t1",
  ]);
  expect(qrels("test")).toEqual(["item-3\td-heron#1\t1", "item-4\td-ward#0\t1"]);
  expect(JSON.parse(lines("out", "corpus.jsonl")[1]!)).toMatchObject({
    _id: "d-alder#1",
    title: "Alder Mills",
    metadata: { document_id: "d-alder", end: [...alder.text].length },
  });
  expect(lines("out", "queries.jsonl")).toHaveLength(5);
});

test("references that no chunk holds are counted, and chunks that stand nowhere", () => {
  writeSampleRun(at("run"));
  putChunks(...cut(alder, "in Corrie."), {
    id: "elsewhere",
    text: "This stands in no document of theirs at all.",
  });
  expect(write()).toMatchObject({
    chunks: 3,
    references: 5,
    referencesWithoutChunk: 3,
    chunksNowhere: 1,
    test: 0,
  });
  expect(qrels("test")).toEqual([]);
  expect(JSON.parse(lines("out", "corpus.jsonl")[2]!)).toEqual({
    _id: "elsewhere",
    title: "",
    text: "This stands in no document of theirs at all.",
    metadata: { document_id: null, start: null, end: null },
  });
});

test("what an audit found relevant counts in chunks too, and its findings leave items out", () => {
  writeSampleRun(at("run"));
  putChunks(...halves);
  const start = ward.text.indexOf("She");
  const label = {
    id: "l",
    itemId: "item-0",
    language: "en",
    documentId: ward.id,
    role: "support",
    grade: 1,
    spans: [{ documentId: ward.id, start, end: start + 20 }],
    countsForMrr: true,
  };
  putRows(at("run", "audit"), foundLabels, [{ input: "l", made: [label] }]);
  const finding = {
    id: "item-1/dead",
    itemId: "item-1",
    language: "en",
    code: "dead",
    detail: "All alike.",
  };
  putRows(
    at("run", "audit"),
    findings,
    sampleItems.map(({ id }) => ({ input: id, made: id === "item-1" ? [finding] : [] })),
  );
  expect(write({ sound: ["dead"] })).toMatchObject({ queries: 4, references: 3 });
  expect(qrels("dev")).toEqual(["item-0\td-alder#0\t1", "item-0\td-ward#0\t1"]);
  expect(JSON.parse(read("out", "manifest.json"))).toMatchObject({
    format: "beir-chunks",
    audit: { leftOut: 1 },
    splits: { dev: ["item-0"] },
  });
});

test("a chunk's id that would break the table of labels is refused, and so is a folder without a run", () => {
  writeSampleRun(at("run"));
  putChunks({ id: "a\tb", documentId: alder.id, start: 0, end: 20 });
  expect(() => write()).toThrow(/"a\\tb" contains a tab/);
  expect(() =>
    exportChunks(at("nowhere"), at("out"), { path: at("chunks.jsonl"), options: {} }),
  ).toThrow(expect.objectContaining({ code: "bad-input" }));
});

test("equal runs and chunks give equal bytes", () => {
  writeSampleRun(at("run"));
  putChunks(...halves);
  const files = [
    "corpus.jsonl",
    "queries.jsonl",
    "qrels/test.tsv",
    "qrels/dev.tsv",
    "manifest.json",
  ];
  const [first, second] = [1, 2].map(() => {
    write();
    return files.map(file => read("out", file));
  });
  expect(second).toEqual(first);
});

test("the command takes chunks for BEIR alone, names of findings it knows, and puts each wish into a folder of its own", async () => {
  writeSampleRun(at("run"));
  putChunks(...halves);
  putRows(
    at("run", "audit"),
    findings,
    sampleItems.map(({ id }) => ({ input: id, made: [] })),
  );
  const exported = (...args: string[]) => ragwright(["export", at("run"), ...args, "--json"]);
  const [sound, wrong, unknown] = [
    await exported("--format", "beir", "--chunks", at("chunks.jsonl"), "--sound"),
    await exported("--format", "ragas", "--chunks", at("chunks.jsonl")),
    await exported("--format", "huggingface", "--sound", "dull"),
  ];
  expect(JSON.parse(sound.out)).toMatchObject({
    to: at("run", "dataset", "beir-chunks-sound"),
    chunks: 7,
  });
  expect([wrong.code, unknown.code]).toEqual([2, 2]);
  expect(wrong.err).toMatch(/--chunks works with --format beir, not with ragas/);
  expect(unknown.err).toMatch(/--sound takes closed-book, .*, not "dull"/);
});
