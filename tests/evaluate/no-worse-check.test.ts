// Whether a system is no worse than another: passes, fails or not decided, every item counted.

import { expect, test } from "vitest";
import { parseFailUnder, refuseIdleBounds } from "../../pipelines/evaluate/metric-bounds.ts";
import { checkGate } from "../../pipelines/evaluate/gate.ts";
import { meanInterval } from "../../pipelines/evaluate/decide/mean-interval.ts";
import { checkNoWorse, noWorseLead, outcomeOf } from "../../pipelines/evaluate/no-worse-check.ts";
import { aScore } from "../support/score-rows.ts";
import { aTruth } from "../support/evaluation-rows.ts";

const ids = Array.from({ length: 100 }, (_, at) => `i${String(at).padStart(3, "0")}`);
const truths = ids.map((id, at) =>
  aTruth({ id, language: at < 40 ? "zh" : "en", type: at < 40 ? "summary" : "factual" }),
);
const rows = (system: string, valueOf: (at: number) => number | null) =>
  ids.map((itemId, at) =>
    aScore({
      itemId,
      system,
      language: at < 40 ? "zh" : "en",
      type: at < 40 ? "summary" : "factual",
      values: { "rouge-l": valueOf(at) },
    }),
  );
const other = rows("main", () => 0.5);
const check = (
  scores: ReturnType<typeof rows>,
  over: { margin?: number; missingIds?: readonly string[]; allowMissing?: boolean } = {},
) => {
  const { margin = 0.02, missingIds = [], allowMissing = false } = over;
  const gated = { truths, scores, missingIds, allowMissing, variant: "paper" as const };
  return checkNoWorse({
    gateInput: gated,
    otherScores: other,
    otherFolder: "main",
    metric: "rouge-l",
    margin,
  });
};

test("a system that is as good passes, one that is worse throughout fails, and what lies around the margin is open", () => {
  expect(check(rows("new", () => 0.5)).outcome).toBe("passes");
  expect(check(rows("new", at => 0.5 + (at % 2 ? 0.02 : -0.02)))).toMatchObject({
    outcome: "passes",
    more: null,
    failed: 0,
  });
  expect(check(rows("new", at => (at % 2 ? 0.2 : 0.4))).outcome).toBe("fails");
  const open = check(rows("new", at => (at % 2 ? 0.6 : 0.38)));
  expect(open.outcome).toBe("undecided");
  expect(open.more).toBeGreaterThan(0);
});

test("an item without prediction or value counts as the worst there is, unless it may be missing", () => {
  const near = (at: number) => 0.5 + (at % 2 ? 0.02 : -0.02);
  const part = rows("new", at => (at < 30 ? null : near(at)));
  expect(check(part)).toMatchObject({ outcome: "fails", failed: 30 });
  const missingIds = ids.slice(0, 30);
  const answered = part.slice(30);
  expect(check(answered, { missingIds })).toMatchObject({ outcome: "fails", failed: 30 });
  expect(check(answered, { missingIds, allowMissing: true })).toMatchObject({
    outcome: "passes",
    failed: 0,
    lead: { n: 70 },
  });
});

test("either answer is wrong one time in 22: its interval is narrower than one that errs as often to both sides together", () => {
  // Mean −1 point, standard deviation 20 over 402 with one item more to either side: ends at ±1.7 standard errors of about 1.
  const items = ids
    .concat(ids, ids, ids)
    .map((_, at) => ({ value: at % 2 ? 0.19 : -0.21, weight: 1 }));
  const [{ low, high }, both] = [noWorseLead(items), meanInterval(items)];
  expect((high! - low!) / (both.high! - both.low!)).toBeCloseTo(1.6954 / 1.96, 2);
});

test("more items are told by how far the difference lies from the margin", () => {
  // Its ends are 1.6954 standard errors away, so 1.6954 + 0.8416 of them are seen four times out of five; the margin is 4 points away, then 2.
  const seen = (0.0392 / 1.6954) * (1.6954 + 0.8416);
  const lead = (difference: number) => ({
    difference,
    low: difference - 0.0392,
    high: difference + 0.0392,
    n: 400,
  });
  const [far, near] = [outcomeOf(lead(0.01), 0.03), outcomeOf(lead(-0.01), 0.03)];
  expect(far.outcome).toBe("passes");
  expect(near.outcome).toBe("undecided");
  expect(near.more! / (400 * ((seen / 0.02) ** 2 - 1))).toBeCloseTo(1, 2);
});

test("a bound may be of one group, and of an end of the interval; each is typed once", () => {
  const scores = rows("new", at => (at < 40 ? 0.2 : at % 2 ? 0.7 : 0.9));
  const gate = checkGate({
    bounds: parseFailUnder([
      "rouge-l@zh=0.3",
      "rouge-l@factual=0.8",
      "rouge-l@en.low=0.8",
      "rouge-l=0.5",
      "rouge-l@none=0.1",
    ]),
    truths,
    scores,
    missingIds: [],
    allowMissing: false,
    variant: "paper",
  });
  expect(gate?.bounds.map(({ items, kept }) => [items, kept])).toEqual([
    [40, false],
    [60, true],
    [60, false],
    [100, true],
    [0, false],
  ]);
  expect(gate?.bounds[2]?.value).toBeGreaterThan(0.75);
  expect(gate?.bounds[2]?.value).toBeLessThan(0.8);
  expect(() => parseFailUnder(["rouge-l@zh=0.3", "rouge-l@zh=0.4"])).toThrow(
    "rouge-l@zh is given twice",
  );
  expect(() => parseFailUnder(["rouge-l@=0.3"])).toThrow("after @");
  expect(() => parseFailUnder(["rouge-l.middle=0.3"])).toThrow("no metric");
});

test("words wanted of one group keep no other from being declined", () => {
  const idle =
    (...typed: string[]) =>
    () =>
      refuseIdleBounds(parseFailUnder(typed), false);
  expect(idle("hallucination=0.1", "completeness@zh=0.5")).toThrow("declines every question");
  expect(idle("hallucination@zh=0.1", "completeness@zh=0.5")).not.toThrow();
  expect(idle("hallucination@zh=0.1", "completeness=0.5")).not.toThrow();
});
