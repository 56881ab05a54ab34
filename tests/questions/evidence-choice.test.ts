// Which sentences stay as evidence when two readers took different ones.

import { expect, test } from "vitest";
import { chooseEvidence } from "../../pipelines/questions/evidence-choice.ts";
import { sentencesOf } from "../support/asked.ts";

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

test("a sentence that one reader alone took and the answer does not need goes", () => {
  expect(chooseEvidence(lorry, [1, 2, 4], [2])).toEqual([2]);
});

test("wrong numbers give way to those of the blind reader", () => {
  expect(chooseEvidence(lorry, [4, 5], [2])).toEqual([2]);
});

test("the second of two needed sentences comes back from the blind reader", () => {
  const both = asked(
    "zh",
    "大风停了缆车，我改期以后还能退票吗？",
    "不能。因大风停开缆车的可在7天内改期一次，但改期后的票不得退款。",
  );
  expect([chooseEvidence(both, [4], [4, 5]), chooseEvidence(both, [5], [4, 5])]).toEqual([
    [4, 5],
    [4, 5],
  ]);
});

test("a sentence that only the proposer took stays where it says much of the answer", () => {
  const refund = asked(
    "en",
    "I complained too late. Is my money lost?",
    "Complaints go to Maren Holt within 14 days, but the toll office may refund a toll that was paid by mistake.",
  );
  expect(chooseEvidence(refund, [5, 6], [5])).toEqual([5, 6]);
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
