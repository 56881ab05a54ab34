// Two halves of a set that are alike.

import { expect, test } from "vitest";
import { firstHalf } from "../../../pipelines/evaluate/statistics/similar-halves.ts";

const items = ["factual", "summary", "multi-hop"].flatMap((type, kind) =>
  (["zh", "en"] as const).flatMap(language =>
    Array.from({ length: 5 + kind }, (_, place) => ({
      itemId: `${type}-${language}-${place}`,
      type,
      language,
    })),
  ),
);

test("both halves have as many items of each type in each language, give or take one, and as many in all", () => {
  const half = firstHalf(items, 1);
  expect(half.size).toBe(items.length / 2);
  for (const type of ["factual", "summary", "multi-hop"])
    for (const language of ["zh", "en"]) {
      const mine = items.filter(item => item.type === type && item.language === language);
      const inFirst = mine.filter(({ itemId }) => half.has(itemId)).length;
      expect(Math.abs(2 * inFirst - mine.length), `${type} ${language}`).toBeLessThanOrEqual(1);
    }
});

test("halves do not depend on the order or number of rows, and another seed makes others", () => {
  const half = firstHalf(items, 1);
  expect(firstHalf([...items.toReversed(), ...items], 1)).toEqual(half);
  expect(firstHalf(items, 2)).not.toEqual(half);
  expect(firstHalf([], 1).size).toBe(0);
});
