// A decision from known items: which system, on what ground, and what overturns it.

import { describe, expect, it } from "vitest";
import type { ItemTraits } from "../../../pipelines/evaluate/decide/robustness-checks.ts";
import { type DecisionInput, decideOn } from "../../../pipelines/evaluate/decide/decide.ts";
import { decidingMetricOf } from "../../../pipelines/evaluate/decide/deciding-metric.ts";
import {
  hasEnoughVerdicts,
  type KnownLead,
  leadByPeople,
  verdictOf,
} from "../../../pipelines/evaluate/decide/lead-estimates.ts";
import { knownLeads } from "../../../pipelines/evaluate/decide/known-leads.ts";
import {
  pairLeads,
  requireDecidingMetric,
} from "../../../pipelines/evaluate/decide/paired-leads.ts";
import { inRandomOrder } from "../../../pipelines/evaluate/decide/sequential-decision.ts";
import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { scoresOf } from "../../support/score-rows.ts";

const itemOf = (value: number, reviewedAt: number, over: Partial<KnownLead> = {}): KnownLead => ({
  itemId: `i${reviewedAt}`,
  first: 0.5,
  second: 0.5 + value,
  value,
  weight: 1,
  isSameAnswer: false,
  people: null,
  ...over,
});
const itemsOf = (...values: number[]) =>
  values.map((value, reviewedAt) => itemOf(value, reviewedAt));
/** Some better, some worse, in turn. */
const turns = (n: number, better: number, worse: number) =>
  Array.from({ length: n }, (_, reviewedAt) => (reviewedAt % 5 === 0 ? worse : better));

const plain: ItemTraits = {
  groups: { type: ["factual"], language: ["en"], domain: ["law"], format: [] },
  isDoubted: false,
  coverage: 1,
};
const deciding = (over: Partial<DecisionInput> & Pick<DecisionInput, "items">): DecisionInput => ({
  basis: "code",
  analysis: "once",
  alpha: 0.05,
  margin: null,
  randomSeed: 1,
  traitsOf: () => plain,
  secondJudges: new Map(),
  ...over,
});

describe("leads", () => {
  it("are the second less the first, turned where less is better, by the range where it is not a share", () => {
    const leadBy = (metric: Metric, one: number, other: number) =>
      pairLeads(scoresOf("a", metric, [one]), scoresOf("b", metric, [other]), metric)[0]?.value;
    expect(leadBy("completeness", 0.25, 0.75)).toBe(0.5);
    expect(leadBy("hallucination", 0.25, 0.75)).toBe(-0.5);
    expect(leadBy("correctness", 1, 3)).toBe(0.5);
  });

  it("are of items both have a value on", () => {
    const first = scoresOf("a", "completeness", [1, null, 0]);
    const second = scoresOf("b", "completeness", [0, 1]);
    expect(pairLeads(first, second, "completeness").map(({ itemId }) => itemId)).toEqual(["i00"]);
  });

  it("are none by a metric that says how answers are, or that no item has", () => {
    expect(() => requireDecidingMetric("answer-length")).toThrow("cannot decide");
    expect(() => requireDecidingMetric("bleu-corpus")).toThrow("cannot decide");
    expect(() => requireDecidingMetric("mrr")).not.toThrow();
  });

  it("take people's mean on both answers, and none where one answer was not judged", () => {
    const word = (verdicts: ("covered" | "neither")[]) => ({ reviewedAt: 0, verdicts, weight: 2 });
    const people = new Map([
      [JSON.stringify(["i00", "yes"]), new Map([["ann", word(["covered", "covered"])]])],
      [
        JSON.stringify(["i00", "no"]),
        new Map([
          ["ann", word(["neither", "covered"])],
          ["ben", word(["neither", "neither"])],
        ]),
      ],
      [JSON.stringify(["i01", "yes"]), new Map([["ann", word(["covered"])]])],
    ]);
    const side = (name: string, values: number[], answers: string[]) => ({
      scores: scoresOf(name, "completeness", values),
      answers: new Map(answers.map((answer, reviewedAt) => [`i0${reviewedAt}`, answer])),
    });
    const sides = [
      side("a", [0, 0, 1], ["no", "no", "so"]),
      side("b", [1, 1, 1], ["yes ", "yes", " so"]),
    ] as const;
    const leads = knownLeads(sides, "completeness", people);
    expect(leads.map(lead => lead.people)).toEqual([{ value: 0.75, weight: 2 }, null, null]);
    expect(leads.map(({ isSameAnswer: same }) => same)).toEqual([false, false, true]);
  });
});

describe("verdicts", () => {
  it("are for the side that the interval lies on, or alike within the margin", () => {
    const lead = (low: number, high: number) => ({ difference: 0, low, high, n: 9 });
    expect(verdictOf(lead(0.01, 0.03), 0.05)).toBe("second");
    expect(verdictOf(lead(-0.03, -0.01))).toBe("first");
    expect(verdictOf(lead(-0.01, 0.02), 0.03)).toBe("alike");
    expect(verdictOf(lead(-0.01, 0.02))).toBe("undecided");
    expect(verdictOf({ difference: 1, low: null, high: null, n: 1 })).toBe("undecided");
  });

  it("by people count the same answers as 0, whoever judges", () => {
    const apart = turns(60, 0.5, -0.5).map((value, reviewedAt) =>
      itemOf(value, reviewedAt, { people: { value, weight: 1 } }),
    );
    const same = Array.from({ length: 60 }, (_, reviewedAt) =>
      itemOf(0, 100 + reviewedAt, { isSameAnswer: true }),
    );
    const [alone, both] = [leadByPeople(apart, 0.05), leadByPeople([...apart, ...same], 0.05)];
    expect(both.difference).toBeCloseTo((alone.difference ?? 0) / 2, 10);
    expect((both.high ?? 0) - (both.low ?? 0)).toBeLessThan((alone.high ?? 0) - (alone.low ?? 0));
  });
});

describe("a small set that people judged in full", () => {
  const small = turns(20, 0.5, -0.25).map((value, reviewedAt) =>
    itemOf(-value, reviewedAt, { people: { value, weight: 1 } }),
  );
  const same = Array.from({ length: 20 }, (_, reviewedAt) =>
    itemOf(0, 50 + reviewedAt, { isSameAnswer: true }),
  );

  it("is theirs to decide, the judge has no say", () => {
    // Sixteen at 0.5 and four at -0.25, of forty.
    const lead = leadByPeople([...small, ...same], 0.05);
    expect([lead.difference, lead.people, lead.reliance]).toEqual([7 / 40, 20, 0]);
    expect(verdictOf(lead)).toBe("second");
    expect(hasEnoughVerdicts([...small, ...same])).toBe(true);
    expect(hasEnoughVerdicts([...small, itemOf(0.5, 99)])).toBe(false);
  });
});

describe("a decision", () => {
  it("names the group without which it is overturned", () => {
    const items = itemsOf(...turns(40, 0.5, 0.25), ...turns(40, -0.1, 0));
    const traitsOf = (id: string): ItemTraits => ({
      ...plain,
      groups: { ...plain.groups, type: [Number(id.slice(1)) < 40 ? "easy" : "hard"] },
    });
    const { verdict, checks, groups } = decideOn(deciding({ items, traitsOf }));
    expect(verdict).toBe("second");
    expect(groups.map(({ group, verdict: of }) => [group, of])).toEqual([
      ["easy", "second"],
      ["hard", "first"],
    ]);
    expect(checks.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["easy", "overturned"],
      ["hard", "stands"],
    ]);
  });

  it("is taken again by a second judge, without doubted items, and by what documents are used", () => {
    const items = itemsOf(...turns(60, 0.5, -0.5));
    const traitsOf = (id: string): ItemTraits => ({
      ...plain,
      isDoubted: Number(id.slice(1)) % 5 !== 0,
      coverage: Number(id.slice(1)) % 5 === 0 ? 40 : 1,
    });
    const secondJudges = new Map([["other", itemsOf(...turns(60, 0.1, -0.5))]]);
    const { checks } = decideOn(deciding({ items, traitsOf, secondJudges }));
    const outcome = "overturned";
    expect(checks).toMatchObject([
      { kind: "second-judge", name: "other", verdict: "undecided", outcome },
      { kind: "without-doubted", name: "48", verdict: "first", outcome },
      { kind: "coverage-weights", name: "", verdict: "first", outcome },
    ]);
  });

  it("that is none yet says what it takes; with people too few it has no bounds", () => {
    const items = itemsOf(...turns(40, 0.1, -0.3));
    const open = decideOn(deciding({ items }));
    expect([open.verdict, open.needed?.of]).toEqual(["undecided", "items"]);
    expect(open.needed?.more).toBeGreaterThan(0);
    const few = decideOn(deciding({ items, basis: "people" }));
    expect([few.verdict, few.lead.low, few.needed]).toEqual(["undecided", null, null]);
  });

  it("that may be looked at at any time is less sure, and still sure of much", () => {
    const items = itemsOf(...turns(200, 0.5, -0.5));
    const [once, any] = (["once", "any"] as const).map(look =>
      decideOn(deciding({ items, analysis: look })),
    );
    expect([once?.verdict, any?.verdict]).toEqual(["second", "second"]);
    expect(any?.lead.low).toBeLessThan(once?.lead.low ?? 0);
  });
});

describe("what is decided by", () => {
  const choice = {
    namedMetric: undefined,
    isJudged: true,
    isChecked: true,
    codeMetric: "evidence-recall" as const,
  };
  const by = (over: object) => {
    const found = decidingMetricOf({ ...choice, ...over });
    return found && [found.metric, found.basis];
  };

  it("is completeness where people checked the judge, what code proves where they did not, and what was named", () => {
    expect(by({})).toEqual(["completeness", "people"]);
    expect(by({ isChecked: false })).toEqual(["evidence-recall", "code"]);
    expect(by({ isChecked: false, codeMetric: undefined })).toEqual(["completeness", "judge"]);
    expect(by({ isChecked: false, namedMetric: "completeness" })).toEqual([
      "completeness",
      "judge",
    ]);
    expect(by({ namedMetric: "mrr" })).toEqual(["mrr", "code"]);
    expect(by({ isJudged: false, isChecked: false, codeMetric: undefined })).toBeUndefined();
  });
});

it("the random order of items stays what it is where others are added", () => {
  const namedMetric = (...ids: string[]) => ids.map(itemId => ({ itemId }));
  const few = inRandomOrder(namedMetric("a", "b", "c"), 1).map(({ itemId }) => itemId);
  const more = inRandomOrder(namedMetric("d", "c", "a", "b"), 1).map(({ itemId }) => itemId);
  expect(more.filter(id => id !== "d")).toEqual(few);
});
