// The folder for Hugging Face: read back by another hand, from runs of both wings and languages.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportHuggingface } from "../../pipelines/export/huggingface.ts";
import { freshFolder } from "../support/folder.ts";
import { parquetRows } from "../support/parquet-rows.ts";
import { corpus } from "../support/sample-news.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { alder, sampleItems } from "../support/sample-items.ts";
import { putItems, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const table = (...parts: string[]) => parquetRows(at("out", ...parts));
const card = () => readFileSync(at("out", "README.md"), "utf8");
const frontMatter = () => parse(card().split("---\n")[1]!) as Record<string, unknown>;
const pointsOf = (text: string, [start, end]: readonly [unknown, unknown]) =>
  [...text].slice(start as number, end as number).join("");

interface Reference {
  readonly text: string;
  readonly document_id: string;
  readonly start: number;
  readonly end: number;
}

test("documents come with title, text and where they are from", async () => {
  writeNewsRun(at("run"));
  expect(exportHuggingface(openRun(at("run")), at("out"))).toEqual({
    documents: 6,
    items: 6,
    test: 4,
    dev: 2,
    relevant: 10,
  });
  const rows = await table("corpus", "corpus.parquet");
  expect(rows.map(({ id, text }) => [id, text])).toEqual(corpus.map(({ id, text }) => [id, text]));
  expect(rows[0]).toMatchObject({
    title: "云汀大桥合龙",
    language: "zh",
    domain: "news",
    published: "2025-04-03",
    licence: "CC0-1.0",
  });
});

test("items are parted by split; references stand at their code points, in both languages and behind emoji", async () => {
  writeSampleRun(at("run"));
  exportHuggingface(openRun(at("run")), at("out"));
  const [dev, tested, documents] = [
    await table("items", "dev.parquet"),
    await table("items", "test.parquet"),
    await table("corpus", "corpus.parquet"),
  ];
  expect([dev, tested].map(rows => rows.map(({ id }) => id))).toEqual([
    ["item-0", "item-1"],
    ["item-2", "item-3", "item-4"],
  ]);
  const texts = new Map(documents.map(({ id, text }) => [id as string, text as string]));
  const references = [...dev, ...tested].flatMap(row => row["references"] as Reference[]);
  expect(references).toHaveLength(5);
  expect(
    references.map(({ document_id, start, end }) =>
      pointsOf(texts.get(document_id)!, [start, end]),
    ),
  ).toEqual(references.map(({ text }) => text));
  // An emoji of two units stands before this one, so that its code points are not its units.
  expect(references[0]).toMatchObject({
    document_id: alder.id,
    start: sampleItems[0]!.evidence[0]!.span.start - 1,
  });
});

test("an item that cannot be answered has no references and null keywords; keypoints keep their kind", async () => {
  writeSampleRun(at("run"));
  exportHuggingface(openRun(at("run")), at("out"));
  const [unanswerable] = await table("items", "test.parquet");
  expect(unanswerable).toMatchObject({
    type: "unanswerable",
    references: [],
    keywords_coarse: null,
    keywords_fine: null,
    document_ids: ["d-birch"],
  });
  expect(unanswerable!["keypoints"]).toEqual([
    { claim: "Unable to answer.", kind: "fact" },
    { claim: "It cannot be answered.", kind: "conclusion" },
  ]);
});

test("labels are parted by split, with their grades", async () => {
  writeNewsRun(at("run"));
  exportHuggingface(openRun(at("run")), at("out"));
  expect(await table("qrels", "dev.parquet")).toEqual([
    { query_id: "i-museum", corpus_id: "a-found", score: 2 },
    { query_id: "i-ferry", corpus_id: "a-repairs", score: 1 },
  ]);
});

test("the card's front matter names languages, licence, sizes and the files of each configuration", () => {
  writeNewsRun(at("run"));
  exportHuggingface(openRun(at("run")), at("out"));
  expect(frontMatter()).toMatchObject({
    language: ["en", "zh"],
    license: "cc0-1.0",
    task_categories: ["question-answering", "text-retrieval"],
    size_categories: ["n<1K"],
    configs: [
      {
        config_name: "items",
        data_files: [
          { split: "test", path: "items/test.parquet" },
          { split: "dev", path: "items/dev.parquet" },
        ],
        default: true,
      },
      { config_name: "corpus", data_files: [{ split: "corpus", path: "corpus/corpus.parquet" }] },
      {
        config_name: "qrels",
        data_files: [
          { split: "test", path: "qrels/test.parquet" },
          { split: "dev", path: "qrels/dev.parquet" },
        ],
      },
    ],
  });
});

test("the configurations of other contents are told otherwise: what was loaded once is not taken for another run", () => {
  const told = ["one", "other"].map((name, index) => {
    writeSampleRun(at(name));
    if (index === 1) putItems(at(name), sampleItems.slice(1));
    exportHuggingface(openRun(at(name)), at("out"));
    const configs = frontMatter()["configs"] as { description: string }[];
    return new Set(configs.map(({ description }) => description));
  });
  expect(told.map(({ size }) => size)).toEqual([1, 1]);
  expect(told[0]).not.toEqual(told[1]);
});
