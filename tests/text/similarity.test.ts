// Similarity on character n-grams, worked out by hand.

import { expect, test } from "vitest";
import { jaccard, MASK, maskValues } from "../../pipelines/text/similarity.ts";

test("similarity is shared over all n-grams", () => {
  // abcd → abc bcd; abce → abc bce: one of three.
  expect(jaccard("abcd", "abce", 3)).toBeCloseTo(1 / 3);
  // ab bc cd; ab bc ce: two of four.
  expect(jaccard("abcd", "abce", 2)).toBe(0.5);
});

test("wordings are alike once names and values are masked", () => {
  const masked = (text: string, ...names: string[]): string => maskValues(text, "zh", names);
  expect(masked("青禾公司于2021年3月支付500万元", "青禾公司")).toBe(
    masked("海棠集团于2019年支付三亿美元", "海棠集团"),
  );
  expect(maskValues("Paid 5 dollars in May 2020", "en")).toBe(`Paid ${MASK} in ${MASK}`);
});

test("a name within a longer name does not break the longer one's mask", () => {
  expect(maskValues("青禾科技与青禾", "zh", ["青禾", "青禾科技"])).toBe(`${MASK}与${MASK}`);
});
