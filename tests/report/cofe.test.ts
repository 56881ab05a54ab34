// The report's sections on files and on changed documents: counts that can be followed by hand, and untrusted names as text.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sharedFolder } from "../../pipelines/report/file-outcomes.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import type { VerdictRow } from "../../schemas/items/records.ts";
import { freshFolder } from "../support/folder.ts";
import { anAnswer, aQuestion } from "../support/items.ts";
import { cofeChanges, costs, station } from "../support/sample-cofe.ts";
import { writeCofeRun } from "../support/sample-cofe-run.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { plain, rows, sectionOf } from "../support/page-markup.ts";

const at = freshFolder();
const pageOf = (directory: string) => readFileSync(writeReport(directory), "utf8");
const cofePage = (sample = {}) => {
  writeCofeRun(at("run"), sample);
  return pageOf(at("run"));
};

test("each file is a line with its pages, characters, fragments and items; a document that came as a record is none", () => {
  expect(rows(sectionOf(cofePage(), "files")).slice(0, 4)).toEqual([
    "File format pages, slides, sheets, parts characters fragments items",
    // Rows of 36 and 29 characters and a line break; two items ask about it.
    "tables/costs.xlsx xlsx 1 sheet 66 1 2",
    "reports/云湖 &lt;report&gt;.pdf pdf 2 pages 56 1 1",
    "All 2 2 pages, 1 sheet 122 2 3",
  ]);
});

test("the files that gave no text stand with their reasons; a bad line of a JSONL file is not a file", () => {
  const files = sectionOf(cofePage(), "files");
  expect(files).toContain("<h3>2 yielded no text</h3>");
  expect(rows(files).slice(5)).toEqual([
    "reports/&lt;secret&gt;.pdf encrypted it asks for a password.",
    "tables/empty.csv empty-file contains no text.",
  ]);
});

test("what files hide and was not read is named by file", () => {
  const texts = [{ ...costs, leftOut: ['hidden sheet "Lists & <sums>"', "hidden slide 3"] }];
  const files = sectionOf(cofePage({ texts, rows: [] }), "files");
  expect(files).toContain("<h3>1 was not read completely</h3>");
  expect(rows(files)).toContain(
    "tables/costs.xlsx hidden sheet &quot;Lists &amp; &lt;sums&gt;&quot;, hidden slide 3",
  );
});

test("pages whose text was recognised are told apart", () => {
  const {
    places: [first],
    ...rest
  } = station;
  const page = { ...first!, kind: "page" as const };
  const places = [
    { ...page, ocr: true as const },
    { ...page, number: 2, start: 3 },
  ];
  const lines = rows(sectionOf(cofePage({ texts: [{ ...rest, places }], rows: [] }), "files"));
  expect(lines[1]).toContain("pdf 2 pages (1 by OCR) 56");
  expect(lines[2]).toContain("All 1 2 pages (1 by OCR) 56");
});

test("of many files the largest are shown and the rest is summed", () => {
  const texts = Array.from({ length: 100 }, (_, index) => ({
    ...costs,
    id: `d-${index}`,
    text: "x".repeat(index + 1),
    places: costs.places.slice(0, 1),
  }));
  const lines = rows(sectionOf(cofePage({ texts, rows: [] }), "files"));
  expect(lines[1]).toBe("tables/costs.xlsx xlsx 1 sheet 100 0 0");
  // 70 of 1 to 70 characters: 70 · 71 / 2 = 2,485; all of 1 to 100: 5,050.
  expect(lines[31]).toBe("70 smaller files 70 sheets 2,485 0 0");
  expect(lines[32]).toBe("All 100 100 sheets 5,050 0 0");
});

test("changed documents: items by what became of them, the retired with the reason, the new by name", () => {
  const changes = sectionOf(cofePage({ changed: cofeChanges }), "changes");
  expect(rows(changes)).toEqual([
    "Items kept moved retired new",
    "Chinese 0 1 0 1",
    "English 1 0 1 0",
    "All 1 1 1 1",
  ]);
  expect(plain(changes)).toContain(
    "Retired What of &lt;i-gone&gt;? i-gone The text it was made from is no longer in the documents.",
  );
  expect(plain(changes)).toContain("New What of &lt;i-fresh&gt;? i-fresh");
  expect(changes).not.toContain("i-dearer");
});

test("a run over nothing that changed, and one of another wing, have no such section", () => {
  expect(sectionOf(cofePage(), "changes")).toBe("");
  writeSampleRun(at("rageval"));
  expect(pageOf(at("rageval"))).not.toMatch(/<section id="(?:files|changes)"/);
});

test("the page loads nothing, runs nothing, and every link leads somewhere", () => {
  const page = cofePage({ changed: cofeChanges });
  expect(page).not.toMatch(/\ssrc=|url\(|@import|<link|<script|<iframe|\son[a-z]+="/i);
  const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect([...ids]).toEqual(expect.arrayContaining(["files", "changes"]));
  expect(targets.filter(target => !ids.has(target))).toEqual([]);
});

const reviewed = (id: string, type: "factual" | "tutorial", over: Partial<VerdictRow>) => ({
  answer: anAnswer({ id, question: aQuestion({ id, type }) }),
  verdict: {
    id: `${id}/verdict`,
    answerId: id,
    questionId: id,
    language: "en" as const,
    accepted: true,
    reasons: [],
    ...over,
  },
});

test("by the paper's way what the review accepted stands by type beside the paper's shares", () => {
  const examples = [
    reviewed("a1", "factual", {}),
    reviewed("a2", "factual", { refusedKeywords: { coarse: [1], fine: [0, 2] } }),
    reviewed("a3", "factual", { accepted: false, refusedKeywords: { coarse: [0], fine: [] } }),
    reviewed("a4", "tutorial", { accepted: false }),
  ];
  expect(rows(sectionOf(cofePage({ reviewed: examples }), "reviewed"))).toEqual([
    "Type reviewed accepted share in the paper terms rejected lists rejected",
    // 2 of 3; a term and two lists of those accepted.
    "Factual 3 2 66.7% 75.0% 1 2",
    "Analytical 0 0 – 50.1% 0 0",
    "Comparative 0 0 – 55.1% 0 0",
    "Tutorial 1 0 0.0% 47.2% 0 0",
    "All 4 2 50.0% 60.2% 1 2",
  ]);
  expect(sectionOf(cofePage(), "reviewed")).toBe("");
});

test("files are named below the folder they share, whole parts of a path only", () => {
  expect(sharedFolder(["a/b/c.pdf", "a/b/d/e.pdf"])).toBe("a/b/");
  expect(sharedFolder(["a/bc.pdf", "a/bd/e.pdf"])).toBe("a/");
  expect(sharedFolder(["a/b.pdf", "c/d.pdf"])).toBe("");
  expect(sharedFolder(["/x/a.pdf", "/y/b.pdf"])).toBe("/");
  expect(sharedFolder(["a.pdf", "b.pdf"])).toBe("");
  expect(sharedFolder([])).toBe("");
});
