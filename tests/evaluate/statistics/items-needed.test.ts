// How many items on how many documents show a difference, by hand arithmetic.

import { expect, test } from "vitest";
import { clusteredSpread } from "../../../pipelines/evaluate/statistics/clustered-spread.ts";
import {
  itemsNeeded,
  resampledSpread,
  sizeFor,
  detectableBySize,
} from "../../../pipelines/evaluate/statistics/items-needed.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";

test("three points at a spread of a third need 969 items, the number that Miller prints", () => {
  // (1.95996 + 0.84162)² · (1/9) / 0.03² = 7.84885 · 0.11111 / 0.0009 = 968.99.
  expect(sizeFor({ standardDeviation: 1 / 3, correlation: 0.1 }, 0.03, 1)).toEqual({
    designEffect: 1,
    documents: 969,
    items: 969,
  });
});

test("items on one document count for less: the design effect is 1 + (m − 1) · correlation", () => {
  // 968.99 · (1 + 4 · 0.1) / 5 = 271.3 documents of 5.
  expect(sizeFor({ standardDeviation: 1 / 3, correlation: 0.1 }, 0.03, 5)).toEqual({
    designEffect: 1.4,
    documents: 272,
    items: 1360,
  });
  // Copies of one item: a document's ten are worth one.
  expect(sizeFor({ standardDeviation: 1 / 3, correlation: 1 }, 0.03, 10).documents).toBe(969);
  // Twice the difference takes a quarter: 242.2.
  expect(sizeFor({ standardDeviation: 1 / 3, correlation: 0 }, 0.06, 1).items).toBe(243);
});

test("the correlation is that of an analysis of variance", () => {
  // Means 2 and 6 about 4: B = 2 · 4 + 2 · 4 = 16 over 1; W = 2 + 2 = 4 over 2 = 2; (16 − 2) / (16 + 2) = 7/9. Spread: √((9 + 1 + 1 + 9) / 3).
  expect(
    clusteredSpread([
      [1, 3],
      [5, 7],
    ]),
  ).toEqual({ standardDeviation: Math.sqrt(20 / 3), correlation: expect.closeTo(7 / 9, 12) });
  // Sizes 1 and 3: m = (4 − 10/4) / 1 = 1.5. Means 0 and 2 about 1.5: B = 2.25 + 0.75 = 3; W = (1 + 0 + 1) / 2 = 1; (3 − 1) / (3 + 0.5).
  expect(clusteredSpread([[0], [1, 2, 3]])?.correlation).toBeCloseTo(4 / 7, 12);
});

test("what differs more within documents than between them has a correlation of 0, as has what tells nothing", () => {
  expect(
    clusteredSpread([
      [0, 4],
      [1, 3],
    ])?.correlation,
  ).toBe(0);
  expect(clusteredSpread([[1], [2], [4]])?.correlation).toBe(0);
  expect(clusteredSpread([[1, 1], [1]])).toEqual({ standardDeviation: 0, correlation: 0 });
  expect(clusteredSpread([[1, 2, 3]])).toBeUndefined();
  expect(resampledSpread([[1, 2, 3]])).toBeUndefined();
});

test("a spread and a correlation that were put in are found again, within their intervals", () => {
  // Uniform parts of documents and of items, from −a to a: variance a² / 3 each. 0.12 and 0.36: a quarter is the documents'.
  const draw = drawFrom(7);
  const part = (size: number) => (2 * (draw(1_000_001) / 1_000_000) - 1) * size;
  const clusters = Array.from({ length: 400 }, () => {
    const own = part(0.6);
    return Array.from({ length: 4 }, () => own + part(0.6 * Math.sqrt(3)));
  });
  const { spread, correlation, sizes } = itemsNeeded(resampledSpread(clusters)!, 0.05);
  expect(spread.value).toBeCloseTo(Math.sqrt(0.48), 1);
  expect(correlation.low).toBeLessThan(0.25);
  expect(correlation.high).toBeGreaterThan(0.25);
  expect(correlation.high - correlation.low).toBeLessThan(0.2);
  for (const { perDocument, items, documents } of sizes) {
    expect(items.value).toBe(documents.value * perDocument);
    expect(items.low).toBeLessThanOrEqual(items.value);
    expect(items.high).toBeGreaterThanOrEqual(items.value);
  }
});

test("what so many items on so many documents show is the same turned round, of the usual spread", () => {
  // 2.801585 / 3 · √((1 + 2 · 0.05) / 300) = 0.9339 · 0.06055.
  expect(detectableBySize(300, 100)).toBeCloseTo(0.05655, 5);
  expect(detectableBySize(969, 969)).toBeCloseTo(0.03, 4);
  // Documents on which no item stands do not make the items more than independent.
  expect(detectableBySize(100, 5000)).toBe(detectableBySize(100, 100));
});

test("of a stated range the ends are the interval", () => {
  const known = {
    bestSpread: { standardDeviation: 0.3, correlation: 0.1 },
    otherSpreads: [
      { standardDeviation: 0.2, correlation: 0 },
      { standardDeviation: 0.5, correlation: 0.4 },
    ],
    isStatedRange: true,
  };
  const { spread, correlation } = itemsNeeded(known, 0.03);
  expect(spread).toEqual({ value: 0.3, low: 0.2, high: 0.5 });
  expect(correlation).toEqual({ value: 0.1, low: 0, high: 0.4 });
});
