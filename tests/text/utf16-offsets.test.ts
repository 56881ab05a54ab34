// Offsets in code points, turned into UTF-16 units.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { utf16Offsets } from "../../pipelines/text/utf16-offsets.ts";

test("a character of two units counts once, and what is outside the text has no offset", () => {
  const offsetOf = utf16Offsets("甲😀乙");
  expect([0, 1, 2, 3].map(offsetOf)).toEqual([0, 1, 3, 4]);
  expect([4, -1, 0.5].map(offsetOf)).toEqual(Array(3).fill(undefined));
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
