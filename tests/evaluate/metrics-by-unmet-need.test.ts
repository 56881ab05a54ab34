// Why a metric is not there, in words that say what to do about it.

import { expect, test } from "vitest";
import { metricsByUnmetNeed } from "../../pipelines/evaluate/metrics-by-unmet-need.ts";
import { Metric } from "../../schemas/evaluation/metrics.ts";
import { aPrediction, aTruth, passage } from "../support/evaluation-rows.ts";

const evaluated = {
  truths: [aTruth()],
  predictions: [aPrediction()],
  hasJudge: false,
  hasEmbedding: false,
};
const absent = (
  metrics: readonly Metric[],
  more: Partial<Parameters<typeof metricsByUnmetNeed>[1]> = {},
) => [...metricsByUnmetNeed(metrics, { ...evaluated, ...more })];

test("each metric is told with the first thing it lacks, those with the same lack together", () => {
  const lacking = [
    ["the items name no relevant documents", ["mrr"]],
    ["the items have no keywords", ["cofe-recall", "cofe-accuracy"]],
    ["the items have no questions about their answers", ["quest-recall"]],
    ["the items have no known wrong answers", ["stale-answer-rate", "right-answer-rate"]],
    ["no original run was named (--original)", ["grounded-share"]],
    ["no judge was named (--model)", ["completeness"]],
    ["no embedding model is set", ["sentence-cosine"]],
  ] as const;
  const metrics = lacking.flatMap(([, group]) => group);
  expect(absent(["completeness", ...metrics.filter(metric => metric !== "completeness")])).toEqual(
    lacking,
  );
});

test("what no prediction tells is missing from the predictions, not from the items", () => {
  const predictions = [aPrediction({ answer: null, retrieved: null })];
  expect(
    absent(["rouge-l", "evidence-recall", "faithfulness"], { predictions, hasJudge: true }),
  ).toEqual([
    ["the predictions have no answers", ["rouge-l", "faithfulness"]],
    ["the predictions have no passages", ["evidence-recall"]],
  ]);
  const label = { documentId: "d1", grade: 1, countsForMrr: true, spans: [] };
  const truths = [aTruth({ labels: [label] })];
  expect(absent(["mrr"], { truths })).toEqual([["the passages name no documents", ["mrr"]]]);
  const named = [aPrediction({ contexts: [passage(null, { documentId: "d1" })] })];
  expect(absent(["mrr"], { truths, predictions: named })).toEqual([
    ["no item has what they need", ["mrr"]],
  ]);
});

test("CRUD's ROUGE-L lacks what any other ROUGE lacks", () => {
  expect(absent(["rouge-l", "crud-rouge-l"], { truths: [aTruth({ answer: "" })] })).toEqual([
    ["the items have no answers to compare with", ["rouge-l", "crud-rouge-l"]],
  ]);
});
