// Summaries of scores: groups, counts of what is undefined, weights, corpus BLEU, and the order of rows.

import { describe, expect, it } from "vitest";
import { summariesStage, summarize } from "../../pipelines/evaluate/summaries.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { aScore, scoresOf } from "../support/score-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const all = (rows: readonly ScoreRow[]) =>
  summarize(rows).filter(({ grouping }) => grouping === "all");
const draw = drawFrom(11);

/** Four systems' worth of odd rows: undefined, weighted, with and without counts of BLEU. */
const manyRows: ScoreRow[] = Array.from({ length: 80 }, (_, place) =>
  aScore({
    id: `p${place}`,
    itemId: `i${place % 40}`,
    system: place < 40 ? "b" : "a",
    language: place % 3 === 0 ? "zh" : "en",
    type: ["factual", "summary", "multi-hop"][place % 3]!,
    domain: place % 2 === 0 ? "law" : "finance",
    values: {
      mrr: draw(100) / 99,
      "cofe-recall": place % 5 === 0 ? null : draw(3) / 2,
      ...(place % 4 === 0 ? {} : { completeness: draw(2) }),
    },
    weights: place % 5 === 0 ? {} : { "cofe-recall": 1 + draw(4) },
    bleu:
      place % 6 === 0
        ? null
        : { matches: [5, 3, 2, 1], totals: [6, 5, 4, 3], length: 6 + draw(4), referenceLength: 7 },
  }),
);

describe("a summary", () => {
  it("is the mean over items with a value; undefined ones are counted apart and never 0", () => {
    const [row] = all(scoresOf("s", "rageval-recall", [1, 0.5, null, null, 0]));
    const summary = { value: 0.5, n: 3, undefined: 2, group: "all", metric: "rageval-recall" };
    expect(row).toMatchObject(summary);
  });

  it("is null with no value at all, and absent where the metric applies to no item", () => {
    const nothing = { value: null, low: null, high: null, n: 0, undefined: 2 };
    const [row, ...others] = all(scoresOf("s", "rageval-eir", [null, null]));
    expect(row).toMatchObject({ metric: "rageval-eir", ...nothing });
    expect(others).toEqual([]);
  });

  it("counts only items to which a metric applies", () => {
    const rows = [
      ...scoresOf("s", "mrr", [1, 1]),
      aScore({ itemId: "other", values: { completeness: 0.25 } }),
    ];
    expect(all(rows)).toMatchObject([
      { metric: "mrr", value: 1, n: 2, undefined: 0 },
      { metric: "completeness", value: 0.25, n: 1, undefined: 0 },
    ]);
  });

  it("weighs CoFE's Recall by lists: recalled lists over all lists, not a mean of items", () => {
    // 1 of 2, 1 of 1, 0 of 3: 2 of 6; the mean of items would be 1/2.
    const lists = [2, 1, 3];
    const rows = [0.5, 1, 0].map((value, place) =>
      aScore({
        itemId: `i${place}`,
        values: { "cofe-recall": value },
        weights: { "cofe-recall": lists[place]! },
      }),
    );
    expect(all(rows)[0]!.value).toBeCloseTo(2 / 6, 15);
  });
});

describe("corpus BLEU", () => {
  const first = { matches: [3, 1, 0, 0], totals: [4, 3, 2, 1], length: 4, referenceLength: 5 };
  const second = { matches: [5, 4, 3, 2], totals: [6, 5, 4, 3], length: 6, referenceLength: 7 };

  it("sums counts and lengths before it divides", () => {
    const rows = [
      aScore({ itemId: "1", values: { bleu: 0 }, bleu: first }),
      aScore({ itemId: "2", values: { bleu: 0.6 }, bleu: second }),
    ];
    const row = all(rows).find(({ metric }) => metric === "bleu-corpus");
    // p = 8/10, 5/8, 3/6, 2/4; 10 tokens against 12: penalty e^(1 − 1.2).
    expect(row!.value).toBeCloseTo((0.8 * 0.625 * 0.5 * 0.5) ** 0.25 * Math.exp(-0.2), 12);
    expect([row!.n, row!.undefined]).toEqual([2, 0]);
    expect(row!.low).toBe(0);
    expect(row!.high).toBeCloseTo(
      ((5 / 6) * (4 / 5) * (3 / 4) * (2 / 3)) ** 0.25 * Math.exp(1 - 7 / 6),
      12,
    );
  });
});

describe("summaries", () => {
  it("are by all, type, domain and language, of each system", () => {
    const groups = new Set(
      summarize(manyRows).map(({ system, grouping, group }) => `${system} ${grouping} ${group}`),
    );
    const names = [
      "all all",
      "type factual",
      "type multi-hop",
      "type summary",
      "domain finance",
      "domain law",
      "language en",
      "language zh",
    ];
    expect([...groups]).toEqual(
      ["a", "b"].flatMap(system => names.map(name => `${system} ${name}`)),
    );
  });

  it("draw the same items for all systems, whatever the ids of their predictions", () => {
    const values = [0.9, 0.1, 0.4, 0.7, 0.3, 0, 1];
    const backwards = scoresOf("b", "mrr", values).map((row, place) => ({
      ...row,
      id: `b/${values.length - place}`,
    }));
    const [first, second] = all([...scoresOf("a", "mrr", values), ...backwards]);
    expect([second!.low, second!.high]).toEqual([first!.low, first!.high]);
  });

  it("of no scores are none, and the stage writes what the function gives, whatever the run's seed", () => {
    expect(summarize([])).toEqual([]);
    const { context } = scriptedContext({});
    const { rows } = summariesStage.all(manyRows, context);
    expect(rows).toEqual(summarize(manyRows));
  });
});
