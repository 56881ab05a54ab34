// Time, tokens and money of many answers.

import { expect, test } from "vitest";
import { nearestRank, performanceOf } from "../../../pipelines/evaluate/statistics/performance.ts";
import type { Measured } from "../../../schemas/evaluation/performance.ts";

const measured = (milliseconds: number | null, more: Partial<Measured> = {}): Measured => ({
  milliseconds,
  failedTries: 0,
  inputTokens: null,
  outputTokens: null,
  cost: null,
  ...more,
});

test("a quantile is a time that was measured: of 20 the 10th and the 19th, of one that one", () => {
  const sorted = Array.from({ length: 20 }, (_, at) => 10 * (at + 1));
  // 0.5 · 20 = 10, 0.95 · 20 = 19.
  expect([nearestRank(sorted, 0.5), nearestRank(sorted, 0.95), nearestRank([7], 0.5)]).toEqual([
    100, 190, 7,
  ]);
});

test("what was not told is left out of its mean and counted apart", () => {
  const told = { inputTokens: 100, outputTokens: 10, cost: 0.01 };
  expect(
    performanceOf([
      measured(30, told),
      measured(10, { ...told, inputTokens: 300, cost: 0.03, failedTries: 2 }),
      measured(null),
      undefined,
    ]),
  ).toEqual({
    answers: 3,
    failedTries: 2,
    milliseconds: { p50: 10, p95: 30, n: 2 },
    tokens: { input: 200, output: 10, n: 2 },
    cost: { mean: 0.02, total: 0.04, n: 2 },
  });
  expect(performanceOf([undefined])).toBeNull();
});
