// The longest common subsequence beside a table filled cell by cell.

import { expect, test } from "vitest";
import { createRoom, lcsLength, lcsOfTokens } from "../../pipelines/text/lcs.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { createVocabulary } from "../../pipelines/text/token-numbers.ts";

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

test("nothing has nothing in common with anything", () => {
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

// Where one word of bits ends and the next begins, and where two do.
const borders = [
  1, 2, 30, 31, 32, 33, 61, 62, 63, 64, 92, 93, 94, 95, 123, 124, 125, 126, 154, 155, 156, 247, 248,
  249,
];

test("all pairs of lengths about a multiple of 31 have the table's length, drawn, equal and shifted", () => {
  const draw = drawFrom(5);
  const tokens = (length: number) => Array.from({ length }, () => `w${draw(3)}`);
  const same = (length: number) => Array.from({ length }, () => "w");
  const wrong = borders.flatMap(first =>
    borders.flatMap(second => {
      const [a, b] = [tokens(first), tokens(second)];
      const cases = [
        [a, b] as const,
        [a, [...a, ...b]] as const,
        [same(first), same(second)] as const,
      ];
      return cases.filter(([one, other]) => lcsOfTokens(one, other) !== plainLcs(one, other));
    }),
  );
  expect(wrong).toEqual([]);
});

test("what one pair leaves behind does not reach the next, be it longer or shorter, while the vocabulary grows", () => {
  const vocabulary = createVocabulary();
  const room = createRoom(vocabulary);
  const inRoom = (a: readonly string[], b: readonly string[]) =>
    lcsLength(vocabulary.numbersOf(a), vocabulary.numbersOf(b), room);
  const draw = drawFrom(3);
  const pairs = Array.from({ length: 80 }, (_, turn) => {
    const tokens = () => Array.from({ length: draw(400) }, () => `w${turn * 20 + draw(40)}`);
    return [tokens(), tokens()] as const;
  });
  const wanted = pairs.map(([a, b]) => plainLcs(a, b));
  expect(pairs.map(([a, b]) => inRoom(a, b))).toEqual(wanted);
  expect(pairs.toReversed().map(([a, b]) => inRoom(a, b))).toEqual(wanted.toReversed());
});

test("twenty thousand tokens beside as many that are shifted by one have all but one in common", () => {
  const tokens = Array.from({ length: 20_000 }, (_, at) => `w${at % 1000}`);
  expect(lcsOfTokens(tokens, [...tokens.slice(1), "end"])).toBe(19_999);
});
