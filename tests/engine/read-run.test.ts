// Reading a run from outside: what counts as a row, and that nothing is repaired.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readJsonLines } from "../../pipelines/engine/lines.ts";
import { readJournal, readUncheckedRows, readRows } from "../../pipelines/engine/read-run.ts";
import { documents } from "../../schemas/items/documents.ts";
import { freshFolder } from "../support/folder.ts";
import { alder, birch, heron } from "../support/sample-items.ts";
import { putRows } from "../support/sample-run.ts";

const at = freshFolder();
const ids = () => [...readRows(at(), documents)].map(({ id }) => id);
const putTwo = (closed: boolean) =>
  putRows(
    at(),
    documents,
    [
      { input: "c-1", made: [alder] },
      { input: "c-2", made: [birch] },
    ],
    { closed },
  );

test("rows come typed, in file order, of a finished and of an unfinished artifact", () => {
  putTwo(false);
  expect([...readRows(at(), documents)]).toEqual([alder, birch]);
  expect(readJournal(at(), "items/documents").closed).toBe(false);
  putRows(at(), documents, [{ input: "c-3", made: [heron] }], { closed: true });
  expect(readJournal(at(), "items/documents").closed).toBe(true);
});

test("a cut line at the end is left out and left as it is, in both files", () => {
  putTwo(false);
  appendFileSync(at("items/documents.jsonl"), '{"id":"d-heron","text":"白');
  appendFileSync(at("items/documents.done.jsonl"), '{"input":"c-3","row');
  const before = readFileSync(at("items/documents.jsonl"), "utf8");
  expect(ids()).toEqual(["d-alder", "d-birch"]);
  expect([...readJournal(at(), "items/documents").lines.keys()]).toEqual(["c-1", "c-2"]);
  expect(readFileSync(at("items/documents.jsonl"), "utf8")).toBe(before);
});

test("a row that a stop left without outcome does not count", () => {
  putTwo(false);
  appendFileSync(at("items/documents.jsonl"), `${JSON.stringify(heron)}\n`);
  expect(ids()).toEqual(["d-alder", "d-birch"]);
});

test("of a row made again only the version that was journaled counts", () => {
  putTwo(true);
  const again = { ...alder, text: "Alder Mills, another text." };
  putRows(at(), documents, [{ input: "c-1", made: [again] }], { closed: false });
  expect([...readRows(at(), documents)].map(({ text }) => text)).toEqual([birch.text, again.text]);
});

test("a row edited by hand is read as it was edited, before the next run and in an unfinished artifact too", () => {
  for (const closed of [true, false]) {
    mkdirSync(at(String(closed)), { recursive: true });
    putRows(at(String(closed)), documents, [{ input: "c-1", made: [alder] }], { closed });
    const path = at(String(closed), "items/documents.jsonl");
    writeFileSync(path, readFileSync(path, "utf8").replace("214 people", "215 people"));
    expect([...readRows(at(String(closed)), documents)].map(({ text }) => text)).toEqual([
      alder.text.replace("214", "215"),
    ]);
  }
});

test("an artifact that no stage has begun has no rows and no outcomes", () => {
  expect(ids()).toEqual([]);
  expect(readJournal(at(), "items/documents")).toEqual({ lines: new Map(), closed: false });
});

test("a row that does not fit its record is named with its place, and is still there to be followed", () => {
  putTwo(true);
  const path = at("items/documents.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace('"language":"en"', '"language":"xx"'));
  expect(() => ids()).toThrow(/documents\.jsonl line 1: language: /);
  expect([...readUncheckedRows(at(), "items/documents")]).toHaveLength(2);
});

test("a line that is not in UTF-8 is named by file and line; a replacement sign that somebody wrote is none", () => {
  const path = at("a.jsonl");
  writeFileSync(path, `{"a":"\uFFFD"}\n`);
  expect([...readJsonLines(path)]).toHaveLength(1);
  appendFileSync(path, Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d, 0x0a]));
  expect(() => [...readJsonLines(path)]).toThrow(/a\.jsonl line 2 is not valid UTF-8/);
});
