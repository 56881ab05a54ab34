// A twin as a run of its own: what is written, what every other command takes of it, and what is refused.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { readTruths } from "../../pipelines/evaluate/truth/read-truths.ts";
import { evaluate } from "../../pipelines/run/evaluate.ts";
import { exportRun } from "../../pipelines/run/export-run.ts";
import { report } from "../../pipelines/run/report.ts";
import { twin } from "../../pipelines/run/twin.ts";
import { documents } from "../../schemas/items/documents.ts";
import { labels, splits } from "../../schemas/items/finished-items.ts";
import { items, questions } from "../../schemas/items/records.ts";
import { depots } from "../support/depots.ts";
import { putRunJson, putLines } from "../support/run-files.ts";
import { newFolder } from "../support/toy-run.ts";

const folder = newFolder();
const run = join(folder, "run");
const rows = depots();
for (const [artifact, made] of [
  [documents, rows.documents],
  [items, rows.items],
  [questions, rows.questions],
  [labels, rows.labels],
  [splits, rows.splits],
] as const)
  putLines(run, artifact.name, made);
putRunJson(run, { settings: { wing: "rageval", model: { name: "rules" } } });

/** Every file by its path; journals are left out, whose seals tell times. */
const filesIn = (directory: string) =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter(path => /(?<!\.done)\.jsonl?$/.test(path))
      .sort()
      .map(path => [path, readFileSync(join(directory, path), "utf8")]),
  );

const before = filesIn(run);
const out = join(folder, "run-twin");
const made = twin({ run });
const opened = openRun(out);
const written = filesIn(out);

test("the twin stands beside the run, which is not touched", () => {
  expect(made.directory).toBe(out);
  expect(Object.keys(before)).toHaveLength(6);
  expect(filesIn(run)).toEqual(before);
  expect(existsSync(`${out}.new`)).toBe(false);
});

test("it tells what changed, what stayed and what was left out", () => {
  expect(JSON.parse(readFileSync(join(out, "twin.json"), "utf8"))).toEqual({
    of: run,
    randomSeed: made.randomSeed,
    changeable: made.changeable,
    facts: made.facts,
    changed: made.changed,
    kept: made.kept,
    notCarried: [],
  });
  expect(made.changed.length + made.kept.length).toBe(rows.items.length);
  expect(made.facts.filter(({ before: old, after }) => old === after)).toEqual([]);
});

test("the same seed writes the same bytes", () => {
  const again = join(folder, "again");
  twin({ run, out: again });
  expect(filesIn(again)).toEqual(written);
});

test("it is a finished run to status, evaluate, export and report", async () => {
  expect(opened.status().finished).toBe(true);
  expect([...readTruths(out).rows].map(({ labels: found }) => found?.length)).toEqual(
    rows.items.map(() => 1),
  );
  expect(exportRun({ run: out, format: "dragonball" }).counts).toMatchObject({
    documents: 24,
    queries: rows.items.length,
  });
  expect(exportRun({ run: out, format: "beir" }).counts).toMatchObject({ documents: 24 });
  expect(existsSync(await report(out))).toBe(true);
});

test("each item names the one it is the twin of, and its truth is another's only where it says so", () => {
  const found = [...opened.rows(items)];
  const answers = new Map(rows.items.map(({ id, answer }) => [id, answer]));
  const other = found.filter(({ twinOf, answer }) => answers.get(twinOf ?? "") !== answer);
  expect(found.map(({ twinOf }) => twinOf)).toEqual(rows.items.map(({ id }) => id));
  expect(other.map(({ twinOf }) => twinOf)).toEqual(made.changed);
});

test("the grounded share of a memorising system is 0, that of a reading one 1, over the changed items alone", async () => {
  const answers = new Map(rows.items.map(({ id, answer }) => [id, answer]));
  const write = (name: string, lines: readonly object[]) => {
    const path = join(folder, `${name}.jsonl`);
    writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(""));
    return path;
  };
  const told = [...opened.rows(items)];
  const remembered = told.map(({ id, twinOf }) => ({ id, answer: answers.get(twinOf ?? "") }));
  const originalPredictions = write(
    "original",
    rows.items.map(({ id, answer }) => ({ id, answer })),
  );
  const shareOf = async (name: string, lines: readonly object[]) => {
    const asked = {
      against: out,
      original: run,
      originalPredictions,
      out: join(folder, "e", name),
    };
    const ended = await evaluate({
      ...asked,
      predictions: write(name, lines),
      metrics: ["grounded-share"],
    });
    return "metrics" in ended ? ended.metrics["grounded-share"] : undefined;
  };
  const n = made.changed.length;
  expect(await shareOf("remembered", remembered)).toMatchObject({ value: 0, n });
  const read = told.map(({ id, answer }) => ({ id, answer }));
  expect(await shareOf("read", read)).toMatchObject({ value: 1, n });
});

test("an item whose answer nobody can be sure of is left out by name", () => {
  const unsure = join(folder, "unsure");
  cpSync(run, unsure, { recursive: true });
  const [, total] = rows.items;
  const unproved = { answer: "It holds 1,880 tonnes more of wheat.", evidence: total?.evidence };
  const told = rows.items.flatMap(item => {
    if (item.id === "en-0-total") return [item, { ...item, id: "en-0-total-too" }];
    return [item.id === "en-0-plans" ? { ...item, ...unproved } : item];
  });
  putLines(unsure, items.name, told);
  expect(twin({ run: unsure }).notCarried).toEqual([
    { id: "en-0-plans", because: 'the source of "1,880" is not stated' },
  ]);
});

test("a folder that holds something, one within the run, and a run without items are refused", () => {
  expect(() => twin({ run })).toThrow(/already exists and is not empty/);
  expect(() => twin({ run, out: join(run, "twin") })).toThrow(/is inside the run/);
  const empty = join(folder, "empty");
  putRunJson(empty);
  expect(() => twin({ run: empty })).toThrow(/There are no items/);
  expect(existsSync(`${empty}-twin`)).toBe(false);
});

test("an empty folder is taken, and what a stop left beside it is cleared away", () => {
  const place = join(folder, "place");
  mkdirSync(place);
  mkdirSync(`${place}.new`);
  writeFileSync(join(`${place}.new`, "half"), "");
  twin({ run, out: place });
  expect(filesIn(place)).toEqual(written);
});

test("a run none of whose answers tells a value is refused, with a reason", () => {
  const plain = join(folder, "plain");
  cpSync(run, plain, { recursive: true });
  putLines(
    plain,
    items.name,
    rows.items.filter(({ type }) => type === "unanswerable"),
  );
  expect(() => twin({ run: plain })).toThrow(
    /None of the answers in .* can be changed with certainty/,
  );
});
