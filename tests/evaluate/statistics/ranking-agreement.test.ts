// Rankings of the same systems by two sets of questions.

import { describe, expect, it } from "vitest";
import { rankingAgreement } from "../../../pipelines/evaluate/statistics/ranking-agreement.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { RankingAgreement } from "../../../schemas/evaluation/result.ts";
import { aScore, scoresOf } from "../../support/score-rows.ts";

const set = (means: Record<string, readonly (number | null)[]>) =>
  Object.entries(means).flatMap(([system, values]) => scoresOf(system, "mrr", values));
const agree = (
  ours: Record<string, readonly (number | null)[]>,
  theirs: Record<string, readonly (number | null)[]>,
) =>
  rankingAgreement({
    ourScores: set(ours),
    theirScores: set(theirs),
    metric: "mrr",
    otherSource: "others.jsonl",
  });

describe("agreement of rankings", () => {
  it("is τ between the systems' means", () => {
    // Ours: a ½, b ¼, c 1. Theirs: a 0, b ½, c 1. a–b turned, the other two alike: ⅓.
    const result = agree({ a: [1, 0], b: [0.5, 0], c: [1, 1] }, { b: [0.5], c: [1], a: [0] });
    expect(result.tau).toBeCloseTo(1 / 3, 15);
    expect(result.systems).toEqual([
      { system: "a", ours: 0.5, theirs: 0 },
      { system: "b", ours: 0.25, theirs: 0.5 },
      { system: "c", ours: 1, theirs: 1 },
    ]);
    expect(result.items).toEqual({ ours: 2, theirs: 1 });
    expect(RankingAgreement.parse(result)).toEqual(result);
  });

  it("has no interval with one item on either side", () => {
    const result = agree({ a: [1, 0], b: [0, 0] }, { a: [1], b: [0] });
    expect([result.tau, result.low, result.high]).toEqual([1, null, null]);
  });

  it("is certain where every item ranks alike, as all systems share each resample", () => {
    // Items differ far more than systems do: draws of their own for each system would turn the ranking.
    const base = [0.1, 0.9, 0.3, 0.7, 0.5, 0.2, 0.8, 0.05, 0.6, 0.4];
    const lifted = (by: number) => base.map(value => value + by);
    const result = agree(
      { a: base, b: lifted(0.01), c: lifted(0.02) },
      { a: base, b: lifted(0.01), c: lifted(0.02) },
    );
    expect([result.tau, result.low, result.high]).toEqual([1, 1, 1]);
  });

  it("holds the ranking that endlessly many items would show, which resamples alone lie below", () => {
    // Twelve systems whose true means both sets share, but for two pairs that the others see the other way round: 66 pairs, 2 turned: τ = 62 / 66.
    const ours = Array.from({ length: 12 }, (_, place) => place / 4);
    const theirs = [0.25, 0, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.75, 2.5];
    const draw = drawFrom(11);
    const noise = () => draw(1000) / 250 - draw(1000) / 250;
    const scored = (means: readonly number[]) =>
      Object.fromEntries(
        means.map((mean, place) => [
          `s${String(place).padStart(2, "0")}`,
          Array.from({ length: 80 }, () => mean + noise()),
        ]),
      );
    const held = Array.from({ length: 20 }, () => agree(scored(ours), scored(theirs))).filter(
      ({ low, high }) => low! <= 62 / 66 && 62 / 66 <= high!,
    );
    expect(held.length).toBeGreaterThanOrEqual(16);
  });

  it("is over systems that have a mean on both sets, each over the items it has a value on", () => {
    const result = agree(
      { a: [1, null], b: [0, 0], c: [1, 1] },
      { a: [1, 1], b: [0, 0.5], c: [null, null], d: [1, 1] },
    );
    expect(result.systems).toEqual([
      { system: "a", ours: 1, theirs: 1 },
      { system: "b", ours: 0, theirs: 0.25 },
    ]);
    expect(result.tau).toBe(1);
  });

  it("is null where a set ranks no system above another, with one system and with none", () => {
    expect([
      agree({ a: [1, 1], b: [1, 1] }, { a: [1, 0], b: [0, 0] }).tau,
      agree({ a: [1] }, { a: [1] }).tau,
      agree({}, {}).tau,
    ]).toEqual([null, null, null]);
  });

  it("weighs items where the metric does", () => {
    const weighted = (system: string, values: number[]) =>
      values.map((value, place) =>
        aScore({
          itemId: `i${place}`,
          system,
          values: { "cofe-recall": value },
          weights: { "cofe-recall": place === 0 ? 9 : 1 },
        }),
      );
    const rows = [...weighted("a", [1, 0]), ...weighted("b", [0, 1])];
    expect(
      rankingAgreement({
        ourScores: rows,
        theirScores: rows,
        metric: "cofe-recall",
        otherSource: "o",
      }).systems,
    ).toEqual([
      { system: "a", ours: 0.9, theirs: 0.9 },
      { system: "b", ours: 0.1, theirs: 0.1 },
    ]);
  });
});
