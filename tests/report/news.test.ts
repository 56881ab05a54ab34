// The report's sections on the wing of news: counts that can be followed by hand, and untrusted text as text.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { wholeInput } from "../../pipelines/engine/outcome-journal.ts";
import { binOf } from "../../pipelines/report/leaks-data.ts";
import { describeSplit } from "../../pipelines/report/describe-split.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import { olderSplitRows } from "../../schemas/crud/older-split.ts";
import { freshFolder } from "../support/folder.ts";
import { newsItems, pooled } from "../support/sample-news.ts";
import {
  putNewsItems,
  putNewsRun,
  putWithheldDraft,
  writeNewsRun,
} from "../support/sample-news-run.ts";
import { putRows, writeSampleRun } from "../support/sample-run.ts";
import { plain as textOf, sectionOf } from "../support/page-markup.ts";

/** Markup and titles of bars away: what a reader sees. */
const plain = (markup: string) => textOf(markup.replace(/<title>.*?<\/title>/gs, ""));
const rows = (markup: string) => [...markup.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => plain(row));

const at = freshFolder();
const pageOf = (directory: string) => readFileSync(writeReport(directory), "utf8");
const newsPage = () => {
  writeNewsRun(at("run"));
  return pageOf(at("run"));
};

test("each step of the articles says how many are left, and why the others are not", () => {
  expect(rows(sectionOf(newsPage(), "news")).slice(1)).toEqual([
    "received 10 1 not-json 1",
    "cleaned and long enough 9 1 too-short 1",
    "deduplicated (the pool) 8 1 near-duplicate 1",
    "found on the web 1 0",
    "the corpus 6 3 held-out 2, leak 1",
  ]);
});

test("clusters are counted by kind and the largest shown by their beginning, as text", () => {
  const clusters = sectionOf(newsPage(), "clusters");
  expect(rows(clusters)).toContain("near-duplicate 1 2 1 1 2");
  expect(clusters).toContain("&lt;i&gt;云汀大桥小客车");
});

test("leaks are drawn by containment and similarity with what was excluded, and the threshold", () => {
  const leaks = sectionOf(newsPage(), "leaks");
  expect(leaks).toContain(
    "Containment of pairs. 0.2–0.3: stayed 1, excluded 0; 0.3–0.4: stayed 1, excluded 0; 0.9–1.0: stayed 0, excluded 1",
  );
  expect(leaks).toContain(
    "Similarity of pairs. 0.1–0.2: stayed 1, excluded 0; 0.3–0.4: stayed 0, excluded 1; 0.4–0.5: stayed 1, excluded 0",
  );
  expect(leaks.match(/class="threshold"/g)).toHaveLength(2);
  const text = plain(leaks);
  expect(text).toContain(
    "2 documents are held out of the corpus; items were built from 2 of them. 1 (50.0%) are repeated",
  );
  expect(text).toContain("Of the excluded pairs, 1 would not have been found by similarity alone.");
  // The nearest that stayed comes first.
  expect(rows(leaks).slice(1)).toEqual([
    "a-ferry 0.30 0.49 Harl port repairs a-repairs",
    "a-museum 0.20 0.10 云汀大桥收费方案 a-toll",
  ]);
});

test("of reverse items the supported share is drawn, and what was rejected is counted with its reason", () => {
  const support = sectionOf(newsPage(), "support");
  // One of two facts of the summary; all of one continuation, none of the other.
  expect(rows(support).slice(1)).toEqual([
    "Summarization (reverse) 1 1 0 50.0% –",
    "Continuation (reverse) 2 1 1 100% – not-reconstructable 1",
  ]);
  expect(support).toContain(
    "Summarization (reverse): share of facts supported. 0.5–0.6: accepted 1, rejected 0",
  );
  expect(support).toContain(
    "Continuation (reverse): share of facts supported. 0.0–0.1: accepted 0, rejected 1; 0.9–1.0: accepted 1, rejected 0",
  );
});

test("of withheld articles it is told how much of them the references tell", () => {
  writeNewsRun(at("run"));
  putWithheldDraft(at("run"));
  expect(rows(sectionOf(pageOf(at("run")), "support"))).toContain(
    "Summarization (reverse) 1 1 0 50.0% 75.0% of 8",
  );
});

test("labels are counted by type and role, with means an item, and items that have none", () => {
  expect(rows(sectionOf(newsPage(), "labels"))).toContain(
    "Summarization (reverse) 1 0 0 1 1.00 2.00 0 0",
  );
  expect(rows(sectionOf(newsPage(), "labels"))).toContain(
    "QA over 1 document 1 1 1 0 2.00 1.00 2 0",
  );
  writeNewsRun(at("other"));
  putNewsItems(at("other"), newsItems, []);
  expect(sectionOf(pageOf(at("other")), "labels")).toBe("");
});

test("every task is shown with thoughts, marks and the held-out article, all of them text", () => {
  const examples = sectionOf(newsPage(), "examples");
  expect(examples.match(/<article class="item"/g)).toHaveLength(6);
  expect(examples).toContain("只有这篇报道写了收费。");
  expect(examples).toContain('<b>rebuilt</b>: <span lang="en">&lt;R&gt;</span>');
  expect(examples).toContain("<del>九百米</del> → <ins>八百二十米</ins>");
  expect(examples).toContain("&lt;b&gt;造价&lt;/b&gt;");
  expect(plain(examples)).toContain(
    "The held-out article: 青屿博物馆开馆 · 2025-04-10, not in the corpus",
  );
});

test("a reverse item tells which keypoints the corpus has, and names what was found in vain", () => {
  const text = plain(sectionOf(newsPage(), "examples"));
  expect(text).toContain("in the corpus 馆藏三千件");
  expect(text).toContain("not found 首日接待两千人");
  expect(text).toContain("Found, but not useful for the answer: 云汀大桥收费方案 .");
});

test("dev and test share a source only where one item's own articles are another's", () => {
  // Both reverse items are dev; what a search found for them is test's too, and is not a source of theirs.
  expect(sectionOf(newsPage(), "made")).toContain("no document is in both");
});

test("the page loads nothing, runs nothing, and every link leads somewhere", () => {
  const page = newsPage();
  expect(page).not.toMatch(/\ssrc=|url\(|@import|<link|<script|<iframe|\son[a-z]+="/i);
  const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect([...ids]).toContain("leaks");
  expect(targets.filter(target => !ids.has(target))).toEqual([]);
});

test("a run of news that has only begun, and one of the other wing, have none of these sections", () => {
  putNewsRun(at("begun"));
  writeSampleRun(at("rageval"));
  for (const page of [pageOf(at("begun")), pageOf(at("rageval"))])
    expect(page).not.toMatch(/<section id="(?:news|clusters|leaks|support|labels|older)"/);
});

test("a refreshed split stands beside the older one, task by task", () => {
  writeNewsRun(at("run"));
  putNewsRun(at("run"), { older: "out/<spring>" });
  const before = {
    id: "qa-1-document/zh",
    type: "qa-1-document",
    language: "zh",
    items: 30,
    from: "2024-01-02",
    to: "2024-02-03",
    meanQuestion: 21.4,
    meanAnswer: 6,
    documents: 28,
  };
  putRows(at("run"), olderSplitRows, [{ input: wholeInput, made: [before] }]);
  const table = sectionOf(pageOf(at("run")), "older");
  expect(table).toContain("<code>out/&lt;spring&gt;</code>");
  expect(rows(table)).toContain(
    "QA over 1 document, Chinese 30 → 1 28 → 1 2024-01-02 – 2024-02-03 2025-04-04 – 2025-04-04 21 → 14 6 → 3",
  );
  expect(rows(table)).toContain(
    "Summarization (reverse), Chinese 0 → 1 0 → 1 – 2025-04-10 – 2025-04-10 – → 12 – → 19",
  );
  expect(rows(table).at(-1)).toBe("All 30 → 6");
});

test("a split is measured by the articles its items were built from", () => {
  const days = new Map(pooled.map(({ id, published }) => [id, published]));
  const [summary, ...others] = describeSplit(newsItems, id => days.get(id) ?? null);
  expect(summary).toEqual({
    id: "summarization/zh",
    type: "summarization",
    language: "zh",
    items: 1,
    from: "2025-04-10",
    to: "2025-04-10",
    meanQuestion: 12,
    meanAnswer: 19,
    documents: 1,
  });
  // The storm's article has no day.
  expect(others.find(({ type }) => type === "qa-3-documents")).toMatchObject({
    from: "2025-05-06",
    to: "2025-05-09",
    documents: 3,
  });
  expect(describeSplit([], () => null)).toEqual([]);
});

test("a share falls into its tenth, 1 into the last", () => {
  expect([0, 0.05, 0.1, 0.3, 0.1 + 0.2, 0.7, 0.999, 1].map(binOf)).toEqual([
    0, 0, 1, 3, 3, 7, 9, 9,
  ]);
});
