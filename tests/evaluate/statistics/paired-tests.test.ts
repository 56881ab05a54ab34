// The permutation test against a worked example of the literature, all sign patterns by hand, and its drawn form.

import { array, assert as assertProperty, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PairedItem,
  pairedTests,
  permutationP,
} from "../../../pipelines/evaluate/statistics/paired-tests.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";

const pairedTest = (items: readonly PairedItem[]) => pairedTests([items])[0]!;
const plain = (differences: readonly number[]) =>
  differences.map(difference => ({ difference, weight: 1 }));

describe("p by permutation of signs", () => {
  it("is 1,726 of 32,768 for Darwin's maize in Fisher (1935), The Design of Experiments, section 21", () => {
    const eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(permutationP(eighths)).toBe(1726 / 2 ** 15);
  });

  it("counts both directions: two differences of one sign are as far from 0 in 2 of 4 patterns", () => {
    expect(permutationP([1, 2])).toBe(0.5);
    expect(permutationP([-1, -2])).toBe(0.5);
    // Sums of ±1 ±2 ±3: the seen one is 4; 6, 4, −4 and −6 are as far.
    expect(permutationP([-1, 2, 3])).toBe(0.5);
  });

  it("is 1 where nothing differs or one item alone does, and null of no items", () => {
    expect([permutationP([0, 0, 0]), permutationP([0.4]), permutationP([])]).toEqual([1, 1, null]);
  });

  it("does not change with items that do not differ, be they many", () => {
    const zeros = Array.from({ length: 5000 }, () => 0);
    expect(permutationP([...zeros, 3, 1, 1, 5])).toBe(permutationP([3, 1, 1, 5]));
  });

  it("is that of all patterns, counted one by one", () => {
    assertProperty(
      property(array(integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 9 }), values => {
        const seen = Math.abs(values.reduce((total, value) => total + value, 0));
        const sums = values.reduce(
          (totals, value) => totals.flatMap(total => [total + value, total - value]),
          [0],
        );
        expect(permutationP(values)).toBeCloseTo(
          sums.filter(sum => Math.abs(sum) >= seen).length / sums.length,
          12,
        );
      }),
    );
  });

  it("of more than twenty differences is drawn, near the exact one, the same each time and never 0", () => {
    const values = Array.from({ length: 21 }, (_, place) => (place < 15 ? 1 : -1));
    // Sum 9: at least 15 of 21 alike. 2 · Σ C(21, k), k = 15 … 21, over 2²¹ = 0.0784.
    expect(Math.abs(permutationP(values)! - 0.0784)).toBeLessThan(0.008);
    expect(permutationP(values)).toBe(permutationP(values));
    expect(permutationP(Array.from({ length: 300 }, () => 1))).toBe(1 / 10_001);
  });

  it("drawn, falls below 5 % for about 5 of 100 pairs of systems that are alike", () => {
    const draw = drawFrom(5);
    const alike = () => Array.from({ length: 37 }, () => draw(2001) - 1000);
    const below = Array.from({ length: 300 }, () => permutationP(alike())!).filter(p => p <= 0.05);
    expect(below.length / 300).toBeGreaterThan(0.02);
    expect(below.length / 300).toBeLessThan(0.09);
  });
});

describe("a paired test", () => {
  it("gives mean difference, interval, p and n", () => {
    const result = pairedTest(plain([0.5, 0.25, 0.5, 0, 0.25]));
    expect(result.difference).toBeCloseTo(0.3, 15);
    // Four differ, all to one side: 2 of 16 patterns.
    expect(result.p).toBe(0.125);
    expect(result.n).toBe(5);
    expect(0 < result.low! && result.low! < 0.3 && 0.3 < result.high! && result.high! <= 0.5).toBe(
      true,
    );
  });

  it("weighs items in all three", () => {
    // (1·3 − 1·1) / 4; contributions 3 and −1: sums ±2, ±4, all at least as far as 2.
    const result = pairedTest([
      { difference: 1, weight: 3 },
      { difference: -1, weight: 1 },
    ]);
    expect([result.difference, result.p, result.low, result.high]).toEqual([0.5, 1, -1, 1]);
  });
});
