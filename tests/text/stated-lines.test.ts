// Sentences read as lines of a form: each label line knows the heading that it stands under.

import { expect, test } from "vitest";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import { readLines } from "../../pipelines/text/stated-lines.ts";

test.each([
  ["Orders:\nLong-term: rest\nReports:\nNone so far.\nConsent: given", "en"],
  ["医嘱：\n长期：休息\n报告：\n暂无。\n同意书：已签", "zh"],
] as const)("a label with its value below it ends the section before it: %j", (text, language) => {
  const sentences = splitSentences(text, language).map((sentence, at) => ({
    number: at + 1,
    text: sentence.text,
  }));
  const [first] = text.split(/[:：]/);
  const labelled = readLines(sentences).filter(({ kind }) => kind === "labelled");
  expect(labelled.map(({ under }) => under)).toEqual([first, null]);
  expect(labelled.at(-1)?.section).not.toBe(first);
});
