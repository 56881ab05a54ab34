// Exports for evaluation tools: all of an item comes back, by the shape that each tool published, and nothing in a text is taken for more than text.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportMteb } from "../../pipelines/export/mteb.ts";
import { exportRun } from "../../pipelines/run/export-run.ts";
import type { ExportFormat } from "../../schemas/formats/export-formats.ts";
import { MtebDocument, MtebQrel, MtebQuery } from "../../schemas/formats/mteb.ts";
import { LangsmithExample } from "../../schemas/formats/langsmith.ts";
import { PromptfooTest } from "../../schemas/formats/promptfoo.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { freshFolder } from "../support/folder.ts";
import { inOrder, linesOf, readers, wantedBack } from "../support/read-formats.ts";
import { alder, known, sampleItems } from "../support/sample-items.ts";
import { newsItems } from "../support/sample-news.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { putItems, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const names = Object.keys(readers);

/** Writes the format that a reader reads, and gives the folder it reads. */
function exported(name: string): string {
  const [format = "", ...below] = name.split("/");
  const { to } = exportRun({ run: at("run"), format: format as ExportFormat, to: at(format) });
  return join(to, ...below);
}

const back = (name: string) => inOrder(readers[name]!(exported(name)));
const wanted = (items: readonly ItemRow[]) => inOrder(items.map(wantedBack));

test.each(names)(
  "%s gives back question, answer, evidence and id of every item, zh and en",
  name => {
    writeSampleRun(at("run"));
    expect(new Set(sampleItems.map(({ language }) => language))).toEqual(new Set(["zh", "en"]));
    expect(back(name)).toEqual(wanted(sampleItems));
  },
);

test.each(names)("%s gives back news items of every task", name => {
  writeNewsRun(at("run"));
  expect(back(name)).toEqual(wanted(newsItems));
});

/** Templates, addresses of files, quotes, formulas and lines, each where a tool may read more into them. */
const odd = [
  "What does {{ question }} in {% raw %}{{name}}{% endraw %} stand for?",
  "file:///etc/hostname: what is it?",
  'package:a: "quoted", {# no comment #}\nand {{{three}}}?',
  "=SUM(A1)\r\n,';\t|",
];

function oddItems(): ItemRow[] {
  const made = sampleItems.map((item, index) => ({
    ...item,
    question: odd[index] ?? item.question,
    answer: odd[(index + 1) % odd.length]!,
  }));
  writeSampleRun(at("run"));
  putItems(at("run"), made);
  return made;
}

test.each(names)("%s keeps a text that looks like something else as it is", name => {
  const made = oddItems();
  expect(back(name)).toEqual(wanted(made));
});

test("promptfoo's texts open no tag, name no variable and lead to no file", () => {
  oddItems();
  const tests = linesOf(join(exported("promptfoo"), "answers", "test.jsonl"), PromptfooTest);
  const texts = tests.flatMap(({ vars, assert }) => [
    ...Object.values(vars),
    ...assert.flatMap(({ value }) => value),
  ]);
  const opened = texts.map(text => text.replaceAll(/\{% raw %\}[{}]?\{% endraw %\}/g, ""));
  expect(opened.filter(text => /\{[{%#]|#\}/.test(text))).toEqual([]);
  expect(texts.filter(text => /^(?:file|package):/.test(text))).toEqual([]);
});

test("promptfoo's retrieval tests hold one assertion a piece of evidence, with what says the same elsewhere; an item without evidence has none", () => {
  const [first, ...rest] = sampleItems;
  const [evidence] = first!.evidence;
  const alternatives = [{ span: evidence!.span, text: "It opened on 3 May 1998." }];
  writeSampleRun(at("run"));
  putItems(at("run"), [{ ...first!, evidence: [{ ...evidence!, alternatives }] }, ...rest]);
  const folder = join(exported("promptfoo"), "retrieval");
  const [one, two] = linesOf(join(folder, "dev.jsonl"), PromptfooTest);
  expect(one!.assert).toEqual([
    {
      type: "contains-any",
      value: [evidence!.text, "It opened on 3 May 1998."],
      metric: "evidence",
    },
  ]);
  expect(two!.assert).toHaveLength(2);
  const tested = linesOf(join(folder, "test.jsonl"), PromptfooTest);
  expect(tested.map(({ description }) => description)).toEqual(["item-3", "item-4"]);
});

test("beside the text stand places in code points, relevant documents, keypoints and what is known of the answer", () => {
  writeSampleRun(at("run"));
  putItems(at("run"), [{ ...sampleItems[0]!, ...known }, ...sampleItems.slice(1)]);
  const [first] = linesOf(join(exported("langsmith"), "dev.jsonl"), LangsmithExample);
  const [reference] = first!.outputs["references"] as {
    start: number;
    end: number;
    text: string;
  }[];
  const { start, end, text } = reference!;
  // An emoji of two units stands before it.
  expect([...alder.text].slice(start, end).join("")).toBe(text);
  expect(first).toMatchObject({
    inputs: { as_of: known.asOf },
    split: "dev",
    metadata: {
      type: sampleItems[0]!.type,
      document_ids: ["d-alder"],
      keypoints: sampleItems[0]!.keypoints.map(({ claim }) => claim),
      members: known.members,
      wrong_answers: [{ answer: "US$28 million", trap: "stale" }, { trap: "twin" }],
      twin_of: known.twinOf,
    },
  });
});

test("MTEB's folder has corpus, queries and labels by split, and names the files of each; a split without labels is not named", () => {
  writeNewsRun(at("run"));
  const counts = exportMteb(openRun(at("run")), at("out"));
  expect(counts).toEqual({ documents: 6, queries: 6, test: 8, dev: 2 });
  const queries = linesOf(at("out", "queries.jsonl"), MtebQuery);
  expect(queries.map(({ _id }) => _id)).toEqual(newsItems.map(({ id }) => id));
  const ids = new Set(linesOf(at("out", "corpus.jsonl"), MtebDocument).map(({ _id }) => _id));
  const qrels = linesOf(at("out", "qrels", "dev.jsonl"), MtebQrel);
  expect(qrels.every(qrel => ids.has(qrel["corpus-id"]))).toBe(true);
  expect(qrels).toContainEqual({ "query-id": "i-museum", "corpus-id": "a-found", score: 2 });
  expect(readFileSync(at("out", "README.md"), "utf8")).toContain("path: qrels/dev.jsonl");
  writeSampleRun(at("few"));
  putItems(at("few"), [sampleItems[0]!]);
  exportMteb(openRun(at("few")), at("out"));
  expect(readFileSync(at("out", "README.md"), "utf8")).not.toContain("qrels/test.jsonl");
});

test("the manifest names the format, the splits and what the fields hold", () => {
  writeSampleRun(at("run"));
  exported("deepeval/python");
  const manifest = JSON.parse(readFileSync(at("deepeval", "manifest.json"), "utf8")) as object;
  expect(manifest).toMatchObject({
    format: "deepeval",
    counts: { test: 3, dev: 2, withoutReferences: 1 },
    splits: { dev: ["item-0", "item-1"], test: ["item-2", "item-3", "item-4"] },
    fields: { context: expect.stringContaining("verbatim") as string },
  });
});

test.each([...new Set([...names.map(name => name.split("/")[0]), "mteb"])])(
  "equal runs give equal bytes in every file of %s",
  format => {
    const [one, other] = ["a", "b"].map(folder => {
      writeSampleRun(at(folder));
      const { to } = exportRun({ run: at(folder), format: format as ExportFormat });
      const files = readdirSync(to, { recursive: true, withFileTypes: true });
      return files
        .filter(file => file.isFile())
        .map(({ name, parentPath }) => [
          relative(to, join(parentPath, name)),
          readFileSync(join(parentPath, name), "utf8"),
        ]);
    });
    expect(one!.length).toBeGreaterThanOrEqual(3);
    expect(one).toEqual(other);
  },
);
