// Kendall's τ-b by hand, from outside, and against a count of concordant and discordant pairs.

import { array, assert as assertProperty, integer, property, tuple } from "fast-check";
import { expect, it } from "vitest";
import { kendallTau } from "../../../pipelines/evaluate/statistics/kendall.ts";

it("is 1 of rankings that are alike, −1 of turned ones, and ⅓ with one of three pairs exchanged", () => {
  expect(kendallTau([1, 2, 3], [10, 20, 30])).toBe(1);
  expect(kendallTau([1, 2, 3], [3, 2, 1])).toBe(-1);
  // Concordant: 1–3, 2–3; discordant: 1–2. (2 − 1) / 3.
  expect(kendallTau([1, 2, 3], [2, 1, 3])).toBeCloseTo(1 / 3, 15);
});

it("takes ties out of what could agree", () => {
  // Pairs: 1–2 and 1–3 agree, 2–4 disagrees, 2–3 is tied in the first, 3–4 in the second, 1–4 agrees: (3 − 1) / √(5 · 5).
  expect(kendallTau([1, 2, 2, 3], [1, 3, 2, 2])).toBeCloseTo(2 / 5, 15);
});

it("is −0.4714 for the example in the documentation of SciPy's kendalltau", () => {
  expect(kendallTau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])).toBeCloseTo(-0.47140452079103173, 15);
});

it("is null of fewer than two things and where a list says the same of all", () => {
  expect([
    kendallTau([], []),
    kendallTau([1], [2]),
    kendallTau([1, 1, 1], [1, 2, 3]),
    kendallTau([1, 2], [5, 5]),
  ]).toEqual([null, null, null, null]);
});

it("is (C − D) / √((n₀ − n₁)(n₀ − n₂)), counted pair by pair and tie by tie", () => {
  const tiedPairs = (values: readonly number[]) => {
    const counts = new Map<number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts.values()].reduce((total, n) => total + (n * (n - 1)) / 2, 0);
  };
  assertProperty(
    property(
      array(tuple(integer({ min: 0, max: 4 }), integer({ min: 0, max: 4 })), {
        minLength: 2,
        maxLength: 12,
      }),
      pairs => {
        const everyTwo = pairs.flatMap((one, place) =>
          pairs.slice(place + 1).map(other => (one[0] - other[0]) * (one[1] - other[1])),
        );
        const concordant = everyTwo.filter(product => product > 0).length;
        const discordant = everyTwo.filter(product => product < 0).length;
        const [free, otherFree] = [
          everyTwo.length - tiedPairs(pairs.map(([a]) => a)),
          everyTwo.length - tiedPairs(pairs.map(([, b]) => b)),
        ];
        const tau = kendallTau(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        );
        const expected =
          free === 0 || otherFree === 0
            ? 2
            : (concordant - discordant) / Math.sqrt(free * otherFree);
        expect(tau ?? 2).toBeCloseTo(expected, 12);
      },
    ),
  );
});
