// How a total of items is divided over types, domains and languages.

import { expect, test } from "vitest";
import { apportion, minItemsWith, quotasFor } from "../../pipelines/items/quotas.ts";

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
  expect(
    quotas.map(({ type, domain, language, target }) => [type, domain, language, target]),
  ).toEqual([
    ["factual", "law", "en", 3],
    ["summary", "law", "en", 2],
    ["factual", "law", "zh", 3],
    ["summary", "law", "zh", 1],
  ]);
});

const everywhere = ["finance", "law", "medical"].flatMap(domain =>
  (["zh", "en"] as const).map(language => ({ domain, language })),
);
const mix = {
  integration: 22.34,
  factual: 19.49,
  summary: 17.4,
  "multi-hop": 16.15,
  comparison: 10.51,
  "time-sequence": 7.15,
  unanswerable: 6.96,
};

test("thirty items over six groups lose no type of the published mix", () => {
  const quotas = quotasFor(everywhere, { items: 30, mix });
  const byType = Object.keys(mix).map(type =>
    quotas.filter(quota => quota.type === type).reduce((sum, { target }) => sum + target, 0),
  );
  // 30 × the weights: 6.70, 5.85, 5.22, 4.85, 3.15, 2.15, 2.09; 25 whole ones, then five by remainder.
  expect(byType).toEqual([7, 6, 5, 5, 3, 2, 2]);
});

test("each type is spread over domains and languages as evenly as can be, and so is the whole", () => {
  const quotas = quotasFor(everywhere, { items: 33, mix });
  const groups = everywhere.map(({ domain, language }) =>
    quotas.filter(quota => quota.domain === domain && quota.language === language),
  );
  expect(
    groups.map(group => group.reduce((sum, { target }) => sum + target, 0)).sort((a, b) => a - b),
  ).toEqual([5, 5, 5, 6, 6, 6]);
  const spans = Object.keys(mix).map(type =>
    groups.map(group => group.find(quota => quota.type === type)?.target ?? -1),
  );
  expect(
    spans.map(counts => Math.max(...counts) - Math.min(...counts)).filter(span => span > 1),
  ).toEqual([]);
});

test("a type is asked for only where it is borne, and one that is borne nowhere leaves its share to the others", () => {
  const quotas = quotasFor(everywhere, {
    items: 24,
    mix: { factual: 1, "as-of": 1, described: 1 },
    canYield: ({ type, domain }) => type === "factual" || (type === "as-of" && domain === "law"),
  });
  const targets = everywhere.map(({ domain, language }) =>
    quotas
      .filter(quota => quota.domain === domain && quota.language === language)
      .map(({ type, target }) => `${type} ${target}`),
  );
  // Twelve of each: two factual ones in each of six groups, six as of a day in each of two.
  const law = ["factual 2", "as-of 6"];
  expect(targets).toEqual([["factual 2"], ["factual 2"], law, law, ["factual 2"], ["factual 2"]]);
});

test("how many items it takes to hold one of a type follows from the mix", () => {
  // Of 5 items 2.5, 2 and 0.5: of equal remainders the earlier wins; of 6 items 3, 2.4 and 0.6.
  expect(minItemsWith("summary", { factual: 5, comparison: 4, summary: 1 })).toBe(6);
});
