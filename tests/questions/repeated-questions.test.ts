// Which of two questions that read alike ends.

import { expect, test } from "vitest";
import { repeatedQuestions } from "../../pipelines/questions/repeated-questions.ts";

const asked = (question: string, mark: number, ...documentIds: string[]) => ({
  question,
  answer: "It pays 40 euros there.",
  documentIds,
  language: "en" as const,
  mark,
});
const toll = "What does a lorry above 12 tonnes pay on the Orla Bridge in July?";
const reworded = "In July, what does a lorry above 12 tonnes pay on the Orla Bridge?";

test("of two that read alike on one document the better mark stays, of equal marks the first", () => {
  expect([...repeatedQuestions([asked(toll, 3, "a"), asked(reworded, 4, "a")])]).toEqual([[0, 1]]);
  expect([...repeatedQuestions([asked(toll, 3, "a"), asked(reworded, 3, "a")])]).toEqual([[1, 0]]);
});

test("what reads alike in different documents is different, unless it is the same to the letter", () => {
  expect([...repeatedQuestions([asked(toll, 3, "a"), asked(reworded, 4, "b")])]).toEqual([]);
  expect([...repeatedQuestions([asked(toll, 4, "a"), asked(`${toll} `, 3, "b")])]).toEqual([
    [1, 0],
  ]);
});

test("linked documents share what either is asked", () => {
  expect([...repeatedQuestions([asked(toll, 3, "a"), asked(reworded, 4, "b", "a")])]).toEqual([
    [0, 1],
  ]);
});

test("two questions on one document stay two", () => {
  const other = "Who hears complaints about a toll paid by mistake on the Orla Bridge?";
  expect(repeatedQuestions([asked(toll, 3, "a"), asked(other, 3, "a")]).size).toBe(0);
});

test("questions that differ in a year and so in their answer stay two", () => {
  const yearly = (year: string, answer: string) => ({
    ...asked(`What did Orla Bridge earn by lorries above 12 tonnes in ${year}?`, 3, "a"),
    answer,
  });
  expect(
    repeatedQuestions([yearly("2020", "30 million euros."), yearly("2021", "Nothing, being shut.")])
      .size,
  ).toBe(0);
});
