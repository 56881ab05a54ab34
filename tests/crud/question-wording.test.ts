// A question to a whole corpus says what it means without pointing at an article.

import { expect, test } from "vitest";
import { wordingProblems } from "../../pipelines/crud/question-wording.ts";

test.each([
  ["en", "According to the article, how long was Harrow Lane closed?"],
  ["en", "How many households in Wexcombe lost water yesterday?"],
  ["zh", "根据本文，哈罗巷封闭了多少天？"],
  ["zh", "文章称哈罗巷封闭了多少天？"],
  ["zh", "该公司2025年3月的维修费用是多少？"],
] as const)("%s: %s points at what its reader does not see", (language, question) => {
  expect(wordingProblems(question, "…", language)).toHaveLength(1);
});

test("a question that names its event is taken", () => {
  expect(
    wordingProblems(
      "How long was Harrow Lane in Wexcombe closed after the burst main of March 2025?",
      "nine days",
      "en",
    ),
  ).toEqual([]);
  expect(
    wordingProblems("2025年3月韦克斯库姆水管爆裂后，哈罗巷封闭了多少天？", "九天", "zh"),
  ).toEqual([]);
  expect(
    wordingProblems("2025年3月韦克斯库姆水管爆裂后，哈罗巷能指望20日前通车吗？", "不能", "zh"),
  ).toEqual([]);
  // Of articles that it tells of itself a question may speak.
  expect(
    wordingProblems(
      "2025年3月韦克斯库姆水管爆裂后，网上有评论文章怪施工队，这些文章里提到的哈罗巷封闭了多少天？",
      "九天",
      "zh",
    ),
  ).toEqual([]);
});

test("one that holds its answer, or next to nothing, is not", () => {
  expect(
    wordingProblems("Was Harrow Lane in Wexcombe closed for nine days?", "nine days", "en"),
  ).toHaveLength(1);
  expect(wordingProblems("多少天？", "九天", "zh")).toHaveLength(1);
});
