// What a gate lets through: every item counts, and one without prediction or value is worth the worst there is.

import { describe, expect, it } from "vitest";
import { parseFailUnder } from "../../pipelines/evaluate/metric-bounds.ts";
import { checkGate } from "../../pipelines/evaluate/gate.ts";
import { senseOf } from "../../pipelines/evaluate/metric-sense.ts";
import { createAnswerScorer } from "../../pipelines/evaluate/scores/answer-scores.ts";
import { judgedScores } from "../../pipelines/evaluate/scores/judged-scores.ts";
import { retrievalScores } from "../../pipelines/evaluate/scores/retrieval-scores.ts";
import {
  Metric,
  metricRecords,
  type ScoreRow,
  type Variant,
} from "../../schemas/evaluation/metrics.ts";
import type { PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { BoundResult } from "../../schemas/evaluation/result.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { aPrediction, aTruth, passage } from "../support/evaluation-rows.ts";
import { aScore } from "../support/score-rows.ts";

const label = { documentId: "d1", grade: 1, countsForMrr: true, spans: [] };
/** An item with something for every metric; the second weighs twice in CoFE's Recall. */
const truths = ["1998", "1962", "2003"].map((year, at) =>
  aTruth({
    id: `i${at}`,
    answer: `Alder Mills was founded in ${year} by two sisters.`,
    references: [{ text: `Alder Mills was founded in ${year}.`, span: null }],
    keywords: { coarse: ["Alder"], fine: at === 1 ? [[year], ["founded"]] : [[year]] },
    labels: [label],
    quest: [{ id: "q1", question: "When?", answer: year }],
  }),
);
const unanswerable = aTruth({
  id: "none",
  answer: "Unable to answer.",
  references: [],
  labels: [],
  keypoints: [{ id: "k1", claim: "It cannot be answered." }],
});

const predicted = ({ id }: TruthRow, over: Partial<PredictionRow>) =>
  aPrediction({ id: `p-${id}`, itemId: id, ...over });
const right = (truth: TruthRow) =>
  predicted(truth, {
    answer: truth.answer,
    retrieved: [passage(truth.references?.[0]?.text ?? "Corrie.", { documentId: "d1" })],
  });

interface Said {
  readonly verdict?: "covered" | "contradicted" | "neither";
  readonly score?: 0 | 1;
  readonly quest?: string | null;
}

/** As the stages score it, with a judge that says the same of every answer. */
function scoreOf(
  truth: TruthRow,
  prediction: PredictionRow,
  { verdict = "covered", score = 1, quest = "1998" }: Said = {},
  variant: Variant = "paper",
): ScoreRow {
  const scored = { truth, prediction, variant };
  const found = retrievalScores(scored);
  const { values, bleu } = createAnswerScorer()(scored);
  const marks = judgedScores(scored, {
    keypoints: { verdicts: [{ keypointId: "k1", verdict, reason: "" }] },
    faithfulness: { score },
    relevance: { score },
    correctness: { score: 1 + 4 * score },
    quest: { answers: (truth.quest ?? []).map(({ id }) => ({ id, answer: quest })) },
    questReference: { answers: truth.quest ?? [] },
  });
  const cosine = (prediction.answer ?? "").trim() === "" ? {} : { "sentence-cosine": score };
  return aScore({
    id: prediction.id,
    itemId: truth.id,
    system: "mine",
    values: { ...found.values, ...values, ...cosine, ...marks },
    weights: found.weights,
    bleu,
  });
}

const bounded = Metric.options.filter(metric => senseOf(metric).better !== null);
const boundsOn = (metrics: readonly Metric[], limitOf: (metric: Metric) => number) =>
  metrics.map(metric => ({
    metric,
    limit: limitOf(metric),
    must: senseOf(metric).better === "less" ? ("at-most" as const) : ("at-least" as const),
  }));
/** In decibels there is no best. */
const best = (metric: Metric) =>
  metric === "rageval-snr"
    ? 0
    : senseOf(metric).better === "less"
      ? senseOf(metric).min
      : senseOf(metric).max;
const check = (
  scores: readonly ScoreRow[],
  more: Partial<Parameters<typeof checkGate>[0]> = {},
) => {
  const missing = truths
    .map(({ id }) => id)
    .filter(id => !scores.some(({ itemId }) => itemId === id));
  return checkGate({
    bounds: boundsOn(bounded, best),
    truths,
    scores,
    missingIds: missing,
    allowMissing: false,
    variant: "paper",
    ...more,
  })!.bounds;
};
const of = (results: readonly BoundResult[], metric: Metric) =>
  results.find(result => result.metric === metric)!;

describe("a gate", () => {
  it("counts an item without prediction as the worst: 0, or 1 where less is better", () => {
    const results = check([scoreOf(truths[0]!, right(truths[0]!), { verdict: "covered" })]);
    // One of three is right; CoFE's Recall has one list of four.
    expect(of(results, "rouge-l")).toEqual({
      metric: "rouge-l",
      limit: 1,
      must: "at-least",
      value: expect.closeTo(1 / 3, 12),
      items: 3,
      failed: 2,
      kept: false,
    });
    expect(of(results, "cofe-recall").value).toBe(0.25);
    expect(of(results, "hallucination")).toMatchObject({ value: 2 / 3, failed: 2, kept: false });
    expect(of(results, "correctness").value).toBeCloseTo((5 + 1 + 1) / 3, 12);
    // Two answers of no words: matches stay, the length falls short of the references' by two thirds.
    expect(of(results, "bleu-corpus").value).toBeCloseTo(Math.exp(1 - 3), 12);
  });

  it("is passed for no metric by one good prediction of three, nor by rows that are ids alone", () => {
    const ids = truths
      .slice(1)
      .map(truth => scoreOf(truth, predicted(truth, { answer: null, retrieved: null })));
    const kept = (variant: Variant, more: readonly ScoreRow[]) => {
      const results = check([scoreOf(truths[0]!, right(truths[0]!), {}, variant), ...more], {
        variant,
      });
      return results.filter(result => result.kept || (result.failed === 0 && result.items > 0));
    };
    expect([kept("paper", []), kept("published", []), kept("paper", ids)]).toEqual([[], [], []]);
  });

  it("leaves out, and counts, what the judge abstained from: that says nothing of the system", () => {
    const good = truths.map(truth => scoreOf(truth, right(truth)));
    const silent = {
      ...good[1]!,
      values: { ...good[1]!.values, completeness: null },
      abstained: ["completeness" as const],
    };
    const results = check([good[0]!, silent, good[2]!]);
    expect(of(results, "completeness")).toMatchObject({
      value: 1,
      items: 2,
      failed: 0,
      abstained: 1,
      kept: true,
    });
    expect(of(results, "hallucination")).toMatchObject({ items: 3, failed: 0 });
    expect(of(results, "hallucination")).not.toHaveProperty("abstained");
  });

  it("counts what is undefined since the prediction is empty", () => {
    const [first, ...others] = truths;
    const blank = others.map(truth =>
      scoreOf(truth, predicted(truth, { answer: " ", retrieved: [] }), {
        verdict: "neither",
        score: 0,
        quest: null,
      }),
    );
    const results = check([scoreOf(first!, right(first!)), ...blank]);
    for (const metric of ["rageval-eir", "faithfulness", "relevance", "sentence-cosine"] as const)
      expect(of(results, metric)).toMatchObject({ items: 3, failed: 2, kept: false });
    // What answers none of the questions has a precision of its own: 0.
    expect(of(results, "quest-precision")).toMatchObject({ value: 1 / 3, failed: 0, kept: false });
    expect(results.filter(({ kept }) => kept).map(({ metric }) => metric)).toEqual([
      "hallucination",
    ]);
  });

  it("is passed by what is right throughout, and by a bound of what remains", () => {
    const metrics = [
      "rageval-recall",
      "evidence-recall",
      "rouge-l",
      "hallucination",
      "correctness",
      "quest-precision",
    ] as const;
    const scores = truths.map((truth, at) =>
      scoreOf(truth, right(truth), { quest: ["1998", "1962", "2003"][at]! }),
    );
    const results = check(scores, { bounds: boundsOn(metrics, best) });
    expect(results.filter(({ kept, failed }) => !kept || failed > 0)).toEqual([]);
    const [part] = check(scores.slice(0, 1), { bounds: parseFailUnder(["rouge-l=0.3"]) });
    expect(part).toMatchObject({ kept: true, failed: 2 });
  });

  it("leaves out what a metric does not apply to, whether it is predicted or not", () => {
    const good = truths.map(truth => scoreOf(truth, right(truth)));
    const all = [...truths, unanswerable];
    const without = check(good, { truths: all, missingIds: ["none"] });
    expect(of(without, "evidence-recall")).toMatchObject({ items: 3, kept: true });
    expect(of(without, "mrr")).toMatchObject({ items: 3, kept: true });
    expect(of(without, "completeness")).toMatchObject({ items: 4, kept: false });
    const refused = check([...good, scoreOf(unanswerable, right(unanswerable))], {
      truths: all,
      missingIds: [],
    });
    expect(of(refused, "evidence-recall")).toMatchObject({ items: 3, failed: 0 });
    // The released program scores 0 where nothing is to be found: leaving such an item out gains nothing.
    const published = scoreOf(unanswerable, right(unanswerable), {}, "published");
    for (const more of [[], [published]]) {
      const results = check([...good, ...more], { truths: all, variant: "published" });
      expect(of(results, "rageval-recall").value).toBe(0.75);
    }
  });

  it("leaves missing ones out where that is allowed, but not what is predicted and has no value", () => {
    const scores = [
      scoreOf(truths[0]!, right(truths[0]!)),
      scoreOf(truths[1]!, predicted(truths[1]!, { answer: null, retrieved: null })),
    ];
    expect(check(scores, { allowMissing: true, bounds: parseFailUnder(["rouge-l=0.6"]) })).toEqual([
      expect.objectContaining({ value: 0.5, items: 2, failed: 1, kept: false }),
    ]);
  });

  it("is not passed by a metric without any value, whatever the bound", () => {
    const scores = truths.map(truth =>
      scoreOf(truth, predicted(truth, { answer: null, retrieved: null })),
    );
    expect(
      check(scores, {
        bounds: boundsOn(["rouge-l", "mrr", "hallucination"], metric => senseOf(metric).min),
      }).map(({ value, kept }) => [value, kept]),
    ).toEqual(Array.from({ length: 3 }, () => [null, false]));
    // In decibels nothing is the worst.
    const [inDecibels] = check([scoreOf(truths[0]!, right(truths[0]!), {}, "published")], {
      variant: "published",
      bounds: parseFailUnder(["rageval-snr=-90"]),
    });
    expect(inDecibels).toMatchObject({ value: null, kept: false });
  });

  it("takes a value on the bound, and none for below it by rounding alone", () => {
    // Three times 0.1 is more than 0.3.
    const scores = truths.map((truth, at) => ({
      ...scoreOf(truth, right(truth)),
      values: { completeness: 0.1, hallucination: [0.1, 0.2, 0.6][at]! },
    }));
    const isKept = (...bounds: string[]) =>
      check(scores, { bounds: parseFailUnder(bounds) }).map(({ kept }) => kept);
    expect(isKept("completeness=0.1", "hallucination=0.3")).toEqual([true, true]);
    expect(isKept("completeness=0.101", "hallucination=0.299")).toEqual([false, false]);
  });
});

it("a metric applies as another one does, or to every item", () => {
  const named = Metric.options.flatMap(metric => metricRecords[metric].appliesAs ?? []);
  expect(named).not.toEqual([]);
  const known: readonly string[] = [...Metric.options, "every item"];
  expect(named.filter(name => !known.includes(name))).toEqual([]);
});
