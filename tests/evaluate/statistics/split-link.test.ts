// A change between two splits taken apart, beside what can be worked out by hand, and drifts that are known.

import { describe, expect, it, test } from "vitest";
import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { LinkedMetric } from "../../../schemas/evaluation/split-link.ts";
import type { LinkedScores } from "../../../pipelines/evaluate/statistics/compared-cells.ts";
import { linkSplits } from "../../../pipelines/evaluate/statistics/split-link.ts";
import { aScore } from "../../support/score-rows.ts";
import { coverageOf, scenarios } from "../../support/simulated-splits.ts";

type Values = readonly (number | null)[];

/** So many ones, then zeros. */
const rights = (ones: number, of = 10): number[] =>
  Array.from({ length: of }, (_, at) => (at < ones ? 1 : 0));

const rowsOf = (
  system: string,
  values: Values,
  { type = "factual", metric = "pass" }: { type?: string; metric?: Metric } = {},
) =>
  values.map((value, at) =>
    aScore({ itemId: `${type}-${at}`, system, type, values: { [metric]: value } }),
  );

const onBoth = (
  name: string,
  older: Values,
  newer: Values,
  metric: Metric = "pass",
): LinkedScores => ({
  name,
  older: rowsOf(name, older, { metric }),
  newer: rowsOf(name, newer, { metric }),
});

/** ln 4: the way from a half to four in five, and from one in five to a half. */
const step = Math.log(4);

describe("a system on two splits", () => {
  it("is told apart from the news by what these made of frozen systems", () => {
    // a falls from ½ to ⅕, b from ⅘ to ½: one step of logits each, ln 4. The system stays at ½, which is a step more on the older scale: ⅘.
    const linked = linkSplits({
      metric: "pass",
      system: onBoth("mine", rights(5), rights(5)),
      anchors: [onBoth("a", rights(5), rights(2)), onBoth("b", rights(8), rights(5))],
    })!;
    expect(LinkedMetric.parse(linked)).toEqual(linked);
    expect(linked).toMatchObject({ older: 0.5, newer: 0.5, anchors: ["a", "b"], leftOut: [] });
    expect(linked.equated).toBeCloseTo(0.8, 12);
    expect(linked.system.logits.value).toBeCloseTo(step, 12);
    expect(linked.news.logits.value).toBeCloseTo(-step, 12);
    expect(linked.system.points.value).toBeCloseTo(0.3, 12);
    expect(linked.news.points.value).toBeCloseTo(-0.3, 12);
    expect(linked.spread).toBeCloseTo(0, 12);
    expect(linked.items).toEqual({ older: 10, newer: 10 });
  });

  it("is measured in the metric's own unit and sense: of 1 to 5, and where less is better", () => {
    // Marks of 1 and 5 bring the mean 3, a half; the anchor rises from ½ to ⅘ (4.2 of 5).
    const marks = (fives: number) => rights(fives).map(one => 1 + 4 * one);
    const linked = linkSplits({
      metric: "correctness",
      system: onBoth("mine", marks(5), marks(8), "correctness"),
      anchors: [onBoth("a", marks(5), marks(8), "correctness")],
    })!;
    expect([linked.older, linked.newer, linked.equated]).toEqual([3, expect.closeTo(4.2), 3]);
    expect(linked.news.points.value).toBeCloseTo(1.2, 12);
    expect(linked.system.points.value).toBeCloseTo(0, 12);
    const worse = linkSplits({
      metric: "hallucination",
      system: onBoth("mine", rights(2), rights(5), "hallucination"),
      anchors: [onBoth("a", rights(5), rights(5), "hallucination")],
    })!;
    expect(worse.system.points.value).toBeCloseTo(0.3, 12);
  });

  it("is not taken for better or worse by another mix of types", () => {
    // Easy items four in five, hard ones one in five, in both splits: the mean falls from 0.6 to 0.4 with the mix alone.
    const mixed = (name: string): LinkedScores => ({
      name,
      older: [
        ...rowsOf(name, rights(8), { type: "easy" }),
        ...rowsOf(name, rights(1, 5), { type: "hard" }),
      ],
      newer: [
        ...rowsOf(name, rights(4, 5), { type: "easy" }),
        ...rowsOf(name, rights(2), { type: "hard" }),
      ],
    });
    const linked = linkSplits({ metric: "pass", system: mixed("mine"), anchors: [mixed("a")] })!;
    // Both cells have 10 and 5 items, 10·5/15 each: the mean of ⅘ and ⅕.
    expect([linked.older, linked.newer]).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)]);
    expect(linked.news.logits.value).toBeCloseTo(0, 12);
    expect(linked.system.logits.value).toBeCloseTo(0, 12);
  });

  it("leaves out types that one split lacks, or has once, and names them", () => {
    const withMore = (name: string): LinkedScores => ({
      name,
      older: [...rowsOf(name, rights(5)), ...rowsOf(name, [0, 0], { type: "gone" })],
      newer: [
        ...rowsOf(name, rights(5)),
        ...rowsOf(name, [0], { type: "gone" }),
        ...rowsOf(name, [1, 1, 1], { type: "new" }),
      ],
    });
    const anchors = [withMore("a")];
    const linked = linkSplits({ metric: "pass", system: withMore("mine"), anchors })!;
    expect(linked.older).toBe(0.5);
    expect(linked.leftOut).toEqual([
      { type: "gone", language: "en", older: 2, newer: 1 },
      { type: "new", language: "en", older: 0, newer: 3 },
    ]);
  });

  it("is compared over the items on which all systems have a value", () => {
    const linked = linkSplits({
      metric: "pass",
      system: onBoth("mine", [null, ...rights(5)], rights(5)),
      anchors: [onBoth("a", [1, ...rights(5)], [...rights(5).slice(0, 9), null])],
    })!;
    expect(linked.items).toEqual({ older: 10, newer: 9 });
    expect(linked.newer).toBeCloseTo(5 / 9, 12);
  });

  it("that has all in a split counts as half an item less, without an interval", () => {
    const linked = linkSplits({
      metric: "pass",
      system: onBoth("mine", rights(5), rights(10)),
      anchors: [onBoth("a", rights(5), rights(5))],
    })!;
    expect(linked.newer).toBe(1);
    // 9½ of 10.
    expect(linked.system.logits.value).toBeCloseTo(Math.log(0.95 / 0.05), 12);
    expect([linked.system.logits.low, linked.news.points.high]).toEqual([null, null]);
  });

  it("that has little of everything has not nothing", () => {
    // A fiftieth of ten items is less than half of one, and doubles: ln(0.04 / 0.96) − ln(0.02 / 0.98).
    const share = (value: number) => Array.from({ length: 10 }, () => value);
    const linked = linkSplits({
      metric: "rageval-eir",
      system: onBoth("mine", share(0.02), share(0.02), "rageval-eir"),
      anchors: [onBoth("a", share(0.02), share(0.04), "rageval-eir")],
    })!;
    expect(linked.news.logits.value).toBeCloseTo(Math.log((0.04 * 0.98) / (0.96 * 0.02)), 12);
    expect(linked.equated).toBeCloseTo(1 / (1 + (0.98 * 0.04 * 0.98) / (0.02 * 0.96 * 0.02)), 12);
  });

  it("is surer of itself where systems share what makes items hard than where they do not", () => {
    // On the same items right and wrong, the items drawn cancel out; turned about, they do not.
    const [same, turned] = [rights(5), rights(5).toReversed()];
    const widthBeside = (values: readonly number[]) => {
      const { low, high } = linkSplits({
        metric: "pass",
        system: onBoth("mine", same, same),
        anchors: [onBoth("a", values, values)],
      })!.system.logits;
      return high! - low!;
    };
    expect(widthBeside(same)).toBeCloseTo(0, 12);
    expect(widthBeside(turned)).toBeGreaterThan(2);
  });

  it("is as unsure of many types of two items as their variances say, which plain resampling halves", () => {
    // One right of two in each of 30 types: a mean of ½, whose squared error is s² / n / 30 = 0.5 / 2 / 30. Its logit's is 16 times that, in both splits:
    // 2 · 1.96 · √(2 · 16 / 120). The anchor has a half of everything and adds nothing.
    const ofTypes = (name: string, values: Values) => {
      const rows = Array.from({ length: 30 }, (_, at) =>
        rowsOf(name, values, { type: `type-${at}` }),
      ).flat();
      return { name, older: rows, newer: rows };
    };
    const { low, high } = linkSplits({
      metric: "pass",
      system: ofTypes("mine", [0, 1]),
      anchors: [ofTypes("a", [0.5, 0.5])],
    })!.system.logits;
    const width = 2 * 1.96 * Math.sqrt(32 / 120);
    expect((high! - low!) / width).toBeGreaterThan(0.92);
    expect((high! - low!) / width).toBeLessThan(1.08);
  });

  it("is less sure where frozen systems disagree by more than chance", () => {
    const beside = (a: number, b: number) =>
      linkSplits({
        metric: "pass",
        system: onBoth("mine", rights(50, 100), rights(50, 100)),
        anchors: [
          onBoth("a", rights(50, 100), rights(a, 100)),
          onBoth("b", rights(50, 100), rights(b, 100)),
        ],
      })!;
    const width = ({ system: { logits } }: LinkedMetric) => logits.high! - logits.low!;
    const [alike, apart] = [beside(50, 50), beside(20, 80)];
    // ±ln 4 about 0: a standard deviation of √2 · ln 4.
    expect(apart.spread).toBeCloseTo(Math.SQRT2 * step, 12);
    expect([alike.disagreement, alike.spread]).toEqual([0, 0]);
    expect(apart.disagreement).toBeGreaterThan(1.5);
    expect(width(apart)).toBeGreaterThan(3 * width(alike) + 3);
  });
});

test("nothing is said without a frozen system, without items in common, at the bounds, and of what has none", () => {
  const mine = onBoth("mine", rights(5), rights(5));
  const link = (metric: Metric, anchors: readonly LinkedScores[], system = mine) =>
    linkSplits({ metric, system, anchors });
  const elsewhere = rowsOf("a", rights(5), { type: "other" });
  const lengths = onBoth("mine", [90, 80], [70, 60], "answer-length");
  expect([
    link("pass", []),
    link("pass", [{ name: "a", older: elsewhere, newer: elsewhere }]),
    link("pass", [onBoth("a", rights(10), rights(5))]),
    link("pass", [onBoth("a", rights(5), rights(0))]),
    link("answer-length", [{ ...lengths, name: "a" }], lengths),
  ]).toEqual([null, null, null, null, null]);
});

describe("drifts that are known", () => {
  // Of 2,000 simulations tests/bench/linked-splits.ts counts; of 120, 95 % vary by 2.
  it.each(scenarios.slice(0, 4))("$name: both intervals hold theirs", scenario => {
    const { news, system } = coverageOf(scenario, { simulations: 120, seed: 20 });
    for (const part of [news, system]) {
      expect(part.logits).toBeGreaterThan(0.9);
      expect(part.points).toBeGreaterThan(0.9);
      expect(Math.abs(part.bias)).toBeLessThan(0.12);
    }
  });
});
