// Items needed, beside what can be worked out by hand.

import { expect, test } from "vitest";
import { drawFrom } from "../../pipelines/text/random.ts";
import { byMedians, byPairs, medianNeed, neededBy, needsOf, ratioOf } from "./items-needed.ts";

const rows = (...values: number[]) => Float64Array.from(values);

test("where one item in ten tells a pair, 29 are needed: 1 − 0.9^n is 0.95 from there on", () => {
  const [needed] = neededBy([rows(1, 0, 0, 0, 0, 0, 0, 0, 0, 0)], drawFrom(1));
  expect(Math.abs((needed ?? 0) - Math.log(0.05) / Math.log(0.9))).toBeLessThan(3);
});

test("every item tells a pair: one is needed; none does, or the other way: no number is enough", () => {
  expect(neededBy([rows(0.5, 1), rows(0, 0), rows(-1, 0.5)], drawFrom(1))).toEqual([
    1,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]);
});

test("two sets are compared by their medians and pair by pair, with what other sets like them give", () => {
  const drawing = { seed: 1, times: 3 };
  const sharp = needsOf([rows(0, 0), rows(1, 1), rows(2, 2)], drawing);
  const blunt = needsOf([rows(0, 0), rows(0, 0), rows(1, 1)], drawing);
  expect(medianNeed(sharp)).toEqual({ value: 1, low: 1, high: 1 });
  expect(ratioOf(byMedians, sharp, blunt)).toEqual({ value: 0, low: 0, high: 0 });
  expect(ratioOf(byPairs, sharp, blunt)).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
});
