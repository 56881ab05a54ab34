// The smallest difference a set can show, by hand, and whether a test then finds it in four of five cases.

import { expect, it } from "vitest";
import { smallestDetectable } from "../../../pipelines/evaluate/statistics/detectable-difference.ts";
import { permutationP } from "../../../pipelines/evaluate/statistics/paired-tests.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { scoresOf } from "../../support/score-rows.ts";

const z = 2.801585;

it("is (1.959964 + 0.841621) · sd / √n of the paired differences; over the pairs of three systems, the median of those that differ", () => {
  // Differences 1, 0, 1, 0: sd = √(4 · ¼ / 3) = √⅓. a–c: the same; b–c: nothing.
  const pair = [
    ...scoresOf("a", "completeness", [1, 0, 1, 0]),
    ...scoresOf("b", "completeness", [0, 0, 0, 0]),
  ];
  for (const rows of [pair, [...pair, ...scoresOf("c", "completeness", [0, 0, 0, 0])]])
    expect(smallestDetectable(rows, "completeness")).toBeCloseTo((z * Math.sqrt(1 / 3)) / 2, 12);
});

it("is null with one system, one shared item, systems a constant apart, a metric that none has, and no rows", () => {
  const rows = (name: string, ...values: number[]) => scoresOf(name, "completeness", values);
  const one = rows("a", 1, 0, 1);
  for (const pair of [
    one,
    [...one, ...rows("b", 0)],
    [...rows("a", 0.3, 0.7), ...rows("b", 0.1, 0.5)],
    [],
  ])
    expect(smallestDetectable(pair, "completeness")).toBeNull();
  expect(smallestDetectable([...one, ...rows("b", 0, 0, 0)], "bleu-corpus")).toBeNull();
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
