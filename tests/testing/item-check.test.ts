// One item held against what a system told: when it fails, by which step, and when nothing can be decided.

import { expect, test } from "vitest";
import { failureText } from "../../pipelines/testing/failure-text.ts";
import { checkItem } from "../../pipelines/testing/item-check.ts";
import type { ParsedReply } from "../../pipelines/systems/ask-once.ts";
import { founding, unanswerable, wordsAlone } from "../support/packed-items.ts";

const reply = (answer: string, lists: Partial<ParsedReply> = {}): ParsedReply => ({
  answer,
  retrieved: null,
  reranked: null,
  contexts: null,
  ...lists,
});
const evidence = founding.evidence.map(({ text }) => `Page 1. ${text} And so on.`);
const right = "Ruth Calder founded it on 3 May 1998.";
const wrong = "Ruth Calder founded it on 5 May 1998.";

test("a right answer passes, whatever was retrieved, unless its evidence must be cited", () => {
  expect(checkItem(founding, reply(right, { retrieved: ["elsewhere"] }))).toMatchObject({
    problems: [],
    isDecided: true,
  });
  expect(
    checkItem(founding, reply(right, { retrieved: ["elsewhere"] }), { mustCite: true }).problems,
  ).toEqual([expect.stringContaining("its evidence was not retrieved")]);
  expect(
    checkItem(founding, reply(right, { retrieved: evidence }), { mustCite: true }).problems,
  ).toEqual([]);
});

test.each<[step: string, lists: Partial<ParsedReply>]>([
  ["not known", {}],
  ["retrieval", { retrieved: ["elsewhere"] }],
  ["reranking", { retrieved: evidence, contexts: ["elsewhere"] }],
  ["generation", { retrieved: ["elsewhere"], contexts: evidence }],
  ["generation", { retrieved: evidence }],
])("a wrong answer is lost in: %s", (step, lists) => {
  const { problems, lostStep: lostIn } = checkItem(founding, reply(wrong, lists));
  expect(problems).toEqual([expect.stringContaining("it lacks 3 May 1998 (k1: ")]);
  expect(lostIn.startsWith(step)).toBe(true);
});

test("where a retrieved piece ends or begins within the evidence its splitter is named, and the piece shown", () => {
  const [first = ""] = founding.evidence.map(({ text }) => text);
  const lostBy = (piece: string) =>
    checkItem(founding, reply(wrong, { retrieved: [piece] })).lostStep;
  const [head, tail] = [first.slice(0, -8), first.slice(8)];
  for (const piece of [head, tail, `Page 1. ${head}`, `${tail} And so on.`])
    expect(lostBy(piece)).toBe(`chunking: a chunk boundary splits the evidence: “${piece}”`);
  expect(lostBy("Page 1. And so on.")).toMatch(/^retrieval/);
});

test("passages may be told by their places, under the document's id, name or file", () => {
  const documents = [{ id: "d-alder", name: "Alder", source: "docs/alder.md", licence: null }];
  const held = ["d-alder", "Alder", "alder.md"].map(
    documentId =>
      checkItem(founding, reply(right, { retrieved: [{ documentId, start: 0, end: 100 }] }), {
        mustCite: true,
        documents,
      }).problems,
  );
  expect(held).toEqual([[], [], []]);
});

test("where code cannot tell an answer right or wrong its evidence decides, and without that nothing does", () => {
  expect(checkItem(wordsAlone, reply("It is for it."))).toMatchObject({
    problems: [],
    isDecided: false,
  });
  expect(checkItem(wordsAlone, reply("x", { retrieved: ["elsewhere"] }))).toMatchObject({
    problems: [expect.stringContaining("its evidence was not retrieved")],
    lostStep: expect.stringContaining("retrieval"),
  });
});

test("what cannot be answered must not be", () => {
  expect(checkItem(unanswerable, reply("The documents do not say.")).problems).toEqual([]);
  expect(checkItem(unanswerable, reply("It owns 12 ferries."))).toMatchObject({
    problems: ["it answers what the documents leave open"],
    lostStep: expect.stringContaining("generation"),
  });
});

test("a failure shows question, expected, got, and the step", () => {
  const told = reply(wrong, { retrieved: ["elsewhere"] });
  expect(failureText(founding, told, checkItem(founding, told)).split("\n").slice(1)).toEqual([
    "",
    `question  ${founding.question}`,
    `expected  ${founding.answer}`,
    `got       ${wrong}`,
    "lost in   retrieval: the evidence was not retrieved",
  ]);
});

test("evidence of which some was retrieved is said to be lost in part", () => {
  const [one] = founding.evidence;
  const two = {
    ...founding,
    evidence: [one!, { ...one!, number: 2, text: "Its second mill opened in Corrie." }],
  };
  const told = reply(wrong, { retrieved: [one!.text] });
  expect(checkItem(two, told).lostStep).toBe(
    "retrieval: 1 of 2 pieces of evidence was not retrieved",
  );
});
