// The longest common subsequence beside a table filled cell by cell.

import fc from "fast-check";
import { expect, test } from "vitest";
import { lcsLength, numberPairs, numberTokens } from "../../pipelines/text/lcs.ts";
import { drawFrom } from "../../pipelines/text/random.ts";

/** The textbook's table, of which two rows are kept. */
function plainLcs(a: readonly string[], b: readonly string[]): number {
  let above = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (const token of a) {
    for (let at = 0; at < b.length; at++) row[at + 1] = token === b[at] ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!);
    [above, row] = [row, above];
  }
  return above[b.length]!;
}

test("by hand: a, c and d come in both in this order", () => {
  expect(lcsLength(["a", "b", "c", "d"], ["x", "a", "c", "e", "d", "b"])).toBe(3);
});

test("nothing has nothing in common with anything", () => {
  expect([lcsLength([], []), lcsLength(["a"], []), lcsLength([], ["a"]), lcsLength(["a", "b"], ["c", "d"])]).toEqual([0, 0, 0, 0]);
});

test("names that objects have from birth and an empty token are tokens as others are", () => {
  expect(lcsLength(["constructor", "", "__proto__"], ["", "toString", "__proto__", "constructor"])).toBe(2);
});

test("thousands of drawn pairs of all lengths up to 140, of few words and of many, have the table's length", () => {
  const draw = drawFrom(11);
  const wrong: unknown[] = [];
  for (let turn = 0; turn < 4000; turn++) {
    const words = 1 + draw([2, 5, 30, 300][turn % 4]!);
    const tokens = () => Array.from({ length: draw(140) }, () => `w${draw(words)}`);
    const [a, b] = [tokens(), tokens()];
    if (lcsLength(a, b) !== plainLcs(a, b)) wrong.push([a, b]);
  }
  expect(wrong).toEqual([]);
});

// Where one word of bits ends and the next begins, and where two do.
const borders = [1, 2, 30, 31, 32, 33, 61, 62, 63, 64, 92, 93, 94, 95, 123, 124, 125, 126, 154, 155, 156, 247, 248, 249];

test("all pairs of lengths about a multiple of 31 have the table's length, drawn, equal and shifted", () => {
  const draw = drawFrom(5);
  const tokens = (length: number) => Array.from({ length }, () => `w${draw(3)}`);
  const same = (length: number) => Array.from({ length }, () => "w");
  const wrong = borders.flatMap(first =>
    borders.flatMap(second => {
      const [a, b] = [tokens(first), tokens(second)];
      const cases = [[a, b] as const, [a, [...a, ...b]] as const, [same(first), same(second)] as const];
      return cases.filter(([one, other]) => lcsLength(one, other) !== plainLcs(one, other));
    }),
  );
  expect(wrong).toEqual([]);
});

const tokenLists = fc.array(fc.constantFrom("的", "水", "库", "the", "a", "."), { maxLength: 100 });

test("it is symmetric, the same read backwards, and no longer than the shorter text", () => {
  fc.assert(
    fc.property(tokenLists, tokenLists, (a, b) => {
      const length = lcsLength(a, b);
      expect([lcsLength(b, a), lcsLength(a.toReversed(), b.toReversed())]).toEqual([length, length]);
      expect(length).toBeLessThanOrEqual(Math.min(a.length, b.length));
      expect(lcsLength(a, a)).toBe(a.length);
    }),
  );
});

test("what one pair leaves behind does not reach the next, be it longer or shorter", () => {
  const draw = drawFrom(3);
  const tokens = () => Array.from({ length: draw(400) }, () => `w${draw(40)}`);
  const pairs = Array.from({ length: 60 }, () => [tokens(), tokens()] as const);
  const forwards = pairs.map(([a, b]) => lcsLength(a, b));
  expect(pairs.toReversed().map(([a, b]) => lcsLength(a, b))).toEqual(forwards.toReversed());
  expect(forwards).toEqual(pairs.map(([a, b]) => plainLcs(a, b)));
});

test("tokens of one length that differ in one character anywhere are different", () => {
  const words = ["", "a", "\0", "ab", "aa", "a\0", "abc", "aab", "水库", "水水库", "\ud83d\ude00", "\uffff\uffff\uffff"];
  const long = [4, 5, 8, 9, 40].flatMap(length => Array.from({ length }, (_, at) => `${"a".repeat(at)}b${"a".repeat(length - at - 1)}`));
  const all = [...words, ...long, "a".repeat(0x10000), "a".repeat(0x10001), `${"a".repeat(0xffff)}b`];
  const wrong = all.flatMap(one => all.filter(other => lcsLength([one], [other]) !== Number(one === other)).map(other => [one, other]));
  expect(wrong).toEqual([]);
});

test("hundreds of words alike in all that leads to their slot are told apart", () => {
  // First, middle and last character and the length are the same.
  const words = Array.from({ length: 500 }, (_, at) => `1${String(at).padStart(3, "0").slice(0, 2)}5${String(at % 10)}1`);
  const distinct = [...new Set(words)];
  expect(lcsLength(words, distinct)).toBe(plainLcs(words, distinct));
});

test("texts longer than the memory that is kept have the table's length", () => {
  const draw = drawFrom(9);
  const tokens = (length: number) => Array.from({ length }, () => `w${draw(9)}`);
  const [long, short] = [tokens(5000), tokens(300)];
  expect([lcsLength(long, short), lcsLength(short, long)]).toEqual([plainLcs(long, short), plainLcs(long, short)]);
});

test("by hand: a token has the number of its first place in the reference, and a pair too", () => {
  const tokens = numberTokens(["b", "x", "a", "b"], ["a", "b", "a", "b"]);
  expect(tokens).toEqual({ text: Int32Array.of(2, 0, 1, 2), reference: Int32Array.of(1, 2, 1, 2) });
  // Pairs of the reference: ab, ba, ab; of the text: bx, xa, ab.
  const pairs = numberPairs(tokens, { text: tokens.text.subarray(1), reference: tokens.reference.subarray(1) });
  expect(pairs).toEqual({ text: Int32Array.of(0, 0, 1), reference: Int32Array.of(1, 2, 1) });
});

test("twenty thousand tokens beside as many that are shifted by one are done in memory of their own length", () => {
  const tokens = Array.from({ length: 20_000 }, (_, at) => `w${at % 1000}`);
  expect(lcsLength(tokens, [...tokens.slice(1), "end"])).toBe(19_999);
});
