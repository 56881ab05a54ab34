// ROUGE-L by hand, what holds of it for all texts, and the longest common subsequence beside a table filled cell by cell.

import fc from "fast-check";
import { expect, test } from "vitest";
import { lcsOfTokens, rougeL } from "../../../pipelines/evaluate/metrics/rouge.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";

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

/** The textbook's table, of which two rows are kept. */
function plainLcs(a: readonly string[], b: readonly string[]): number {
  let above = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (const token of a) {
    for (let at = 0; at < b.length; at++)
      row[at + 1] = token === b[at] ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!);
    [above, row] = [row, above];
  }
  return above[b.length]!;
}

test("nothing has no items in common with anything", () => {
  expect([
    lcsOfTokens([], []),
    lcsOfTokens(["a"], []),
    lcsOfTokens([], ["a"]),
    lcsOfTokens(["a", "b"], ["c", "d"]),
  ]).toEqual([0, 0, 0, 0]);
});

test("thousands of drawn pairs of all lengths up to 140, of few words and of many, have the table's length", () => {
  const draw = drawFrom(11);
  const wrong: unknown[] = [];
  for (let turn = 0; turn < 4000; turn++) {
    const words = 1 + draw([2, 5, 30, 300][turn % 4]!);
    const tokens = () => Array.from({ length: draw(140) }, () => `w${draw(words)}`);
    const [a, b] = [tokens(), tokens()];
    if (lcsOfTokens(a, b) !== plainLcs(a, b)) wrong.push([a, b]);
  }
  expect(wrong).toEqual([]);
});

test("twenty thousand tokens beside as many that are shifted by one have all but one in common", () => {
  const tokens = Array.from({ length: 20_000 }, (_, at) => `w${at % 1000}`);
  expect(lcsOfTokens(tokens, [...tokens.slice(1), "end"])).toBe(19_999);
});
