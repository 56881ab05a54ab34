// When refusals are found to come from a limit or from chance.

import { expect, test } from "vitest";
import { type Trial, trialLength, verdictOf } from "../../../pipelines/llm/limits/refusal-trial.ts";

const aTrial = (share: number): Trial => ({ slotsBefore: 64, credit: 0, share, handledAtOnce: 50 });

test("a trial is as long as chance needs for five refusals, and twenty requests at least", () => {
  expect([0.05, 0.1, 0.5].map(share => trialLength(aTrial(share)))).toEqual([100, 50, 20]);
});

test("refusals that come as often when less is asked come by chance, which shows before the end", () => {
  expect(verdictOf(aTrial(0.1), 2, 20, false)).toBe("noise");
  expect(verdictOf(aTrial(0.1), 4, 50, true)).toBe("noise");
});

test("too few requests, or refusals that come seldom, show nothing before the end", () => {
  expect(verdictOf(aTrial(0.1), 2, 7, false)).toBeUndefined();
  expect(verdictOf(aTrial(0.1), 1, 49, false)).toBeUndefined();
});

test("refusals that end when less is asked came from a limit", () => {
  expect([0, 1].map(refused => verdictOf(aTrial(0.1), refused, 50, true))).toEqual([
    "limit",
    "limit",
  ]);
});

test("refusals that come more often, or too often for chance, call for less still", () => {
  expect(verdictOf(aTrial(0.1), 10, 20, false)).toBe("more");
  expect(verdictOf(aTrial(0.5), 5, 10, true)).toBe("more");
});
