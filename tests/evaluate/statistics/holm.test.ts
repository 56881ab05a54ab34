// p of several tests at once.

import { expect, test } from "vitest";
import { holmCorrection } from "../../../pipelines/evaluate/statistics/holm.ts";

test("the smallest p counts for all tests, the next for one fewer, and none falls below one before it", () => {
  // 0.01 · 3 = 0.03; 0.02 · 2 = 0.04; 0.03 · 1 = 0.03, raised to 0.04.
  expect(holmCorrection([0.03, 0.01, 0.02])).toEqual([0.04, 0.03, 0.04]);
});

test("no p exceeds 1, and what has none is not a test", () => {
  expect(holmCorrection([0.9, null, 0.8])).toEqual([1, null, 1]);
});
