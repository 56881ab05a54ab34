// A run packed to be committed: what stands in the folder, in which order, and what is left out of it.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { readPack } from "../../pipelines/evaluate/pack/read-pack.ts";
import { exportPack } from "../../pipelines/export/pack.ts";
import { freshFolder } from "../support/folder.ts";
import { alder, sampleItems } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");
const ids = sampleItems.map(({ id }) => id);

test("items stand one a line by their ids, with gold, spans in code points and the text of their evidence, and no corpus", () => {
  writeSampleRun(at("run"));
  const packed = exportPack(openRun(at("run")), at("evals"));
  expect(packed).toMatchObject({ items: 5, tooMany: 0, notWanted: 0, documents: 4 });
  const { items, documents, manifest } = readPack(at("evals"));
  expect(items.map(({ id }) => id)).toEqual(ids);
  expect(items[0]).toEqual({
    id: "item-0",
    language: "en",
    type: "factual",
    domain: "finance",
    split: "dev",
    question: "When was Alder Mills founded?",
    answer: "On 3 May 1998.",
    keypoints: [{ id: "k1", claim: "On 3 May 1998.", kind: "fact" }],
    // The sign before it is two UTF-16 units and one code point.
    evidence: [
      {
        documentId: "d-alder",
        start: 60,
        end: 108,
        text: "Alder Mills was founded on 3 May 1998 in Corrie.",
      },
    ],
  });
  expect([...alder.text].slice(60, 108).join("")).toBe(items[0]?.evidence[0]?.text);
  expect(documents.map(({ id }) => id)).toEqual(["d-alder", "d-birch", "d-heron", "d-ward"]);
  expect(manifest).toMatchObject({
    items: 5,
    leftOut: 0,
    languages: { en: 4, zh: 1 },
    types: { comparison: 1, factual: 3, unanswerable: 1 },
  });
  const all = readdirSync(at("evals")).map(name => read("evals", name));
  expect(all.filter(text => text.includes("two dogs"))).toEqual([]);
});

test("packed again it is the same to the byte; of an item that changed one line does", () => {
  writeSampleRun(at("run"));
  exportPack(openRun(at("run")), at("evals"));
  const before = ["benchmark.json", "documents.jsonl", "items.jsonl"].map(name =>
    read("evals", name),
  );
  exportPack(openRun(at("run")), at("evals"));
  expect(readdirSync(at("evals")).map(name => read("evals", name))).toEqual(before);

  putRun(at("edited"));
  putDocuments(at("edited"));
  putItems(
    at("edited"),
    sampleItems.map(item => (item.id === "item-3" ? { ...item, answer: "三千万元整。" } : item)),
  );
  exportPack(openRun(at("edited")), at("evals"));
  const [lines, old] = [read("evals", "items.jsonl"), before[2] ?? ""].map(text =>
    text.split("\n"),
  );
  expect(lines?.flatMap((line, index) => (line === old?.[index] ? [] : [index]))).toEqual([3]);
});

/** Items of one kind, each about so many bytes. */
const manyItems = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...sampleItems[0]!,
    id: `item-${String(index).padStart(4, "0")}`,
    answer: `${index} ${"a".repeat(bytes)}`,
  }));

function packMany(count: number, options: { items?: number } = {}) {
  const run = at(`run-${count}`);
  putRun(run);
  putDocuments(run);
  putItems(run, manyItems(count, 20_000));
  const packed = exportPack(openRun(run), at("evals"), options);
  return { packed, kept: readPack(at("evals")).items.map(({ id }) => id) };
}

test("what would not fit into two megabytes is counted and left out, drawn by the ids from all of the run", () => {
  const { packed, kept } = packMany(150);
  const bytes = readdirSync(at("evals")).reduce(
    (sum, name) => sum + statSync(at("evals", name)).size,
    0,
  );
  expect(bytes).toBe(packed.bytes);
  expect(bytes).toBeLessThanOrEqual(2_000_000);
  expect(bytes).toBeGreaterThan(1_900_000);
  expect([packed.items + packed.tooMany, kept.length]).toEqual([150, packed.items]);
  expect(kept).toEqual(kept.toSorted((a, b) => (a < b ? -1 : 1)));
  // Not the first ones alone.
  expect(kept.filter(id => id >= "item-0100").length).toBeGreaterThan(10);
});

test("the same items stay when the run grows, as far as there is room for them", () => {
  const few = packMany(60, { items: 30 });
  expect(few.packed).toMatchObject({ items: 30, notWanted: 30, tooMany: 0 });
  const more = packMany(80, { items: 40 });
  expect(few.kept.filter(id => more.kept.includes(id)).length).toBeGreaterThanOrEqual(25);
});

test("only a split is packed; a folder that holds something else is left alone, and so is one without items", () => {
  writeSampleRun(at("run"));
  const run = openRun(at("run"));
  expect(exportPack(run, at("evals"), { split: "dev" }).items).toBe(2);
  writeFileSync(at("evals", "notes.md"), "mine");
  expect(() => exportPack(run, at("evals"))).toThrow(/notes\.md/);
  putRun(at("empty"));
  putDocuments(at("empty"));
  expect(() => exportPack(openRun(at("empty")), at("new"))).toThrow(/no items to pack/);
});

test("a folder without a benchmark, and a line that does not fit, are refused with their place", () => {
  expect(() => readPack(at("nothing"))).toThrow(/no packed benchmark in/);
  writeSampleRun(at("run"));
  exportPack(openRun(at("run")), at("evals"));
  const lines = read("evals", "items.jsonl").split("\n");
  writeFileSync(at("evals", "items.jsonl"), [lines[0], '{"id": "x"}'].join("\n"));
  expect(() => readPack(at("evals"))).toThrow(/items\.jsonl line 2/);
});
