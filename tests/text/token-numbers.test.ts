// Each token has one number, whatever it looks like.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createVocabulary } from "../../pipelines/text/token-numbers.ts";

test("a token has the number at which it first came, in this text and in later ones", () => {
  const vocabulary = createVocabulary();
  expect([
    vocabulary.numbersOf(["水", "the", "水"]),
    vocabulary.numbersOf(["dam", "the"]),
    vocabulary.numbersOf([]),
  ]).toEqual([Int32Array.of(0, 1, 0), Int32Array.of(2, 1), Int32Array.of()]);
  expect(vocabulary.size).toBe(3);
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
