// Difficulty, discrimination and dead items by hand arithmetic.

import { describe, expect, it } from "vitest";
import { analyzeItems } from "../../../pipelines/evaluate/statistics/item-analysis.ts";
import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { scoresOf } from "../../support/score-rows.ts";

/** A row a system, a column an item. */
const table = (metric: Metric, ...systems: (number | null)[][]) =>
  systems.flatMap((values, place) => scoresOf(`s${place}`, metric, values));

const graded = table("completeness", [1, 1, 0], [1, 0.5, 0], [0, 0, 1]);

describe("item analysis", () => {
  it("gives difficulty as 1 less the mean", () => {
    const [first, second, third] = analyzeItems(graded, "completeness");
    expect(first!.difficulty).toBeCloseTo(1 / 3, 15);
    expect(second!.difficulty).toBe(0.5);
    expect(third!.difficulty).toBeCloseTo(2 / 3, 15);
    const row = { id: "i00", language: "en", metric: "completeness", systems: 3 };
    expect(first).toMatchObject(row);
  });

  it("gives discrimination as the correlation with the mean of the other items, the item itself left out", () => {
    // i00: 1 1 0 against the others' means .5 .25 .5. Deviations ⅓ ⅓ −⅔ and 1/12 −1/6 1/12: Σ = −1/12; √(⅔ · 1/24) = 1/6.
    // i01: 1 .5 0 against .5 .5 .5: no variance there.
    // i02: 0 0 1 against 1 .75 0. Deviations −⅓ −⅓ ⅔ and 5/12 1/6 −7/12: Σ = −7/12; √(⅔ · 13/24) = √13/6.
    const [first, second, third] = analyzeItems(graded, "completeness");
    expect(first!.discrimination).toBeCloseTo(-0.5, 12);
    expect(second!.discrimination).toBeNull();
    expect(third!.discrimination).toBeCloseTo(-7 / 12 / (Math.sqrt(13) / 6), 12);
  });

  it("is 1 for items that all order the systems alike, 0-to-1 difficulty and sign also where less is better", () => {
    const rows = table("hallucination", [0, 0.1], [0.5, 0.4], [1, 0.7]);
    const [first, second] = analyzeItems(rows, "hallucination");
    expect(first!.difficulty).toBeCloseTo(0.5, 15);
    expect(second!.difficulty).toBeCloseTo(0.4, 15);
    expect(first!.discrimination).toBeCloseTo(1, 12);
  });

  it("brings a score of 1 to 5 to 0 to 1, and has no difficulty for what has no best and worst", () => {
    const difficultyBy = (metric: Metric, ...values: number[]) =>
      analyzeItems(table(metric, ...values.map(value => [value])), metric)[0]!.difficulty;
    expect(difficultyBy("correctness", 5, 3, 1)).toBe(0.5);
    expect(difficultyBy("answer-length", 100, 50)).toBeNull();
    expect(difficultyBy("rageval-snr", -3, 2)).toBeNull();
  });

  it("has no discrimination with two systems, with one item, or where an item is scored alike by all", () => {
    const discriminations = (...systems: number[][]) =>
      analyzeItems(table("completeness", ...systems), "completeness").map(
        ({ discrimination }) => discrimination,
      );
    expect(discriminations([1, 0], [0, 1])).toEqual([null, null]);
    expect(discriminations([1], [0], [0.5])).toEqual([null]);
    expect(discriminations([1, 0.1], [1, 0.2], [1, 0.3])).toEqual([null, null]);
    expect(discriminations([0.1 + 0.2, 0.1], [0.3, 0.2], [0.3, 0.3])).toEqual([null, null]);
  });

  it("calls those dead on which all systems score alike, well or badly", () => {
    const rows = table("completeness", [1, 0, 0.5], [1, 0, 0.5], [1, 0, 1]);
    const dead = analyzeItems(rows, "completeness").map(row => row.dead);
    expect(dead).toEqual([true, true, false]);
  });
});
