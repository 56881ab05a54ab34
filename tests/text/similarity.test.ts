// Similarity on character n-grams, worked out by hand.

import { expect, test } from "vitest";
import { jaccard } from "../../pipelines/text/similarity.ts";

test("similarity is shared over all n-grams", () => {
  // abcd → abc bcd; abce → abc bce: one of three.
  expect(jaccard("abcd", "abce", 3)).toBeCloseTo(1 / 3);
  // ab bc cd; ab bc ce: two of four.
  expect(jaccard("abcd", "abce", 2)).toBe(0.5);
});
