// Each token has one number, whatever it looks like.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createVocabulary } from "../../pipelines/text/token-numbers.ts";

test("a token has the number at which it first came, in this text and in later ones", () => {
  const vocabulary = createVocabulary();
  expect([vocabulary.numbersOf(["水", "the", "水"]), vocabulary.numbersOf(["dam", "the"]), vocabulary.numbersOf([])]).toEqual([
    Int32Array.of(0, 1, 0),
    Int32Array.of(2, 1),
    Int32Array.of(),
  ]);
  expect(vocabulary.size).toBe(3);
});

test("names that objects have from birth, an empty token, halves of a character and tokens alike but for one sign are different tokens", () => {
  const long = [12, 13, 40].flatMap(length => Array.from({ length }, (_, at) => `${"a".repeat(at)}b${"a".repeat(length - at - 1)}`));
  const halves = ["\ud83d", "\ude00", "\ud83d\ude00", ...["\ud83d", "\ude00"].map(half => `${half}${"a".repeat(20)}`)];
  const tokens = ["constructor", "__proto__", "", "\0", "a", "a\0", "1", "01", ...halves, ...long];
  const vocabulary = createVocabulary();
  const places = Int32Array.from(tokens.keys());
  expect([vocabulary.numbersOf(tokens), vocabulary.numbersOf(tokens)]).toEqual([places, places]);
});

test("numbers are alike exactly where tokens are, and all below the size", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: "binary", maxLength: 20 }))), texts => {
      const vocabulary = createVocabulary();
      const tokens = texts.flat();
      const numbers = texts.flatMap(text => [...vocabulary.numbersOf(text)]);
      const first = [...new Set(tokens)];
      expect(numbers).toEqual(tokens.map(token => first.indexOf(token)));
      expect(vocabulary.size).toBe(first.length);
    }),
  );
});
