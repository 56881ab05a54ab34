// A benchmark from a folder of files, and what becomes of it when the folder is edited, each command in a process of its own.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { ChangeRow, FragmentRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { ragwright, root } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";

const folder = newFolder();
const files = join(folder, "files");
const run = join(folder, "run");
const command = ["run", "cofe", "--documents", files, "--model", "rules", "--items", "48", "--out", run];
const rows = <Row>(path: string): Row[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line) as Row);
const items = () => rows<ItemRow>(join(run, "items/items.jsonl"));
const manual = join(files, "technology/en/rx4-pump-manual.md");

beforeAll(async () => {
  cpSync(join(root, "seeds/cofe"), files, { recursive: true });
  // Files that give nothing, each for a reason of its own.
  writeFileSync(join(files, "technology/en/empty.txt"), "");
  writeFileSync(join(files, "technology/en/broken.docx"), "PK\u0003\u0004 not an archive");
  writeFileSync(join(files, "technology/en/photo.pdf"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]));
  const { code, err, out } = await ragwright(command);
  // Files that could not be read are failures that the run names.
  expect(code, err).toBe(1);
  expect(out).toMatch(/empty\.txt/);
  expect(out).toMatch(/broken\.docx/);
  expect(out).toMatch(/photo\.pdf/);
}, 120_000);

test("every format of the seeds is read, in both languages, with pages, slides, sheets and rows where it has them", () => {
  const documents = rows<DocumentRow>(join(run, "items/documents.jsonl"));
  expect(documents).toHaveLength(11);
  expect(new Set(documents.map(({ format }) => format))).toEqual(new Set(["markdown", "html", "csv", "text", "docx", "xlsx", "pptx", "pdf"]));
  expect(new Set(documents.flatMap(({ places }) => places.map(({ kind }) => kind)))).toEqual(new Set(["page", "slide", "sheet", "row"]));
});

test("items of all four types stand on fragments; references and fine keywords are the documents' own characters", () => {
  const texts = new Map(rows<DocumentRow>(join(run, "items/documents.jsonl")).map(({ id, text }) => [id, text]));
  const all = items();
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(["factual", "analytical", "comparative", "tutorial"]));
  expect(new Set(all.map(({ language }) => language))).toEqual(new Set(["zh", "en"]));
  const spans = all.flatMap(({ evidence, keywords }) => [...evidence, ...(keywords?.fine.flat() ?? [])]);
  expect(spans.length).toBeGreaterThan(all.length);
  expect(spans.filter(({ text, span }) => texts.get(span.documentId)?.slice(span.start, span.end) !== text)).toEqual([]);
  expect(all.filter(({ keywords }) => (keywords?.coarse.length ?? 0) === 0 || keywords?.fine.length === 0)).toEqual([]);
  const fragments = rows<FragmentRow>(join(run, "cofe/fragments.jsonl"));
  expect(fragments.filter(({ documentId, start, end, text }) => texts.get(documentId)?.slice(start, end) !== text)).toEqual([]);
});

test("examples and knowledge are written, and the report names the files that failed", () => {
  for (const file of ["dataset/cofe/examples.json", "dataset/cofe/knowledge.jsonl", "dataset/cofe/manifest.json", "dataset/beir/corpus.jsonl"])
    expect(existsSync(join(run, file)), file).toBe(true);
  const { examples } = JSON.parse(readFileSync(join(run, "dataset/cofe/examples.json"), "utf8")) as { examples: { file_name: string; fine_keywords: string[][] }[] };
  expect(examples).toHaveLength(items().length);
  expect(readFileSync(join(run, "report.html"), "utf8")).toContain("broken.docx");
});

test("the same command again changes nothing", async () => {
  const before = readFileSync(join(run, "items/items.jsonl"), "utf8");
  const calls = readFileSync(join(run, "calls.jsonl"), "utf8");
  await ragwright(command);
  expect(readFileSync(join(run, "items/items.jsonl"), "utf8")).toBe(before);
  expect(readFileSync(join(run, "calls.jsonl"), "utf8")).toBe(calls);
  expect(readFileSync(join(run, "cofe/changes.jsonl"), "utf8")).toBe("");
});

test("after an edit items stand, move, retire and come anew, each said; nothing unchanged is asked again", async () => {
  const before = new Map(items().map(item => [item.id, item]));
  const asked = rows<{ key: string; prompt: string }>(join(run, "calls.jsonl"));
  const text = readFileSync(manual, "utf8");
  // A paragraph before all else moves what follows; one section goes, one file goes, one comes.
  writeFileSync(
    manual,
    text.replace("## What is in the box", "This edition holds for pumps built from 2024 on.\n\n## What is in the box").replace(/## How to descale the pump[^]*?(?=## Models)/, ""),
  );
  rmSync(join(files, "commerce/en/loomfield-returns.html"));
  mkdirSync(join(files, "commerce/en"), { recursive: true });
  writeFileSync(
    join(files, "commerce/en/kiln-hire.md"),
    "# Kiln hire at Marn Pottery\n\nMarn Pottery hires out two kilns. The small kiln costs £18 a day and the large kiln costs £42 a day, because the large one burns three times as much gas.\n\n## How to load a kiln\n\n1. Dust the shelves with alumina.\n2. Place the pots a finger's breadth apart.\n3. Close the lid and set the cone to 06.\n",
  );
  const again = await ragwright(command);
  expect(again.err).not.toMatch(/fault of ragwright/);
  const changes = rows<ChangeRow>(join(run, "cofe/changes.jsonl"));
  expect(new Set(changes.map(({ state }) => state))).toEqual(new Set(["kept", "moved", "retired", "new"]));
  const told = await ragwright(["diff", run]);
  expect(told.code, told.err).toBe(0);
  expect(told.out).toMatch(/retired item-[0-9a-f]+: .+\(The text it was made from is no longer in the documents\.\)/);
  const now = new Map(items().map(item => [item.id, item]));
  for (const state of ["kept", "moved"] as const) {
    const ids = changes.filter(change => change.state === state).map(({ id }) => id);
    expect(ids.filter(id => now.get(id)?.question !== before.get(id)?.question)).toEqual([]);
    expect(ids.length).toBeGreaterThan(0);
  }
  expect(changes.filter(({ state, because }) => state === "retired" && because === null)).toEqual([]);
  expect(changes.filter(({ state, question }) => state === "retired" && /Loomfield|return/i.test(question)).length).toBeGreaterThan(0);
  const fresh = rows<{ key: string; prompt: string }>(join(run, "calls.jsonl")).slice(asked.length);
  const known = new Set(asked.map(({ key }) => key));
  expect(fresh.filter(({ key }) => known.has(key))).toEqual([]);
  // What was asked anew is about the texts that are new: a small part of all.
  expect(fresh.length).toBeLessThan(asked.length / 2);
  const texts = new Map(rows<DocumentRow>(join(run, "items/documents.jsonl")).map(({ id, text: whole }) => [id, whole]));
  expect([...now.values()].flatMap(({ evidence }) => evidence).filter(({ text: said, span }) => texts.get(span.documentId)?.slice(span.start, span.end) !== said)).toEqual([]);
});
