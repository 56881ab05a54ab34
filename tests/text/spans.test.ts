// Offsets in code points, and quotes found again.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePointOffset, codePointOffsets, snap } from "../../pipelines/text/spans.ts";

test("a character of two units counts once", () => {
  expect([0, 1, 3, 4].map(codePointOffsets("甲😀乙"))).toEqual([0, 1, 2, 3]);
});

test("offsets count what a string's iterator counts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, at) => {
      const points = [...text].slice(0, text.length === 0 ? 0 : at % (text.length + 1));
      expect(codePointOffset(text, points.join("").length)).toBe(points.length);
    }),
  );
});

test("an offset outside the text is refused", () => {
  expect(() => codePointOffset("甲", 2)).toThrow(RangeError);
});

const snapped = (text: string, quote: string): string | undefined => {
  const span = snap(text, quote);
  return span && text.slice(span.start, span.end);
};

test("a verbatim quote is found where it stands", () => {
  expect(snap("甲乙丙乙丙", "乙丙")).toEqual({ start: 1, end: 3 });
});

test("white space, line ends, width and case may differ", () => {
  expect(snapped("Dividends of\n  $1.5 million\twere paid.", "dividends of $1.5 million were paid.")).toBe("Dividends of\n  $1.5 million\twere paid.");
  expect(snapped("增长了１２．５％（同比）。", "增长了12.5%(同比)。")).toBe("增长了１２．５％（同比）。");
});

test("what is not there, or is only signs, is not found", () => {
  expect([snap("甲乙", "丙"), snap("甲乙", " "), snap("甲，乙", "。")]).toEqual([undefined, undefined, undefined]);
});

test("any stretch of a text that has a word in it is found again when its spaces are doubled", () => {
  const text = fc.stringMatching(/^[a-z甲乙 .,]{1,40}$/);
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (source, a, b) => {
      const [from, to] = [a % source.length, b % source.length].sort((x, y) => x - y) as [number, number];
      const quote = source.slice(from, to + 1);
      fc.pre(/[a-z甲乙]/.test(quote));
      expect(snap(source, quote.replaceAll(" ", "  "))).toBeDefined();
    }),
  );
});
