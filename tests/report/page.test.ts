// The report of a run: safe, self-contained, and true to the run.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import { QuestionType } from "../../schemas/items/item-types.ts";
import { freshFolder } from "../support/folder.ts";
import { alder, itemsOfTypes, known, sampleItems } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun, writeSampleRun } from "../support/sample-run.ts";
import { sectionOf } from "../support/page-markup.ts";

const at = freshFolder();
const pageOf = (directory: string) => readFileSync(writeReport(directory), "utf8");
const samplePage = () => {
  writeSampleRun(at("run"));
  return pageOf(at("run"));
};

test("a script in a document, a question or a raw reply is text", () => {
  const evil = { ...sampleItems[0]!, question: `What is "<img src=x onerror='alert(1)'>" & who?` };
  writeSampleRun(at("run"));
  putItems(at("run"), [evil]);
  const page = pageOf(at("run"));
  expect(page).toContain("&lt;script&gt;alert(&#39;alder&#39;)&lt;/script&gt;");
  expect(page).toContain(
    "What is &quot;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&quot; &amp; who?",
  );
  expect(page).toContain("<pre>&lt;b&gt;no&lt;/b&gt; JSON</pre>");
  expect(page).not.toMatch(/<script|<img/i);
});

test("the page loads nothing and runs nothing", () => {
  const page = samplePage();
  expect(page).not.toMatch(/\ssrc=|url\(|@import|<link|<script|<iframe|\son[a-z]+="/i);
  expect(
    [...page.matchAll(/href="([^"]*)"/g)].filter(([, target]) => !target!.startsWith("#")),
  ).toEqual([]);
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
});

test("an item shows its day, the documents that make it up, its wrong answers and whose twin it is", () => {
  writeSampleRun(at("run"));
  putItems(at("run"), [{ ...sampleItems[0]!, ...known }, ...sampleItems.slice(1)]);
  const shown = sectionOf(pageOf(at("run")), "examples")
    .split("<article")
    .slice(1);
  const [first, ...others] = shown.toSorted(a => (a.includes("item-item-0") ? -1 : 1));
  expect(first).toContain("As of 2021-05-03. Based on 2 documents. Twin of item-of-the-original.");
  expect(first).toContain('<span class="kind">stale</span><span lang="en">US$28 million</span>');
  expect(others.join("")).not.toMatch(/As of|Based on|Wrong answers|Twin of/);
});

test("every link leads to something on the page", () => {
  const page = samplePage();
  const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(6);
  expect(targets.filter(target => !ids.has(target))).toEqual([]);
});

test("every reference of a shown item is marked with its own words", () => {
  const marked = [...samplePage().matchAll(/<mark[^>]*><sup>(\d+)<\/sup>([^<]*)<\/mark>/g)].map(
    ([, number, text]) => `${number} ${text}`,
  );
  expect(marked.sort()).toEqual(
    sampleItems
      .flatMap(({ evidence }) => evidence.map(({ number, text }) => `${number} ${text}`))
      .sort(),
  );
});

test("two items of every type in each language are shown, from different domains where there are any", () => {
  writeSampleRun(at("run"));
  putItems(at("run"), itemsOfTypes(["finance", "finance", "finance", "medical"]));
  const tags = [
    ...sectionOf(pageOf(at("run")), "examples").matchAll(
      /<div class="tags"><span>([^<]*)<\/span><span>([^<]*)<\/span><span>([^<]*)<\/span>/g,
    ),
  ];
  const shown = tags.map(([, type, domain, language]) => `${type} ${domain} ${language}`);
  expect(shown).toHaveLength(4 * QuestionType.options.length);
  expect(shown.filter(tag => tag.startsWith("Summary")).sort()).toEqual([
    "Summary finance Chinese",
    "Summary finance English",
    "Summary medical Chinese",
    "Summary medical English",
  ]);
});

test("documents that serve dev and test are counted, not promised away", () => {
  // Items 0 and 1 are dev; the unanswerable item 2 is test and shares d-birch with item 1.
  expect(sectionOf(samplePage(), "made")).toContain("1 documents are in both");
});

test("fact coverage is stated of stated and missing", () => {
  // Four stated, one missing: 80 %; finance en alone 2 of 3.
  const coverage = sectionOf(samplePage(), "coverage");
  expect(coverage).toContain("80.0%");
  expect(coverage).toContain("66.7%");
});

test("losses are counted by stage and reason with an example, failures with their raw reply", () => {
  const page = samplePage();
  for (const code of ["empty-file", "no-good-question", "bad-reply", "duplicate"])
    expect(sectionOf(page, "losses")).toContain(`<code>${code}</code>`);
  expect(sectionOf(page, "failures")).toContain("It was no JSON.");
});

test("references are looked up in the documents, not taken on trust", () => {
  writeSampleRun(at("run"));
  expect(pageOf(at("run"))).toContain("<b>100%</b><span>of 5 references verbatim</span>");
  putDocuments(at("run"), [{ ...alder, text: `!${alder.text}` }]);
  // Of the five references only the two in the changed document can be looked up, and both have moved.
  expect(pageOf(at("run"))).toContain("<b>0.0%</b><span>of 5 references verbatim</span>");
});

test("what rules is is said where rules answered, and nowhere else", () => {
  expect(samplePage()).toContain("rules is code, not a model");
  putRun(at("other"), { model: { model: "openai:large", name: "large" } });
  expect(pageOf(at("other"))).not.toContain("rules is code");
  // Where rules answered some stages only, something was sent.
  putRun(at("mixed"), { model: { model: "openai:large", name: "rules@2.0e41, large" } });
  expect(pageOf(at("mixed"))).not.toContain("nothing was sent");
});

test("a run that has only begun has a report that says so", () => {
  putRun(at("run"));
  const page = pageOf(at("run"));
  expect(page).toContain("The run has not finished");
  expect(page).not.toContain('href="#examples"');
});
