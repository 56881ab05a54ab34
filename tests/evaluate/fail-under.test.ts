// Bounds as they are typed, and which of them a result does not keep.

import { describe, expect, it } from "vitest";
import { findShortfalls, parseFailUnder } from "../../pipelines/evaluate/fail-under.ts";
import { senseOf } from "../../pipelines/evaluate/metric-sense.ts";
import { Metric } from "../../schemas/evaluation/metrics.ts";
import type { SystemResult } from "../../schemas/evaluation/result.ts";

const summary = (value: number | null) => ({ value, low: null, high: null, n: value === null ? 0 : 10, undefined: 0 });
const shortOf = (texts: string[], values: Partial<Record<Metric, number | null>>) => {
  const metrics: SystemResult["metrics"] = Object.fromEntries(Object.entries(values).map(([metric, value]) => [metric, summary(value)]));
  return findShortfalls(parseFailUnder(texts), metrics).map(({ metric, value }) => [metric, value]);
};

describe("bounds", () => {
  it("are a most where less is better", () => {
    expect(parseFailUnder(["hallucination=0.1", "irrelevance=0.2"]).map(({ must }) => must)).toEqual(["at-most", "at-most"]);
  });

  it.each([
    ["completeness", /METRIC=X is expected/],
    ["=0.5", /METRIC=X is expected/],
    ["", /METRIC=X is expected/],
    ["completness=0.5", /there is no metric "completness"/],
    ["constructor=0.5", /there is no metric/],
    ["mrr=", /"" is no number/],
    ["mrr=high", /"high" is no number/],
    ["mrr=0x1", /is no number/],
    ["mrr=NaN", /is no number/],
    ["mrr=Infinity", /is no number/],
    ["rageval-snr=1e999", /is no number/],
    ["mrr=0.5=0.6", /is no number/],
    ["mrr=80", /lies between 0 and 1/],
    ["mrr=80%", /is no number/],
    ["mrr=-0.1", /lies between 0 and 1/],
    ["correctness=0.8", /lies between 1 and 5/],
    ["answer-length=100", /says how an answer is, not how good/],
  ])("refuse %j as wrong use, in words", (text, reason) => {
    expect(() => parseFailUnder([text])).toThrow(expect.objectContaining({ code: "wrong-use", message: expect.stringMatching(reason), hint: expect.stringMatching(/./) }));
  });
});

describe("falling short", () => {
  it("is a value below its bound, or above it where less is better; a value on the bound keeps it", () => {
    const bounds = ["mrr=0.5", "completeness=0.5", "hallucination=0.2", "irrelevance=0.2"];
    expect(shortOf(bounds, { mrr: 0.5, completeness: 0.49, hallucination: 0.2, irrelevance: 0.21 })).toEqual([
      ["completeness", 0.49],
      ["irrelevance", 0.21],
    ]);
  });

  it("is a metric that is undefined or was not computed", () => {
    expect(shortOf(["mrr=0", "hallucination=1"], { mrr: null })).toEqual([
      ["mrr", null],
      ["hallucination", null],
    ]);
  });

  it("is nothing without bounds", () => {
    expect(shortOf([], { mrr: 0 })).toEqual([]);
  });
});

describe("the sense of metrics", () => {
  it("has a better side for every metric but the length of an answer", () => {
    expect(Metric.options.filter(metric => senseOf(metric).better === null)).toEqual(["answer-length"]);
    expect(Metric.options.filter(metric => senseOf(metric).better === "less")).toEqual(["hallucination", "irrelevance"]);
  });
});
