// Questions of others: which can be compared with ours, and which are left out.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { leftOutNotices, readOtherQuestions } from "../../pipelines/run/other-questions.ts";
import { readKnownDocuments } from "../../pipelines/evaluate/evidence/known-documents.ts";
import { readTruths } from "../../pipelines/evaluate/truth/read-truths.ts";
import { alder, birch, heron } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";

const folder = newFolder();
const run = join(folder, "run");
beforeAll(() => writeSampleRun(run));

const asked = (question: string, name: string, ...content: string[]) => ({
  question,
  answer: "…",
  ref: [{ company_name: name, content }],
});
function put(name: string, ...questions: readonly object[]): string {
  writeFileSync(join(folder, name), JSON.stringify({ list: questions }));
  return join(folder, name);
}
const readOthers = (...paths: string[]) =>
  readOtherQuestions(paths, readKnownDocuments(openRun(run)), [...readTruths(run).rows]);

test("what rests on none of the documents is left out and counted, file by file; what rests on some of them stays", () => {
  const first = put(
    "first.json",
    asked("Who carried passengers?", birch.name, "Birch Ferries carried 90,000 passengers."),
    asked("Who else?", "Nobody Ltd.", "Nobody carried anyone."),
    asked("Who met?", birch.name, "The board met four times.", "Of this it says nothing."),
    asked("What does it not say?", alder.name, "A sentence that stands nowhere."),
  );
  const second = put(
    "second.json",
    asked("公司营业收入是多少？", heron.name, "公司2021年营业收入为三千万元。"),
  );
  const { rows, sources } = readOthers(first, second, first);
  expect(sources).toEqual([
    { path: first, questions: 4, elsewhere: 2, askedBefore: 0 },
    { path: second, questions: 1, elsewhere: 0, askedBefore: 0 },
  ]);
  expect(rows.map(({ question, set }) => `${set} ${question}`)).toEqual([
    "others Who carried passengers?",
    "others Who met?",
    "others 公司营业收入是多少？",
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  expect(rows.every(({ id }) => id.startsWith("others/"))).toBe(true);
  expect(leftOutNotices({ rows, sources })).toEqual([
    `${first} has 4 questions; 2 are based on none of the documents, 0 are in the other set too. These are left out.`,
  ]);
});

test("a question that both sets ask would rank alike by itself, and is left out; so is one that two files ask", () => {
  const [ours] = [...readTruths(run).rows].filter(({ language }) => language === "en");
  const evidence = "Birch Ferries carried 90,000 passengers.";
  const first = put(
    "both.json",
    asked(` ${ours?.question.toUpperCase()} `, birch.name, evidence),
    asked("Who sailed?", birch.name, evidence),
  );
  const second = put(
    "again.json",
    asked("who  sailed?", birch.name, evidence),
    asked("Who rowed?", birch.name, evidence),
  );
  const { rows, sources } = readOthers(first, second);
  expect(rows.map(({ question }) => question)).toEqual(["Who sailed?", "Who rowed?"]);
  expect(sources.map(({ askedBefore }) => askedBefore)).toEqual([1, 1]);
});

test("where nothing is left, it says why and what to give", () => {
  expect(() => readOthers(run)).toThrow(/5 are in the other set too/);
  expect(() =>
    readOthers(put("elsewhere.json", asked("Who?", "Nobody Ltd.", "Nobody did."))),
  ).toThrow(/1 are based on none of the documents/);
  expect(() => readOthers(join(folder, "missing.json"))).toThrow(/no such file/);
});
