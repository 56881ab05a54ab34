// Which of two answers a text gives: by the values, names and words that only one of them has.

import { expect, test } from "vitest";
import { createRivalTest, type RivalAnswers } from "../../pipelines/text/rival-answers.ts";

const english = {
  expectedAnswer: "64 tonnes",
  rivalAnswer: "40 tonnes",
  question: "What may the Alder bridge carry?",
  language: "en",
  isList: false,
} as const;
const chinese = {
  ...english,
  expectedAnswer: "64吨",
  rivalAnswer: "40吨",
  language: "zh",
  question: "桥限重多少？",
};

/** Whether each text gives the first answer. */
const saidBy = (rivals: RivalAnswers, ...texts: string[]) => {
  const says = createRivalTest(rivals);
  return texts.map(text => says && says(text));
};

test("a text says the value that it has and the other answer's it has not, however it is written", () => {
  expect(
    saidBy(
      english,
      "It carries sixty-four tonnes.",
      "At most 40 tonnes.",
      "64 tonnes once, 40 tonnes now.",
      "That is not told.",
    ),
  ).toEqual([true, false, false, false]);
  expect(saidBy(chinese as RivalAnswers, "限重六十四吨。", "限重40吨。", "没有说明。")).toEqual([
    true,
    false,
    false,
  ]);
});

test("what the question says and what both answers say tell nothing apart", () => {
  const dated = {
    ...english,
    question: "What may the Alder bridge carry as of 5 March 2021?",
    expectedAnswer: "As of 5 March 2021 it carries 64 tonnes, by order 12.",
    rivalAnswer: "It carries 40 tonnes, by order 12.",
  };
  expect(saidBy(dated, "64 tonnes.", "By order 12 of 5 March 2021.")).toEqual([true, false]);
});

test("answers without values are told apart by their words, in either language", () => {
  const signed = {
    ...english,
    expectedAnswer: "Halvorsen",
    rivalAnswer: "Halverson",
    question: "Who signed?",
  };
  expect(saidBy(signed, "It was signed by Halvorsen.", "Halverson did.", "Nobody.")).toEqual([
    true,
    false,
    false,
  ]);
  const zh = {
    ...english,
    language: "zh",
    expectedAnswer: "驳回上诉",
    rivalAnswer: "发回重审",
  } as const;
  expect(saidBy({ ...zh, question: "结果如何？" }, "法院驳回了上诉。", "案件发回重审。")).toEqual([
    true,
    false,
  ]);
});

test("where one answer alone has values, words decide: a text that names no source says nothing", () => {
  const allergy = {
    ...english,
    expectedAnswer: "penicillin, noted on 3 May 2020",
    rivalAnswer: "no known allergies",
    question: "What is she allergic to?",
  };
  expect(saidBy(allergy, "No known allergies were noted on 3 May 2020.", "3 May 2020.")).toEqual([
    false,
    false,
  ]);
});

test("an answer that is part of the other is said where nothing more of the other is", () => {
  const quoted = {
    ...english,
    expectedAnswer: "64 tonnes",
    rivalAnswer: "40 tonnes; the list keeps 64 tonnes",
  };
  expect(saidBy(quoted, "64 tonnes.", "40 tonnes, whatever the list says of 64.")).toEqual([
    true,
    false,
  ]);
});

test("a reason or a day that one answer alone gives need not be told", () => {
  const reasoned = {
    ...english,
    expectedAnswer: "40 tonnes: the notice of 3 May 2021 replaced the 64 tonnes of the list.",
    rivalAnswer: "64 tonnes",
  };
  const swapped = {
    ...reasoned,
    expectedAnswer: reasoned.rivalAnswer,
    rivalAnswer: reasoned.expectedAnswer,
  };
  const texts = ["40 tonnes.", "64 tonnes since 3 May 2021.", "40, not 64 tonnes.", "3 May 2021."];
  expect(saidBy(reasoned, ...texts)).toEqual([true, false, true, false]);
  expect(saidBy(swapped, ...texts)).toEqual([false, true, false, false]);
});

test("a part of a list is said where its elements are named and a further one is not, with or without their number", () => {
  const list = {
    ...english,
    question: "Which firms were fined?",
    expectedAnswer: "Two: Alder Mills, Birch Ferries.",
    rivalAnswer: "Three: Alder Mills, Birch Ferries, Corrie Quarry.",
    isList: true,
  };
  expect(
    saidBy(
      list,
      "Alder Mills and Birch Ferries.",
      "Two firms.",
      "Alder Mills, Birch Ferries and Corrie Quarry.",
      "Only Birch Ferries.",
    ),
  ).toEqual([true, true, false, false]);
  const counted = {
    ...list,
    expectedAnswer: "2",
    rivalAnswer: "3",
    question: "How many firms were fined?",
  };
  expect(saidBy(counted, "Two of them.", "Three.")).toEqual([true, false]);
});

test("answers that differ in nothing code can read are not told apart", () => {
  expect(createRivalTest({ ...english, rivalAnswer: "It is 64 tonnes." })).toBeNull();
  expect(createRivalTest({ ...english, expectedAnswer: "no", rivalAnswer: "yes" })).toBeNull();
});

test("each of two answers says itself, and never the other", () => {
  const pairs = [
    ["64 tonnes", "40 tonnes"],
    ["64 tonnes", "64 tonnes since 3 May 2021"],
    ["64 tonnes", "64 tonnes, in writing"],
    ["64 tonnes", "no limit"],
    ["64 tonnes", "40 tonnes: the notice of 3 May 2021 replaced the 64 tonnes of the list"],
    ["Halvorsen, since 2019", "Halverson, since 2021"],
    ["Alder Mills, Birch Ferries", "Alder Mills, Birch Ferries, Corrie Quarry"],
    ["two: Alder Mills, Birch Ferries", "three: Alder Mills, Birch Ferries, Corrie Quarry"],
  ] as const;
  const told = pairs.flatMap(([expectedAnswer, rivalAnswer]) =>
    [false, true].flatMap(isList => [
      saidBy({ ...english, expectedAnswer, rivalAnswer, isList }, expectedAnswer, rivalAnswer),
      saidBy(
        { ...english, expectedAnswer: rivalAnswer, rivalAnswer: expectedAnswer, isList },
        rivalAnswer,
        expectedAnswer,
      ),
    ]),
  );
  expect(told).toEqual(told.map(() => [true, false]));
});
