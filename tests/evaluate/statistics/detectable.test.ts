// The smallest difference a set can show, by hand, and whether a test then finds it in four of five cases.

import { expect, it } from "vitest";
import { smallestDetectable } from "../../../pipelines/evaluate/statistics/detectable.ts";
import { permutationP } from "../../../pipelines/evaluate/statistics/paired.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { scoresOf } from "../../support/score-rows.ts";

const z = 2.801585;

it("is (1.959964 + 0.841621) · sd / √n of the paired differences", () => {
  // Differences 1, 0, 1, 0: sd = √(4 · ¼ / 3) = √⅓.
  const rows = [
    ...scoresOf("a", "completeness", [1, 0, 1, 0]),
    ...scoresOf("b", "completeness", [0, 0, 0, 0]),
  ];
  expect(smallestDetectable(rows, "completeness")).toBeCloseTo((z * Math.sqrt(1 / 3)) / 2, 12);
});

it("is the median over the pairs of three systems, and those that never differ are left out", () => {
  // a–b: 1, 0, 1, 0; a–c: the same; b–c: nothing.
  const rows = [
    ...scoresOf("a", "completeness", [1, 0, 1, 0]),
    ...scoresOf("b", "completeness", [0, 0, 0, 0]),
    ...scoresOf("c", "completeness", [0, 0, 0, 0]),
  ];
  expect(smallestDetectable(rows, "completeness")).toBeCloseTo((z * Math.sqrt(1 / 3)) / 2, 12);
});

it("is null with one system, one shared item, systems a constant apart, a metric that none has, and no rows", () => {
  const one = scoresOf("a", "completeness", [1, 0, 1]);
  expect(smallestDetectable(one, "completeness")).toBeNull();
  expect(
    smallestDetectable([...one, ...scoresOf("b", "completeness", [0])], "completeness"),
  ).toBeNull();
  expect(
    smallestDetectable(
      [...scoresOf("a", "completeness", [0.3, 0.7]), ...scoresOf("b", "completeness", [0.1, 0.5])],
      "completeness",
    ),
  ).toBeNull();
  expect(
    smallestDetectable([...one, ...scoresOf("b", "completeness", [0, 0, 0])], "bleu-corpus"),
  ).toBeNull();
  expect(smallestDetectable([], "completeness")).toBeNull();
});

it("is found by the permutation test in about four of five sets that differ by it", () => {
  const n = 60;
  const draw = drawFrom(3);
  const noise = () => Array.from({ length: n }, () => draw(2001) / 1000 - 1);
  // sd of an even spread over −1 … 1 is √⅓.
  const difference = (z * Math.sqrt(1 / 3)) / Math.sqrt(n);
  const found = Array.from(
    { length: 200 },
    () => permutationP(noise().map(value => value + difference))!,
  ).filter(p => p <= 0.05);
  expect(Math.abs(found.length / 200 - 0.8)).toBeLessThan(0.08);
});
