// What is known of an answer goes along in every format, and comes back where our own reader takes the file.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { readTruths } from "../../pipelines/evaluate/truth/read-truths.ts";
import { exportBeir } from "../../pipelines/export/beir.ts";
import { exportCofe } from "../../pipelines/export/cofe.ts";
import { exportCrud } from "../../pipelines/export/crud.ts";
import { exportDragonball } from "../../pipelines/export/dragonball.ts";
import { exportHuggingface } from "../../pipelines/export/huggingface.ts";
import { exportRagas } from "../../pipelines/export/ragas.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { freshFolder } from "../support/folder.ts";
import { parquetRows } from "../support/parquet-rows.ts";
import { known, sampleItems } from "../support/sample-items.ts";
import { newsItems } from "../support/sample-news.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { putItems, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
type Fields = Record<string, unknown>;
const lines = (...parts: string[]) =>
  readFileSync(at("out", ...parts), "utf8")
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as Fields);
const fine = sampleItems[0]!.evidence.map(({ span }) => ({ text: "3 May 1998", span }));
const keywords = { coarse: ["Alder Mills"], fine: [fine] };

/** The first item's answer is known, the others' are not. */
function knowingRun() {
  writeSampleRun(at("run"));
  const items = [{ ...sampleItems[0]!, ...known, keywords }, ...sampleItems.slice(1)];
  putItems(at("run"), items);
  return openRun(at("run"));
}

const written = {
  as_of: "2021-05-03",
  members: ["d-alder", "d-birch"],
  wrong_answers: [
    { answer: "US$28 million", trap: "stale", document_ids: ["d-birch"] },
    { answer: "US$31 million", trap: "twin", document_ids: ["d-birch", "d-heron"] },
  ],
  twin_of: "item-of-the-original",
};
const names = Object.keys(written);

test("Hugging Face has a typed column for each, null where nothing is known, and the card says what it holds", async () => {
  exportHuggingface(knowingRun(), at("out"));
  const [first, second] = await parquetRows(at("out", "items", "dev.parquet"));
  expect(first).toMatchObject(written);
  expect(names.map(name => second![name])).toEqual([null, null, null, null]);
  const card = readFileSync(at("out", "README.md"), "utf8");
  expect(names.filter(name => !card.includes(`| \`${name}\` |`))).toEqual([]);
});

test("BEIR has them in a query's metadata, Ragas beside the fields of a sample, each only where known", () => {
  const run = knowingRun();
  exportBeir(run, at("out"));
  const [query, other] = lines("queries.jsonl");
  expect(query!["metadata"]).toMatchObject(written);
  exportRagas(run, at("out"));
  const [sample, next] = lines("dev.jsonl");
  expect(sample).toMatchObject(written);
  const told = [other!["metadata"], next].map(fields =>
    Object.keys(fields as Fields).filter(name => names.includes(name)),
  );
  expect(told).toEqual([[], []]);
});

test("DragonBall's queries have them in the ground truth, documents by number, and are read back as they were", () => {
  exportDragonball(knowingRun(), at("out"));
  const [query] = lines("queries.jsonl");
  expect(query!["ground_truth"]).toMatchObject({
    ...written,
    members: [1, 2],
    wrong_answers: [{ document_ids: [2] }, { document_ids: [2, 3] }],
  });
  const [first, second] = [...readTruths(at("out", "queries.jsonl")).rows];
  expect(first).toMatchObject({
    asOf: known.asOf,
    members: ["1", "2"],
    wrongAnswers: [{ answer: "US$28 million", trap: "stale", documentIds: ["2"] }, {}],
    twinOf: known.twinOf,
  });
  expect(Object.keys(second!)).not.toContain("wrongAnswers");
});

test("CoFE's examples have them after the original's fields and are read back like the run's own items", () => {
  exportCofe(knowingRun(), at("out"));
  const truths = [at("run"), at("out", "examples.json")].map(path => [...readTruths(path).rows][0]);
  expect(truths[0]).toMatchObject(known);
  expect(truths[1]).toMatchObject(known);
});

test("what does not fit in a foreign file is passed over", () => {
  exportCofe(knowingRun(), at("out"));
  const path = at("out", "examples.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"trap": "stale"', '"trap": "pit"'));
  const [{ asOf, wrongAnswers }] = [...readTruths(path).rows] as [TruthRow];
  expect([asOf, wrongAnswers]).toEqual([known.asOf, undefined]);
});

test("CRUD's records take no further fields: they stand beside the item in the manifest", () => {
  const twins = newsItems.map(item => ({ ...item, twinOf: `original-${item.id}` }));
  writeNewsRun(at("run"), twins);
  exportCrud(openRun(at("run")), at("out"));
  const manifest = JSON.parse(readFileSync(at("out", "manifest.json"), "utf8")) as {
    queries: Fields[];
  };
  expect(new Set(manifest.queries.map(({ twin_of: original }) => original))).toEqual(
    new Set(twins.map(({ twinOf }) => twinOf)),
  );
  expect(readFileSync(at("out", "crud.json"), "utf8")).not.toContain("original-");
});
