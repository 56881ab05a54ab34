// Whatever a document holds is read in a time that grows with its length; by the clock, so run by hand.
// Usage: npx vitest run --project bench hostile

import { expect, test } from "vitest";
import { countTokens } from "../../pipelines/text/segment.ts";
import { findValues } from "../../pipelines/text/values.ts";

/** Seconds that the work takes. */
function secondsOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

test.each(["1", "一", "5-", "2021年", "twenty-", "1,", "$", "May ", "1月", "half a "])(
  "a long run of %j is read in linear time",
  unit => {
    expect(secondsOf(() => findValues(unit.repeat(100_000 / unit.length)))).toBeLessThan(3);
  },
);

test("a word of a hundred thousand letters is counted without delay", () => {
  expect(secondsOf(() => countTokens("a".repeat(100_000)))).toBeLessThan(3);
});
