// Token lists as numbers.

import fc from "fast-check";
import { expect, test } from "vitest";
import { joinWordLists, toWordLists } from "../../pipelines/text/word-lists.ts";

const texts = fc.array(
  fc.array(fc.constantFrom("法院", "red", "", "__proto__", "constructor", "12.5", "a\nb")),
);

test("a word is numbered when it is first met, and each text keeps its own", () => {
  const {
    vocabulary,
    wordNumbers: terms,
    ends,
  } = toWordLists([["red", "hen"], [], ["hen", "hen", "fox"]]);
  expect([vocabulary, [...terms], [...ends]]).toEqual([
    ["red", "hen", "fox"],
    [0, 1, 1, 1, 2],
    [2, 2, 5],
  ]);
});

test("lists made in parts and joined are the lists made at once", () => {
  fc.assert(
    fc.property(fc.array(texts), parts => {
      expect(joinWordLists(parts.map(toWordLists))).toEqual(toWordLists(parts.flat()));
    }),
  );
});
