// Sentences as the published programs cut them; the English ones are what pysbd 0.3.4 gave for the same texts.

import { expect, test } from "vitest";
import { publishedSentences } from "../../pipelines/text/published-sentences.ts";

test("Chinese is cut after 。！？ and at line ends, not at other signs; closing quotes open the next sentence", () => {
  expect(publishedSentences("他说：“船沉了。”真的？\n\n是；的……好！ 完", "zh")).toEqual(["他说：“船沉了。", "”真的？", "是；的……好！", "完"]);
});

test.each([
  ["legal forms, titles and months", "Quay Ltd. paid Dr. Hale on Jan. 5 for 3.5 tons. All left.", ["Quay Ltd. paid Dr. Hale on Jan. 5 for 3.5 tons.", "All left."]],
  ["a country before more of the sentence", "The U.S. Navy came. He left the U.S. The ship sank.", ["The U.S. Navy came.", "He left the U.S.", "The ship sank."]],
  ["initials, numbered things and addresses", "J. K. Rost wrote p. 5 of No. 7. See a@b.com now.", ["J. K. Rost wrote p. 5 of No. 7.", "See a@b.com now."]],
])("an English stop ends no sentence in %s", (_, text, sentences) => {
  expect(publishedSentences(text, "en")).toEqual(sentences);
});

test.each([
  ["a legal form before a capital ends a sentence", "Quay Ltd. Sales rose.", ["Quay Ltd.", "Sales rose."]],
  ["an hour before a capital ends a sentence", "We met at 5 p.m. Then we left.", ["We met at 5 p.m.", "Then we left."]],
  ["what is quoted or bracketed is not cut", 'He said "No. Never." and (as told. Twice.) went. Done.', ['He said "No. Never." and (as told. Twice.) went.', "Done."]],
  ["a quotation that ends in a stop is set apart", 'She said "Go away!" He went.', ['She said "Go away!"', "He went."]],
  ["entries of lists are set apart", "We do: (a) tests, and (b) more. 1. First 2. Second", ["We do:", "(a) tests, and", "(b) more.", "1. First", "2. Second"]],
  ["a bracket before a capital is a piece of its own", "(Type: Ship) It sank.", ["(Type: Ship)", "It sank."]],
  ["three stops before a capital end a sentence, else none", "Wait... Then go... and rest. . . . Well?! Yes!!!", ["Wait...", "Then go... and rest.", ". . . Well?!", "Yes!!!"]],
  ["a note's number ends its sentence", "It sank.[3] All were saved.12 They slept.", ["It sank.[3]", "All were saved.12", "They slept."]],
  ["a missing blank ends nothing", "Fruit.Then it grew.", ["Fruit.Then it grew."]],
])("%s", (_, text, sentences) => {
  expect(publishedSentences(text, "en")).toEqual(sentences);
});

test("a blank text has no sentence, a text without an end is one", () => {
  expect(publishedSentences(" \n\t", "en")).toEqual([]);
  expect(publishedSentences("", "zh")).toEqual([]);
  expect(publishedSentences("no end here", "en")).toEqual(["no end here"]);
});

test("each sentence stands in the text, in the order of the text", () => {
  const text = 'One. One. Two (a. b.) "c." D. e. f.\nOne.';
  let from = 0;
  for (const sentence of publishedSentences(text, "en")) {
    const place = text.indexOf(sentence, from);
    expect(place).toBeGreaterThanOrEqual(from);
    from = place + sentence.length;
  }
  expect(from).toBe(text.length);
});

test("a text of one long word, or of abbreviations alone, is cut like any other", () => {
  expect(publishedSentences(`${"a".repeat(100_000)}.`, "en")).toHaveLength(1);
  expect(publishedSentences("Dr. ".repeat(20_000), "en")).toHaveLength(1);
});
