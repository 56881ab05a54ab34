// Offsets in code points, turned into UTF-16 units.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { utf16Offsets } from "../../pipelines/text/utf16-offsets.ts";

test("a character of two units counts once, and what is outside the text has no offset", () => {
  expect([0, 1, 2, 3, 4, -1, 0.5].map(utf16Offsets("甲😀乙"))).toEqual([
    0,
    1,
    3,
    4,
    undefined,
    undefined,
    undefined,
  ]);
});

test("so many code points stand before the offset", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "甲", "😀", "\ud83d", "\ude00")),
      fc.nat(),
      (signs, at) => {
        const text = signs.join("");
        const points = [...text];
        const count = at % (points.length + 1);
        expect(utf16Offsets(text)(count)).toBe(points.slice(0, count).join("").length);
      },
    ),
  );
});
