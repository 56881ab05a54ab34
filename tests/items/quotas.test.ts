// How a total of items is divided over types, domains and languages.

import { expect, test } from "vitest";
import { apportion, quotasFor } from "../../pipelines/items/quotas.ts";

test("shares sum to the total exactly, by largest remainder", () => {
  // 10 × 1/3 = 3.33 each: 3, 3, 3, and the one left goes to the first of equal remainders.
  expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
  // 7 × (50, 30, 20)/100 = 3.5, 2.1, 1.4: 3, 2, 1 and the one left goes to remainder .5.
  expect(apportion(7, [50, 30, 20])).toEqual([4, 2, 1]);
  expect(apportion(5, [0, 0])).toEqual([0, 0]);
});

test("every type of every domain and language has its quota, and all together are the items wanted", () => {
  const documents = [
    { domain: "law", language: "zh" as const },
    { domain: "law", language: "en" as const },
    { domain: "law", language: "zh" as const },
  ];
  const quotas = quotasFor(documents, { items: 9, mix: { factual: 2, summary: 1, comparison: 0 } });
  expect(quotas.map(({ type, domain, language, target }) => [type, domain, language, target])).toEqual([
    ["factual", "law", "en", 3],
    ["summary", "law", "en", 2],
    ["factual", "law", "zh", 3],
    ["summary", "law", "zh", 1],
  ]);
});
