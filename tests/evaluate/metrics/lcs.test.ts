// The longest common subsequence beside a table filled cell by cell.

import { expect, test } from "vitest";
import { lcsOfTokens } from "../../../pipelines/evaluate/metrics/rouge.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";

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

test("by hand: a, c and d come in both in this order", () => {
  expect(lcsOfTokens(["a", "b", "c", "d"], ["x", "a", "c", "e", "d", "b"])).toBe(3);
});

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
