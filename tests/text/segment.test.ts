// Search tokens and token counts in both languages.

import { expect, test } from "vitest";
import { countTokens, searchTokens } from "../../pipelines/text/segment.ts";

test("Chinese is cut into long words and the words within them", () => {
  expect(searchTokens("南京市人民法院", "zh")).toEqual(
    expect.arrayContaining(["人民", "法院", "人民法院"]),
  );
});

test("numbers keep their decimals and lose their grouping, in both languages", () => {
  expect(searchTokens("营业收入1,234.5万元", "zh")).toContain("1234.5");
  expect(searchTokens("Revenue of 1,234.5 million", "en")).toEqual([
    "revenue",
    "of",
    "1234.5",
    "million",
  ]);
});

test("Latin in Chinese text is lower-cased and punctuation is not a token", () => {
  expect(searchTokens("采购ＳａａＳ服务。", "zh")).toEqual(["采购", "saas", "服务"]);
});

test("a possessive ending is not part of a word", () => {
  expect(searchTokens("The company's Q3 results don't matter", "en")).toEqual(
    "the company q3 results dont matter".split(" "),
  );
});

test("Chinese inside an English text is cut into words too", () => {
  expect(searchTokens("The 人民法院 decided", "en")).toEqual(
    expect.arrayContaining(["the", "人民法院", "decided"]),
  );
});

test("a line longer than the segmenter is given at once loses nothing", () => {
  expect(searchTokens("病历".repeat(3000), "zh").join("")).toHaveLength(6000);
});

test("tokens are counted as o200k counts them", () => {
  expect(["", "hello world"].map(countTokens)).toEqual([0, 2]);
  expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
});

test("a word of a hundred thousand letters is counted", () => {
  expect(countTokens("a".repeat(100_000))).toBe(12_500);
});
