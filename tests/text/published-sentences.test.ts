// Sentences as the published programs cut them; the English ones are what pysbd 0.3.4 gave for the same texts.

import { expect, test } from "vitest";
import { publishedSentences } from "../../pipelines/text/published-sentences.ts";
import { cases } from "../support/cases.ts";

test("Chinese is cut after 。！？ and at line ends, not at other signs; closing quotes open the next sentence", () => {
  expect(publishedSentences("他说：“船沉了。”真的？\n\n是；的……好！ 完", "zh")).toEqual([
    "他说：“船沉了。",
    "”真的？",
    "是；的……好！",
    "完",
  ]);
});

cases<[name: string, text: string, sentences: string[]]>(
  "text/published-sentences",
  "an English stop ends no sentence in %s",
  (_, text, sentences) => {
    expect(publishedSentences(text, "en")).toEqual(sentences);
  },
);

cases<[x0: string, text: string, sentences: string[]]>(
  "text/published-sentences",
  "%s",
  (_, text, sentences) => {
    expect(publishedSentences(text, "en")).toEqual(sentences);
  },
);

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
