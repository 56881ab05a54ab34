// BEIR's files of runs of both wings.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportBeir } from "../../pipelines/export/beir.ts";
import { freshFolder } from "../support/folder.ts";
import { bridge, corpus, newsItems, newsLabels, toll } from "../support/sample-news.ts";
import { putNewsItems, writeNewsRun } from "../support/sample-news-run.ts";
import { writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");
const lines = (...parts: string[]) =>
  read(...parts)
    .trimEnd()
    .split("\n");
const records = (...parts: string[]) =>
  lines(...parts).map(line => JSON.parse(line) as Record<string, unknown>);

test("documents are written with title, text and where they are from", () => {
  writeNewsRun(at("run"));
  expect(exportBeir(openRun(at("run")), at("out"))).toEqual({
    documents: 6,
    queries: 6,
    test: 8,
    dev: 2,
  });
  expect(records("out", "corpus.jsonl").map(({ _id }) => _id)).toEqual(corpus.map(({ id }) => id));
  expect(records("out", "corpus.jsonl")[0]).toEqual({
    _id: bridge.id,
    title: bridge.name,
    text: bridge.text,
    metadata: {
      language: "zh",
      domain: "news",
      published: "2025-04-03",
      source: "seeds/crud/news.txt",
    },
  });
});

test("a query is the question, the event or the beginning; of a correction its beginning, a blank line and the text with errors", () => {
  writeNewsRun(at("run"));
  exportBeir(openRun(at("run")), at("out"));
  expect(records("out", "queries.jsonl").map(({ text }) => text)).toEqual([
    ...newsItems.slice(0, 5).map(({ question }) => question),
    "云汀大桥4月3日合龙，\n\n主跨长九百米。",
  ]);
  expect(records("out", "queries.jsonl")[5]?.["metadata"]).toEqual({
    type: "correction",
    language: "zh",
    domain: "news",
    answer: "主跨长八百二十米。",
    split: "test",
  });
});

test("labels are parted by split, with their grades", () => {
  writeNewsRun(at("run"));
  exportBeir(openRun(at("run")), at("out"));
  expect(lines("out", "qrels", "dev.tsv")).toEqual([
    "query-id\tcorpus-id\tscore",
    "i-museum\ta-found\t2",
    "i-ferry\ta-repairs\t1",
  ]);
  expect(lines("out", "qrels", "test.tsv").slice(0, 3)).toEqual([
    "query-id\tcorpus-id\tscore",
    "i-toll\ta-toll\t1",
    "i-toll\ta-bridge\t1",
  ]);
});

test("a run of the other wing, without labels, has each document of its references once; an unanswerable query has none", () => {
  writeSampleRun(at("run"));
  exportBeir(openRun(at("run")), at("out"));
  expect(lines("out", "qrels", "dev.tsv").slice(1)).toEqual([
    "item-0\td-alder\t1",
    "item-1\td-alder\t1",
    "item-1\td-birch\t1",
  ]);
  expect(lines("out", "qrels", "test.tsv").slice(1)).toEqual([
    "item-3\td-heron\t1",
    "item-4\td-ward\t1",
  ]);
  expect(records("out", "queries.jsonl")).toHaveLength(5);
});

test("no label leads to a document that the corpus lacks", () => {
  writeNewsRun(at("run"));
  putNewsItems(at("run"), newsItems, [{ ...newsLabels[0]!, documentId: "a-gone" }]);
  expect(() => exportBeir(openRun(at("run")), at("out"))).toThrow(/i-museum names document a-gone/);
});

test("equal runs give equal bytes in every file", () => {
  for (const name of ["a", "b"]) {
    writeNewsRun(at(name));
    exportBeir(openRun(at(name)), at(name, "out"));
  }
  for (const file of [
    "corpus.jsonl",
    "queries.jsonl",
    "qrels/test.tsv",
    "qrels/dev.tsv",
    "manifest.json",
  ])
    expect(read("a", "out", file)).toBe(read("b", "out", file));
  expect(read("a", "out", "corpus.jsonl")).toContain(toll.text);
});
