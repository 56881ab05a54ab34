// The near-duplicate index against all pairs compared.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nearDuplicates } from "../../pipelines/text/near-duplicates.ts";
import { jaccard } from "../../pipelines/text/similarity.ts";

test("a reworded copy is found with its similarity, in row order", () => {
  const rows = [
    { id: "z", text: "青禾公司2021年的注册资本是多少？" },
    { id: "m", text: "How large was the dividend?" },
    { id: "a", text: "青禾公司2021年的注册资本是多少元" },
  ];
  expect(nearDuplicates(rows, 0.7)).toEqual([{ a: "z", b: "a", similarity: jaccard(rows[0]!.text, rows[2]!.text) }]);
});

test("no pair at or above the threshold is missed and none below is given", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "甲", "乙"), { maxLength: 12 }).map(signs => signs.join(""));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 14 }), fc.constantFrom(0.2, 0.5, 2 / 3, 0.8, 1), (texts, threshold) => {
      const rows = texts.map((each, at) => ({ id: String(at), text: each }));
      const expected = rows.flatMap((a, at) =>
        rows
          .slice(at + 1)
          .filter(b => a.text !== "" && b.text !== "" && jaccard(a.text, b.text) >= threshold)
          .map(b => `${a.id}-${b.id}`),
      );
      expect(
        nearDuplicates(rows, threshold)
          .map(({ a, b }) => `${a}-${b}`)
          .sort(),
      ).toEqual(expected.sort());
    }),
    { numRuns: 300 },
  );
});

test("a threshold outside (0, 1] is refused", () => {
  expect(() => nearDuplicates([], 0)).toThrow(RangeError);
  expect(() => nearDuplicates([], 1.1)).toThrow(RangeError);
});
