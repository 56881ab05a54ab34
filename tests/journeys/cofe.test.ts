// A benchmark from a folder of files, and what becomes of it when the folder is edited, each command in a process of its own.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { FragmentRow } from "../../schemas/cofe/records.ts";
import type { ChangeRow } from "../../schemas/items/changes.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { ragwright } from "../support/cli.ts";
import { filesJourney, reportOf, serveRuns } from "../support/recorded/journeys.ts";
import { recordedRun } from "../support/recorded/run.ts";
import { newFolder } from "../support/toy-run.ts";
import { rowsIn } from "./rows.ts";

const folder = newFolder();
const directory = join(folder, "run");
const { at, ...journey } = filesJourney(folder);
const run = () => recordedRun({ ...journey, directory });
const items = () => rowsIn<ItemRow>(join(directory, "items/items.jsonl"));
const manual = at("en/rx4-pump-manual.md");

beforeAll(async () => {
  // Files that give nothing, each for a reason of its own.
  writeFileSync(at("en/empty.txt"), "");
  writeFileSync(at("en/broken.docx"), "PK\u0003\u0004 not an archive");
  writeFileSync(
    at("en/photo.pdf"),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
  );
  const { waiting, failures } = await run();
  expect({ waiting, failed: failures.map(({ input }) => basename(input)).sort() }).toEqual({
    waiting: 0,
    failed: ["broken.docx", "empty.txt", "photo.pdf"],
  });
});

test("files of several formats are read, in both languages, with pages, sheets and rows where they have them", () => {
  const documents = rowsIn<DocumentRow>(join(directory, "items/documents.jsonl"));
  expect(documents).toHaveLength(4);
  expect(new Set(documents.map(({ format }) => format))).toEqual(
    new Set(["markdown", "xlsx", "pdf"]),
  );
  expect(new Set(documents.flatMap(({ places }) => places.map(({ kind }) => kind)))).toEqual(
    new Set(["page", "sheet", "row"]),
  );
});

test("items of all four types stand on fragments; references and fine keywords are the documents' own characters", () => {
  const texts = new Map(
    rowsIn<DocumentRow>(join(directory, "items/documents.jsonl")).map(({ id, text }) => [id, text]),
  );
  const all = items();
  expect(new Set(all.map(({ type }) => type))).toEqual(
    new Set(["factual", "analytical", "comparative", "tutorial"]),
  );
  expect(new Set(all.map(({ language }) => language))).toEqual(new Set(["zh", "en"]));
  const spans = all.flatMap(({ evidence, keywords }) => [
    ...evidence,
    ...(keywords?.fine.flat() ?? []),
  ]);
  expect(spans.length).toBeGreaterThan(all.length);
  expect(
    spans.filter(
      ({ text, span }) => texts.get(span.documentId)?.slice(span.start, span.end) !== text,
    ),
  ).toEqual([]);
  expect(
    all.filter(
      ({ keywords }) => (keywords?.coarse.length ?? 0) === 0 || keywords?.fine.length === 0,
    ),
  ).toEqual([]);
  const fragments = rowsIn<FragmentRow>(join(directory, "cofe/fragments.jsonl"));
  expect(
    fragments.filter(
      ({ documentId, start, end, text }) => texts.get(documentId)?.slice(start, end) !== text,
    ),
  ).toEqual([]);
});

test("examples and knowledge are written, and the report names the files that failed", () => {
  for (const file of [
    "dataset/cofe/examples.json",
    "dataset/cofe/knowledge.jsonl",
    "dataset/cofe/manifest.json",
    "dataset/beir/corpus.jsonl",
  ])
    expect(existsSync(join(directory, file)), file).toBe(true);
  const { examples } = JSON.parse(
    readFileSync(join(directory, "dataset/cofe/examples.json"), "utf8"),
  ) as { examples: { file_name: string; fine_keywords: string[][] }[] };
  expect(examples).toHaveLength(items().length);
  expect(readFileSync(join(directory, "report.html"), "utf8")).toContain("broken.docx");
});

test("the same run again changes nothing", async () => {
  const read = () =>
    ["items/items.jsonl", "calls.jsonl"].map(file => readFileSync(join(directory, file), "utf8"));
  const before = read();
  await run();
  expect(read()).toEqual(before);
  expect(readFileSync(join(directory, "items/changes.jsonl"), "utf8")).toBe("");
});

test("a command with another model and the same replies makes the same files", async () => {
  const served = join(folder, "served");
  const { env, close } = await serveRuns([directory]);
  const { code, out } = await ragwright([...journey.args, "--out", served], { env });
  await close();
  // Files that could not be read are failures that the run names.
  expect([
    code,
    ["empty.txt", "broken.docx", "photo.pdf"].filter(file => !out.includes(file)),
  ]).toEqual([1, []]);
  expect(reportOf(served)).toBe(reportOf(directory));
  for (const file of [
    "items/items.jsonl",
    "dataset/cofe/examples.json",
    "dataset/cofe/knowledge.jsonl",
  ])
    expect(readFileSync(join(served, file), "utf8"), file).toBe(
      readFileSync(join(directory, file), "utf8"),
    );
});

test("after an edit items stand, move, retire and come again, each said; nothing unchanged is asked again", async () => {
  const before = new Map(items().map(item => [item.id, item]));
  const asked = rowsIn<{ key: string; prompt: string }>(join(directory, "calls.jsonl"));
  // A paragraph before all else moves what follows; one file goes, one comes.
  const text = readFileSync(manual, "utf8");
  writeFileSync(
    manual,
    text.replace(
      "## What is in the box",
      "This edition holds for pumps built from 2024 on.\n\n## What is in the box",
    ),
  );
  rmSync(at("en/stores-and-suppliers.xlsx"));
  writeFileSync(
    at("en/kiln-hire.md"),
    "# Kiln hire at Marn Pottery\n\nMarn Pottery hires out two kilns. The small kiln costs £18 a day and the large kiln costs £42 a day, because the large one burns three times as much gas.\n\n## How to load a kiln\n\n1. Dust the shelves with alumina.\n2. Place the pots a finger's breadth apart.\n3. Close the lid and set the cone to 06.\n",
  );
  expect((await run()).waiting).toBe(0);
  const changes = rowsIn<ChangeRow>(join(directory, "items/changes.jsonl"));
  expect(new Set(changes.map(({ state }) => state))).toEqual(
    new Set(["kept", "moved", "retired", "new"]),
  );
  const told = await ragwright(["diff", directory]);
  expect(told.code, told.err).toBe(0);
  expect(told.out).toMatch(
    /retired item-[0-9a-f]+: .+\(The text it was made from is no longer in the documents\.\)/,
  );
  const now = new Map(items().map(item => [item.id, item]));
  for (const state of ["kept", "moved"] as const) {
    const ids = changes.filter(change => change.state === state).map(({ id }) => id);
    expect(ids.filter(id => now.get(id)?.question !== before.get(id)?.question)).toEqual([]);
    expect(ids.length).toBeGreaterThan(0);
  }
  expect(changes.filter(({ state, because }) => state === "retired" && because === null)).toEqual(
    [],
  );
  expect(
    changes.filter(
      ({ state, question }) => state === "retired" && question.includes("Wexcombe Arcade"),
    ).length,
  ).toBeGreaterThan(0);
  const fresh = rowsIn<{ key: string; prompt: string }>(join(directory, "calls.jsonl")).slice(
    asked.length,
  );
  const known = new Set(asked.map(({ key }) => key));
  expect(fresh.filter(({ key }) => known.has(key))).toEqual([]);
  // What was asked again is about the texts that are new: a small part of all.
  expect(fresh.length).toBeLessThan(asked.length / 2);
  const texts = new Map(
    rowsIn<DocumentRow>(join(directory, "items/documents.jsonl")).map(({ id, text: whole }) => [
      id,
      whole,
    ]),
  );
  expect(
    [...now.values()]
      .flatMap(({ evidence }) => evidence)
      .filter(
        ({ text: said, span }) => texts.get(span.documentId)?.slice(span.start, span.end) !== said,
      ),
  ).toEqual([]);
});
