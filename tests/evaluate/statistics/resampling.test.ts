// Bootstrap intervals: cases whose resamples can be counted, normal theory, and coverage.

import { describe, expect, it } from "vitest";
import {
  bootstrap,
  meanStatistic,
  percentileInterval,
  resampleSums,
} from "../../../pipelines/evaluate/statistics/resampling.ts";
import { drawFrom, seedOf } from "../../../pipelines/text/random.ts";

const estimateOf = (values: readonly (number | null)[]) =>
  bootstrap([meanStatistic({ values })])[0]!;

/** Numbers from 0 to 1, the same each time. */
const randomValues = (n: number, from: number): number[] => {
  const draw = drawFrom(seedOf(String(from)));
  return Array.from({ length: n }, () => draw(1_000_000) / 1_000_000);
};

describe("a mean over items", () => {
  it("of 0 and 1 has resamples of mean 0, ½ and 1, so its interval reaches from end to end", () => {
    expect(estimateOf([0, 1])).toEqual({ value: 0.5, low: 0, high: 1 });
  });

  it("has no interval around fewer than two values, and no value around none", () => {
    expect(estimateOf([0.3, null])).toEqual({ value: 0.3, low: null, high: null });
    expect(estimateOf([null, null])).toEqual({ value: null, low: null, high: null });
    expect(estimateOf([])).toEqual({ value: null, low: null, high: null });
    expect(bootstrap([])).toEqual([]);
  });
});

describe("the interval of a mean", () => {
  it("is that of normal theory where items are many", () => {
    const values = randomValues(2000, 1);
    const { value, low, high } = estimateOf(values);
    const deviation = Math.sqrt(
      values.reduce((total, single) => total + (single - value!) ** 2, 0) / values.length,
    );
    const half = (1.959964 * deviation) / Math.sqrt(values.length);
    expect(Math.abs((high! + low!) / 2 - value!)).toBeLessThan(0.1 * half);
    expect(Math.abs((high! - low!) / (2 * half) - 1)).toBeLessThan(0.08);
  });

  it("holds the true mean in about 95 of 100 sets of fifty items", () => {
    const held = Array.from({ length: 400 }, (_, set) =>
      estimateOf(randomValues(50, set + 100)),
    ).filter(({ low, high }) => low! <= 0.4999995 && 0.4999995 <= high!);
    expect(held.length / 400).toBeGreaterThan(0.91);
    expect(held.length / 400).toBeLessThan(0.98);
  });

  it("follows from nothing else that is computed beside it", () => {
    const [first, second] = [
      meanStatistic({ values: randomValues(40, 2) }),
      meanStatistic({ values: randomValues(40, 3), weights: randomValues(40, 4) }),
    ];
    expect(bootstrap([first, second])).toEqual([...bootstrap([first]), ...bootstrap([second])]);
  });
});

describe("resamples", () => {
  it("draw as many items as there are, by the seed, the same for every column", () => {
    const ones = new Float64Array(9).fill(1);
    const column = Float64Array.from(randomValues(9, 5));
    const columns = [ones, column, column.map(value => 2 * value)];
    const [counts, once, twice] = resampleSums(columns, 7);
    expect(new Set(counts)).toEqual(new Set([9]));
    expect(twice).toEqual(once!.map(value => 2 * value));
    expect(new Set(once).size).toBeGreaterThan(900);
    expect(resampleSums(columns, 7)[1]).toEqual(once);
    expect(resampleSums(columns, 8)[1]).not.toEqual(once);
  });
});

describe("the percentile interval", () => {
  it("cuts one part in forty from each end", () => {
    // 41 values: the places are 0.025 · 40 = 1 and 39.
    const values = Array.from({ length: 41 }, (_, place) => place).toReversed();
    expect(percentileInterval(values)).toEqual({ low: 1, high: 39 });
  });

  it("lies straight between two values, leaves undefined ones out, and is null of none", () => {
    const { low, high } = percentileInterval([1, null, 0]);
    expect(low).toBeCloseTo(0.025, 15);
    expect(high).toBeCloseTo(0.975, 15);
    expect(percentileInterval([null])).toEqual({ low: null, high: null });
  });
});
