// Offsets in code points.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePointOffset, codePointOffsets } from "../../pipelines/text/code-point-offsets.ts";

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
