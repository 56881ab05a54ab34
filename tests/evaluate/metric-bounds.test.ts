// Bounds as they are typed.

import { describe, expect, it } from "vitest";
import { parseFailUnder, refuseIdleBounds } from "../../pipelines/evaluate/metric-bounds.ts";
import { senseOf } from "../../pipelines/evaluate/metric-sense.ts";
import { Metric } from "../../schemas/evaluation/metrics.ts";
import { cases } from "../support/cases.ts";

describe("bounds", () => {
  it("are a most where less is better", () => {
    expect(
      parseFailUnder(["hallucination=0.1", "irrelevance=0.2"]).map(({ must }) => must),
    ).toEqual(["at-most", "at-most"]);
  });

  cases<[bound: string, reason: string]>(
    "evaluate/fail-under",
    "refuse %j as wrong use, in words",
    (text, reason) => {
      expect(() => parseFailUnder([text])).toThrow(
        expect.objectContaining({
          code: "wrong-use",
          message: expect.stringMatching(reason),
          hint: expect.stringMatching(/./),
        }),
      );
    },
  );

  it("are refused alone where a system keeps them by declining every question", () => {
    const refused =
      (...texts: string[]) =>
      () =>
        refuseIdleBounds(parseFailUnder(texts), false);
    const alone = [
      refused("hallucination=0.1"),
      refused("faithfulness=0.9", "evidence-recall=0.8"),
      refused("hallucination=0.1", "faithfulness=0.9"),
      refused("stale-answer-rate=0.1"),
    ];
    for (const refuse of alone)
      expect(refuse).toThrow(
        expect.objectContaining({
          code: "wrong-use",
          message: expect.stringMatching(/declines every question/),
        }),
      );
    expect(refused("hallucination=0.1", "rouge-l=0.2")).not.toThrow();
    expect(refused("stale-answer-rate=0.1", "right-answer-rate=0.6")).not.toThrow();
  });

  it("are wanted where missing items are allowed", () => {
    expect(() => refuseIdleBounds([], true)).toThrow(/--allow-missing needs --fail-under/);
    expect(() => refuseIdleBounds(parseFailUnder(["mrr=0.5"]), true)).not.toThrow();
  });

  it("refuse a metric given twice", () => {
    expect(() => parseFailUnder(["mrr=0.5", "mrr=0.6"])).toThrow(/given twice/);
  });
});

describe("the sense of metrics", () => {
  it("has a better side for every metric but the length of an answer", () => {
    expect(Metric.options.filter(metric => senseOf(metric).better === null)).toEqual([
      "answer-length",
    ]);
    expect(Metric.options.filter(metric => senseOf(metric).better === "less")).toEqual([
      "stale-answer-rate",
      "superseded-answer-rate",
      "later-answer-rate",
      "twin-answer-rate",
      "partial-answer-rate",
      "hallucination",
      "irrelevance",
    ]);
  });
});
