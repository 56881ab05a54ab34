// What a user has is told by what it is.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { recognizeInput } from "../../pipelines/run/recognize-input.ts";
import { newFolder } from "../support/toy-run.ts";

const long = "The ferry to Marl leaves at nine, but on Sundays at ten. ".repeat(8);
const lines = (...records: object[]) => records.map(record => JSON.stringify(record)).join("\n");
const feed = '<?xml version="1.0"?>\n<rss version="2.0"><channel></channel></rss>';

/** A folder with these files; returns the paths of the ones named. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

type Case = readonly [what: string, files: Record<string, string>, wing: string, source: string];

test.each<Case>([
  ["a folder of seeds", { "tides/en/a.txt": long, "tides/zh/b.md": long }, "rageval", "seeds"],
  ["a folder of texts", { "a.txt": long }, "rageval", "documents"],
  ["JSON lines of texts", { "a.jsonl": lines({ text: long }) }, "rageval", "documents"],
  ["a folder of files", { "a.md": long, "b.csv": "a,b", "c.txt": long }, "cofe", "documents"],
  [
    "seeds, one of which is a page",
    { "tides/en/a.txt": long, "tides/en/b.html": "<p>x" },
    "rageval",
    "seeds",
  ],
  ["pages in folders of languages", { "shop/en/a.html": "<p>x" }, "cofe", "documents"],
  ["seeds beside a table", { "shop/en/a.txt": long, "b.csv": "a,b" }, "cofe", "documents"],
  ["dated articles", { "a.jsonl": lines({ text: long, date: "2026-01-02" }) }, "crud", "seeds"],
  ["a saved feed", { "a.xml": feed }, "crud", "feeds"],
])("%s: its wing makes a benchmark of it", (_, files, wing, source) => {
  const folder = folderWith(files);
  expect(recognizeInput([folder])).toMatchObject({ wing, sources: { [source]: [folder] } });
});

test("questions go with the documents beside them", () => {
  const folder = folderWith({
    "q.jsonl": lines({ question: "When does the ferry leave?" }),
    "docs/a.md": long,
  });
  const [questions, documents] = [join(folder, "q.jsonl"), join(folder, "docs")];
  expect(recognizeInput([questions, documents])).toMatchObject({
    wing: "rageval",
    sources: { questions: [questions], documents: [documents] },
  });
  expect(() => recognizeInput([questions])).toThrow("no documents that answer them");
});

test("the address of a feed is a feed", () => {
  expect(recognizeInput(["https://example.org/news.rss"])).toMatchObject({
    wing: "crud",
    sources: { feeds: ["https://example.org/news.rss"] },
  });
});

test("what is not there, is empty or fits no wing together says so", () => {
  expect(() => recognizeInput(["nowhere"])).toThrow("There is nothing at nowhere.");
  expect(() => recognizeInput([newFolder()])).toThrow("There are no files in");
  const folder = folderWith({ "a.xml": feed, "b.md": long });
  expect(() => recognizeInput([folder])).toThrow("cannot be made into one benchmark");
});
