// What is mixed into a baseline's corpus.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openCorpus } from "../../pipelines/run/baseline-corpus.ts";
import { Settings } from "../../schemas/settings.ts";
import { DocumentRow } from "../../schemas/items/documents.ts";
import { aTruth } from "../support/evaluation-rows.ts";
import { alder, birch } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";

const folder = newFolder();
const run = join(folder, "run");
beforeAll(() => writeSampleRun(run));

const reference = "The ferry to Corrie left at dawn on the first of May.";
const truths = [aTruth({ references: [{ text: reference, span: null }] })];
function put(name: string, text: string): string {
  mkdirSync(join(folder, "texts"), { recursive: true });
  writeFileSync(join(folder, "texts", name), text);
  return join(folder, "texts", name);
}
const open = (from: readonly string[] | undefined, count?: number) =>
  openCorpus({ run, distractorPaths: from, count, settings: Settings.parse({}), truths });
const article = (number: number, language: "zh" | "en") =>
  language === "zh"
    ? `第${number}号渡轮今日停航。`.repeat(60)
    : `Ferry number ${number} did not sail today, said its owner. `.repeat(20);

test("a text file of articles is as many documents as it has lines, in both languages", async () => {
  const file = put(
    "news.txt",
    `${[1, 2, 3].map(number => `${article(number, "zh")}\n${article(number, "en")}`).join("\n")}\n`,
  );
  const corpus = await open([file]);
  expect(corpus.distractors).toBe(6);
  const rows = [...corpus.rows()];
  expect(rows.length).toBe(4 + 6);
  expect(rows.every(row => DocumentRow.safeParse(row).success)).toBe(true);
  expect(new Set(rows.slice(4).map(({ language }) => language))).toEqual(new Set(["zh", "en"]));
});

test("a document that says a reference is not unrelated, and one of the run's own is none under another name either", async () => {
  const says = put("says.md", `Timetable. ${reference} It was late.`);
  const copy = put("copy.md", birch.text);
  const other = put(
    "other.md",
    "Herring was sold on the quay, and nobody asked for the price of it.",
  );
  const corpus = await open([says, copy, other]);
  expect([...corpus.rows()].slice(4).map(({ text }) => text)).toEqual([
    "Herring was sold on the quay, and nobody asked for the price of it.",
  ]);
  await expect(open([says, copy, run])).rejects.toThrow(/has 0 documents/);
  await expect(open([other], 2)).rejects.toThrow(/2 distractors are requested, .* has 1 documents/);
});

test("fewer than there are are drawn, and stay most of them when more are given", async () => {
  const files = Array.from({ length: 20 }, (_, at) =>
    put(`d${at}.md`, `Note ${at} of ${alder.id}: ${"herring and kelp ".repeat(at + 3)}`),
  );
  const idsOf = async (from: readonly string[]) =>
    [...(await open(from, 8)).rows()].slice(4).map(({ id }) => id);
  const [few, more] = [await idsOf(files.slice(0, 18)), await idsOf(files)];
  expect([few.length, more.filter(id => few.includes(id)).length >= 6]).toEqual([8, true]);
  expect(await idsOf(files.toReversed())).toEqual(more);
  expect((await open(files, 0)).distractors).toBe(0);
  await expect(open(undefined, 3)).rejects.toThrow(/needs documents to draw from/);
});
