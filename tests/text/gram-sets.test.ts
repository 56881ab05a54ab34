// Sets of 5-grams, and what two of them share, counted exactly.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  containmentOf,
  isSpace,
  jaccardOf,
  countSharedGrams,
  gramSet,
  removeSpace,
} from "../../pipelines/text/gram-sets.ts";

/** As a reader would write it: strings in a set. */
function stringSet(text: string): Set<string> {
  const units = removeSpace(text);
  if (units.length < 5) return new Set(units === "" ? [] : [units]);
  return new Set(Array.from({ length: units.length - 4 }, (_, at) => units.slice(at, at + 5)));
}

const someText = fc.string({
  unit: fc.constantFrom("a", "b", "1", " ", "\n", "　", "水", "库", "😀", "\ud83d"),
  maxLength: 60,
});

test("shares of 5-grams are those of sets of strings, whatever the text", () => {
  fc.assert(
    fc.property(someText, someText, (a, b) => {
      const [left, right] = [stringSet(a), stringSet(b)];
      const shared = [...left].filter(gram => right.has(gram)).length;
      expect([
        gramSet(a).length,
        gramSet(b).length,
        countSharedGrams(gramSet(a), gramSet(b)),
      ]).toEqual([left.size, right.size, shared]);
    }),
    { numRuns: 500 },
  );
});

test("similarity is shared over all, containment shared over the part: abcdef has 2 grams, bcdefgh 3, and they share 1", () => {
  const [a, b] = [gramSet("abcdef"), gramSet("bcdefgh")];
  expect(jaccardOf(a, b)).toBe(1 / (2 + 3 - 1));
  expect(containmentOf(a, b)).toBe(1 / 2);
  expect(containmentOf(b, a)).toBe(1 / 3);
});

test("spaces and line breaks of any kind change nothing", () => {
  const plain = "大坝于六月三日开始蓄水";
  const spaced = "大坝 于\u00a0六月\n三日\u3000开始\t蓄水\ufeff";
  expect(gramSet(spaced)).toEqual(gramSet(plain));
  expect(removeSpace(spaced)).toBe(plain);
});

test("white space is what regular expressions take for it, over all units", () => {
  const different = Array.from({ length: 0x1_0000 }, (_, unit) => unit).filter(
    unit => isSpace(unit) !== /\s/.test(String.fromCharCode(unit)),
  );
  expect(different).toEqual([]);
});

test("a text shorter than a gram is one gram, an empty one none; an empty part stands nowhere", () => {
  expect(gramSet("水库").length).toBe(1);
  expect(jaccardOf(gramSet("水库"), gramSet("水 库"))).toBe(1);
  expect(gramSet(" \n")).toHaveLength(0);
  expect(jaccardOf(gramSet(""), gramSet(" "))).toBe(1);
  expect(containmentOf(gramSet(""), gramSet("大坝开始蓄水"))).toBe(0);
});

test("grams are ascending, distinct and whole", () => {
  const grams = [...gramSet("一二三四五一二三四五一二三四五 the dam and the dam and the dam")];
  expect(grams).toEqual([...new Set(grams)].sort((a, b) => a - b));
  expect(grams.every(gram => Number.isSafeInteger(gram) && gram >= 0)).toBe(true);
});
