// Draws follow from their seed and are even.

import { expect, test } from "vitest";
import { drawFrom, seedOf, shuffle } from "../../pipelines/text/random.ts";

const draws = (seed: number, n: number, count: number): number[] => {
  const draw = drawFrom(seed);
  return Array.from({ length: count }, () => draw(n));
};

test("the same seed draws the same numbers, another seed others", () => {
  expect(draws(7, 1000, 20)).toEqual(draws(7, 1000, 20));
  expect(draws(7, 1000, 20)).not.toEqual(draws(8, 1000, 20));
});

test("every possibility is drawn about equally often", () => {
  const counts = draws(3, 5, 10_000).reduce(
    (all, drawn) => all.with(drawn, (all[drawn] ?? 0) + 1),
    [0, 0, 0, 0, 0],
  );
  expect(counts.every(count => count > 1850 && count < 2150)).toBe(true);
});

test("shuffling keeps every item and leaves the list given as it was", () => {
  const items = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const shuffled = shuffle(drawFrom(5), items);
  expect([...shuffled].sort()).toEqual(items);
  expect(shuffled).not.toEqual(items);
  expect(items).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
});

test("a seed is a 32-bit number that depends on where its parts end", () => {
  expect(seedOf("ab", "c")).not.toBe(seedOf("a", "bc"));
  expect(seedOf("ab", "c")).toBe(seedOf("ab", "c"));
  expect(seedOf("x") | 0).toBe(seedOf("x"));
});
