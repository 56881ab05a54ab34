// ROUGE-L by hand, and what holds of it for all texts.

import fc from "fast-check";
import { expect, test } from "vitest";
import { rougeL } from "../../../pipelines/evaluate/metrics/rouge.ts";

test("by hand: 3 tokens in common of 4 written and 6 referred to", () => {
  // precision 3/4, recall 3/6, F = 2 · 0.75 · 0.5 / 1.25 = 0.6
  const scores = rougeL(["a", "b", "c", "d"], ["x", "a", "c", "e", "d", "b"]);
  expect(scores).toEqual({ precision: 0.75, recall: 0.5, f: expect.closeTo(0.6, 12) });
});

test("without a reference it is undefined, without an answer it is 0", () => {
  expect([rougeL(["a"], []), rougeL([], [])]).toEqual([null, null]);
  expect([rougeL([], ["a"]), rougeL(["b"], ["a"])]).toEqual(
    Array.from({ length: 2 }, () => ({ precision: 0, recall: 0, f: 0 })),
  );
});

const tokenLists = fc.array(fc.constantFrom("的", "水", "库", "the", "a", "."), {
  minLength: 1,
  maxLength: 80,
});

test("it lies between 0 and 1, is 1 of a text beside itself, and swaps precision and recall with its texts", () => {
  fc.assert(
    fc.property(tokenLists, tokenLists, (a, b) => {
      const { precision, recall, f } = rougeL(a, b)!;
      expect(Math.min(precision, recall, f)).toBeGreaterThanOrEqual(0);
      expect(Math.max(precision, recall, f)).toBeLessThanOrEqual(1);
      expect(rougeL(b, a)).toEqual({ precision: recall, recall: precision, f });
      expect(rougeL(a, a)).toEqual({ precision: 1, recall: 1, f: 1 });
    }),
  );
});
