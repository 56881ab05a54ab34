// Which sentences stay as evidence when two readers took different ones.

import { expect, test } from "vitest";
import { chooseEvidence } from "../../pipelines/questions/evidence-choice.ts";
import { sentencesOf } from "../support/toll-and-slope.ts";

const asked = (language: "zh" | "en", question: string, answer: string) => ({
  language,
  question,
  answer,
  derivations: [],
  sentences: sentencesOf(language),
});
const lorry = asked(
  "en",
  "What does my 20 tonne lorry pay?",
  "It pays 40 euros, as lorries above 12 tonnes do.",
);

test("a sentence that one reader alone took stays where it has a detail of the answer that the others lack", () => {
  expect(chooseEvidence(lorry, [1, 2, 4], [2])).toEqual([2]);
  expect(chooseEvidence(lorry, [4, 2], [4])).toEqual([2, 4]);
});

test("wrong numbers give way to those of the blind reader", () => {
  expect(chooseEvidence(lorry, [4, 5], [2])).toEqual([2]);
});

test("a date of the answer that neither reader cited is cited where one sentence alone says it", () => {
  const dated = asked(
    "en",
    "What does my 20 tonne lorry pay?",
    "By the rules of 4 March 2021 it pays 40 euros.",
  );
  expect(chooseEvidence(dated, [2], [2])).toEqual([1, 2]);
});

test("without another reader the proposer's sentences stay", () => {
  expect(chooseEvidence(lorry, [2, 4], [])).toEqual([2, 4]);
});
