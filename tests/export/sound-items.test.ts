// Exports of an audited run: what has findings against it stays out, what was found relevant comes in.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportBeir } from "../../pipelines/export/beir.ts";
import { exportCofe } from "../../pipelines/export/cofe.ts";
import { exportCrud } from "../../pipelines/export/crud.ts";
import { exportDragonball } from "../../pipelines/export/dragonball.ts";
import { exportHuggingface } from "../../pipelines/export/huggingface.ts";
import { exportRagas } from "../../pipelines/export/ragas.ts";
import { FindingCode, findings, foundLabels } from "../../schemas/evaluation/findings.ts";
import { freshFolder } from "../support/folder.ts";
import { newsItems } from "../support/sample-news.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putRows, writeSampleRun } from "../support/sample-run.ts";
import { putLines } from "../support/run-files.ts";

const at = freshFolder();
const all = FindingCode.options;
const manifest = (folder = "out") =>
  JSON.parse(readFileSync(at(folder, "manifest.json"), "utf8")) as Record<string, unknown>;
const qrels = (split: string) =>
  readFileSync(at("out", "qrels", `${split}.tsv`), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);

/** An audit of these items, with the findings of each. */
function putAudit(
  run: string,
  found: Readonly<Record<string, readonly FindingCode[]>>,
  closed = true,
): void {
  const outcomes = Object.entries(found).map(([itemId, codes]) => ({
    input: itemId,
    made: codes.map(code => ({
      id: `${itemId}/${code}`,
      itemId,
      language: "en",
      code,
      detail: "Found.",
    })),
  }));
  putRows(join(run, "audit"), findings, outcomes, { closed });
}

function putFoundLabels(run: string, pairs: readonly (readonly [string, string])[]): void {
  const rows = pairs.map(([itemId, documentId]) => ({
    id: `${itemId}/${documentId}`,
    itemId,
    language: "en",
    documentId,
    role: "support",
    grade: 1,
    spans: [],
    countsForMrr: true,
  }));
  putRows(
    join(run, "audit"),
    foundLabels,
    rows.map(row => ({ input: row.id, made: [row] })),
  );
}

const audited = Object.fromEntries(sampleItems.map(({ id }) => [id, [] as FindingCode[]]));

test("items with findings are left out, and counted by code", () => {
  writeSampleRun(at("run"));
  putAudit(at("run"), { ...audited, "item-0": ["closed-book", "dead"], "item-3": ["dead"] });
  expect(exportBeir(openRun(at("run")), at("out"), { sound: all })).toEqual({
    documents: 4,
    queries: 3,
    test: 1,
    dev: 2,
  });
  expect(manifest()).toMatchObject({
    audit: { codes: all, leftOut: 2, byCode: { "closed-book": 1, dead: 2 }, notAudited: 0 },
    splits: { dev: ["item-1"], test: ["item-2", "item-4"] },
  });
});

test("every format takes the same items, and one without the wish for sound ones takes all", () => {
  writeNewsRun(at("run"));
  putAudit(at("run"), {
    ...Object.fromEntries(newsItems.map(({ id }) => [id, []])),
    "i-toll": ["closed-book"],
  });
  for (const exporter of [
    exportBeir,
    exportCofe,
    exportCrud,
    exportDragonball,
    exportHuggingface,
    exportRagas,
  ]) {
    exporter(openRun(at("run")), at("out"), { sound: all });
    expect(manifest()).toMatchObject({ audit: { leftOut: 1, notAudited: 0 } });
    exporter(openRun(at("run")), at("whole"));
    expect(manifest("whole")).not.toHaveProperty("audit");
  }
});

test("accepted and sound are both asked of an item", () => {
  writeSampleRun(at("run"));
  const decision = (itemId: string) => ({
    id: itemId,
    itemId,
    language: "en",
    protocol: "crud-query",
    decision: "accepted",
    version: 1,
    reviewIds: ["r"],
    detail: "",
  });
  putLines(at("run"), "annotate/decisions", ["item-0", "item-1"].map(decision));
  putAudit(at("run"), { ...audited, "item-0": ["dead"] });
  exportBeir(openRun(at("run")), at("out"), { accepted: true, sound: all });
  expect(manifest()).toMatchObject({
    people: { accepted: 2 },
    audit: { leftOut: 1 },
    splits: { dev: ["item-1"], test: [] },
  });
});

test("a run without an audit is refused, and so is one whose audit has not ended, or of which nothing is left", () => {
  writeSampleRun(at("run"));
  const wish = () => exportBeir(openRun(at("run")), at("out"), { sound: all });
  expect(wish).toThrow(
    expect.objectContaining({
      code: "bad-input",
      message: expect.stringMatching(/There is no audit of/),
      hint: expect.stringMatching(/ragwright audit/),
    }),
  );
  putAudit(at("run"), { "item-0": [] }, false);
  expect(wish).toThrow(/is not finished/);
  putAudit(at("run"), Object.fromEntries(sampleItems.map(({ id }) => [id, ["dead" as const]])));
  expect(wish).toThrow(/Nothing is left: .* all of its 5 items/);
  expect(() => readFileSync(at("out", "corpus.jsonl"))).toThrow(/ENOENT/);
});

test("documents that an audit found to answer too are relevant, once each, beside labels and references alike", () => {
  writeSampleRun(at("run"));
  putFoundLabels(at("run"), [
    ["item-0", "d-birch"],
    ["item-0", "d-alder"],
    ["item-gone", "d-birch"],
  ]);
  exportBeir(openRun(at("run")), at("out"));
  expect(qrels("dev")).toEqual([
    "item-0\td-alder\t1",
    "item-0\td-birch\t1",
    "item-1\td-alder\t1",
    "item-1\td-birch\t1",
  ]);
});

test("what an audit found for a reverse task stays out of CRUD's MRR", () => {
  writeNewsRun(at("run"));
  putFoundLabels(at("run"), [
    ["i-museum", "a-toll"],
    ["i-span", "a-toll"],
  ]);
  exportCrud(openRun(at("run")), at("out"));
  const rows = readFileSync(at("out", "qrels.tsv"), "utf8")
    .split("\n")
    .filter(line => line.includes("\tsupport\t"))
    .map(line => line.split("\t").slice(2));
  expect(rows).toContainEqual(["1", "support", "0"]);
  expect(rows).toContainEqual(["1", "support", "1"]);
});
