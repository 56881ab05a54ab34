// Ranking metrics, each by hand arithmetic.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  crudMrr,
  hitAt,
  mrr,
  ndcgAt,
  recallAt,
  reciprocalRank,
} from "../../../pipelines/evaluate/metrics/ranking.ts";

const ranked = ["a", "b", "c", "d"];

function allMetrics(grades: ReadonlyMap<string, number>, list: readonly string[], k: number) {
  const relevant = new Set(grades.keys());
  return {
    mrr: mrr(relevant, list),
    crudMrr: crudMrr(relevant, list),
    hit: hitAt(relevant, list, k),
    recall: recallAt(relevant, list, k),
    ndcg: ndcgAt(grades, list, k),
  };
}

test("a reciprocal rank is 1 over the place from 1, and 0 for what does not come up", () => {
  expect(["a", "c", "x"].map(id => reciprocalRank(id, ranked))).toEqual([1, 1 / 3, 0]);
});

test("MRR takes the first relevant document alone: 1/2 for the second place, however many more there are", () => {
  expect(["bd", "bx", "ab", "x"].map(relevant => mrr(new Set(relevant), ranked))).toEqual([
    0.5, 0.5, 1, 0,
  ]);
});

test("in CRUD's each relevant document's reciprocal rank counts: (1/2 + 1/4) / 2, and 0 for one that is missed", () => {
  expect(["bd", "bx", "ab"].map(relevant => crudMrr(new Set(relevant), ranked))).toEqual([
    0.375, 0.25, 0.75,
  ]);
});

test("Hit@k asks for any, Recall@k for the share of all that is relevant", () => {
  const relevant = new Set(["b", "d", "x"]);
  expect([1, 2, 4].map(k => hitAt(relevant, ranked, k))).toEqual([0, 1, 1]);
  expect([1, 2, 4, 10].map(k => recallAt(relevant, ranked, k))).toEqual([0, 1 / 3, 2 / 3, 2 / 3]);
});

test("an id that comes again takes no second place", () => {
  const repeated = ["a", "a", "a", "b"];
  expect([mrr(new Set(["b"]), repeated), crudMrr(new Set(["b"]), repeated)]).toEqual([0.5, 0.5]);
  expect(hitAt(new Set(["b"]), repeated, 2)).toBe(1);
  expect(recallAt(new Set(["a", "b"]), repeated, 2)).toBe(1);
  expect(ndcgAt(new Map([["a", 1]]), repeated, 10)).toBe(1);
});

test("nDCG takes the grade for its gain: grades 3, 0, 1 against 3, 1", () => {
  // (3/log2 2 + 0 + 1/log2 4) / (3/log2 2 + 1/log2 3)
  const grades = new Map([
    ["a", 3],
    ["c", 1],
    ["b", 0],
  ]);
  expect(ndcgAt(grades, ranked, 10)).toBeCloseTo((3 + 0.5) / (3 + 1 / Math.log2(3)), 12);
  // Within the first place alone both are 3.
  expect(ndcgAt(grades, ranked, 1)).toBe(1);
});

test("what has nothing relevant is undefined, and an empty list finds nothing", () => {
  const undefinedValue = { mrr: null, crudMrr: null, hit: null, recall: null, ndcg: null };
  expect(allMetrics(new Map(), ranked, 5)).toEqual(undefinedValue);
  expect(ndcgAt(new Map([["a", 0]]), ranked, 5)).toBeNull();
  const nothing = { mrr: 0, crudMrr: 0, hit: 0, recall: 0, ndcg: 0 };
  expect(allMetrics(new Map([["a", 2]]), [], 5)).toEqual(nothing);
});

test("all stay between 0 and 1, MRR falls below neither Hit@1 nor CRUD's, and the best order has nDCG 1", () => {
  const ids = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 12 });
  const grading = fc.uniqueArray(
    fc.tuple(fc.constantFrom("a", "b", "c", "d", "e", "f"), fc.integer({ min: 1, max: 4 })),
    { minLength: 1, selector: ([id]) => id },
  );
  fc.assert(
    fc.property(ids, grading, fc.integer({ min: 1, max: 12 }), (list, entries, k) => {
      const grades = new Map(entries);
      const values = allMetrics(grades, list, k);
      for (const value of Object.values(values))
        expect(value! >= 0 && value! <= 1 + 1e-12).toBe(true);
      const hitAtFirst = hitAt(new Set(grades.keys()), list, 1)!;
      expect(values.mrr).toBeGreaterThanOrEqual(Math.max(values.crudMrr! - 1e-12, hitAtFirst));
      const best = entries.toSorted((one, other) => other[1] - one[1]).map(([id]) => id);
      expect(ndcgAt(grades, best, k)).toBeCloseTo(1, 12);
    }),
  );
});
