// RAGQuestEval questions: each answered by the text, none giving its answer away, at least one wherever there is a number, a day or a name.

import { expect, test } from "vitest";
import { checksOf, eventsOf, type Language } from "./asking.ts";
import { chinese, english } from "./fixtures/articles.ts";

const texts: [Language, string][] = [
  ...english.map((article): [Language, string] => ["en", eventsOf(article, "en").summary || article.text]),
  ...chinese.map((article): [Language, string] => ["zh", article.text]),
];

test("each entry's key information stands in the text and not in its question", () => {
  for (const [language, text] of texts) {
    for (const { keyInfo, question, answer } of checksOf(text, language)) {
      expect(text.toLowerCase()).toContain(keyInfo.toLowerCase());
      expect(question).not.toContain(keyInfo);
      expect(answer).toBe(keyInfo);
      expect(question).toMatch(/[?？]$/);
    }
  }
});

test("a text has at most ten entries, each on another piece", () => {
  for (const [language, text] of texts) {
    const pieces = checksOf(text, language).map(({ keyInfo }) => keyInfo);
    expect(pieces.length).toBeLessThanOrEqual(10);
    expect(new Set(pieces).size).toBe(pieces.length);
  }
});

test.each<[Language, string, string]>([
  ["zh", "现场共有35人参加。", "35人"],
  ["zh", "活动于2024年3月5日结束。", "2024年3月5日"],
  ["zh", "他去了南京市。", "南京市"],
  ["en", "They sold 35 boats.", "35"],
  ["en", "It ended on 5 March 2024.", "5 March 2024"],
  ["en", "Nobody had seen Tessa Morland.", "Tessa Morland"],
])("%s: one number, day or name is enough: %s", (language, text, keyInfo) => {
  expect(checksOf(text, language).some(entry => entry.keyInfo.includes(keyInfo))).toBe(true);
});

test("an ordinal and a model's number are not asked for, the number of people is", () => {
  const pieces = checksOf("南浦市第三中级人民法院用MagicBook 14审理案件，涉及被告26人。", "zh").map(({ keyInfo }) => keyInfo);
  expect(pieces).toContain("26人");
  expect(pieces.filter(piece => /^(?:第三|14)$/.test(piece))).toEqual([]);
});
