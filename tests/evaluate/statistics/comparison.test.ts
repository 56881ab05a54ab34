// Two systems over the items both have.

import { describe, expect, it } from "vitest";
import { compareSystems } from "../../../pipelines/evaluate/statistics/comparison.ts";
import { Comparison } from "../../../schemas/evaluation/result.ts";
import { aScore, scoresOf } from "../../support/score-rows.ts";

describe("a comparison", () => {
  it("is over the items on which both have a value", () => {
    // Shared: i00 and i02; 1 − 0 and 1 − 0.5. Both to one side: p = 2/4.
    const [row, ...rest] = compareSystems(
      scoresOf("new", "completeness", [1, null, 1, 0.5]),
      scoresOf("old", "completeness", [0, 0, 0.5]),
      ["completeness", "mrr"],
    );
    expect(rest).toEqual([]);
    expect(row).toEqual({
      metric: "completeness",
      first: "new",
      second: "old",
      difference: 0.75,
      low: 0.5,
      high: 1,
      p: 0.5,
      n: 2,
    });
    expect(Comparison.parse(row)).toEqual(row);
  });

  it("is null over no shared value, and left out where one system lacks the metric", () => {
    const metrics = ["mrr", "bleu-corpus", "completeness"] as const;
    const first = scoresOf("a", "mrr", [1]);
    const elsewhere = [aScore({ itemId: "other", system: "b", values: { mrr: 1 } })];
    const nothing = { difference: null, low: null, high: null, p: null, n: 0 };
    expect(compareSystems(first, elsewhere, metrics)).toEqual([
      { metric: "mrr", first: "a", second: "b", ...nothing },
    ]);
    expect(compareSystems(first, scoresOf("b", "completeness", [1]), metrics)).toEqual([]);
    expect(compareSystems([], [], ["mrr"])).toEqual([]);
  });
});
