// A judge's verdicts as scores: shares, marks, and what has none.

import { expect, test } from "vitest";
import {
  abstainedMetricsOf,
  type JudgeVerdicts,
  judgedScores,
} from "../../../pipelines/evaluate/scores/judged-scores.ts";
import { aPrediction, aTruth } from "../../support/evaluation-rows.ts";

const unjudged: JudgeVerdicts = {
  keypoints: undefined,
  faithfulness: undefined,
  relevance: undefined,
  correctness: undefined,
  quest: undefined,
  questReference: undefined,
};
const verdict = (keypointId: string, said: "covered" | "contradicted" | "neither") => ({
  keypointId,
  verdict: said,
  reason: "",
});
const scoresOf = (judged: Partial<JudgeVerdicts>, truth = aTruth(), prediction = aPrediction()) =>
  judgedScores({ truth, prediction, variant: "paper" }, { ...unjudged, ...judged });

test("keypoints are shares that sum to 1, and an answer passes from 4 on", () => {
  // Of four keypoints two are covered, one contradicted, one not spoken of.
  const keypoints = {
    verdicts: [
      verdict("k1", "covered"),
      verdict("k2", "contradicted"),
      verdict("k3", "covered"),
      verdict("k4", "neither"),
    ],
  };
  expect(scoresOf({ keypoints, correctness: { score: 3 } })).toMatchObject({
    completeness: 0.5,
    hallucination: 0.25,
    irrelevance: 0.25,
    correctness: 3,
    pass: 0,
  });
  expect(
    scoresOf({ correctness: { score: 4 }, faithfulness: { score: 1 }, relevance: { score: 0 } }),
  ).toMatchObject({ pass: 1, faithfulness: 1, relevance: 0 });
});

test("what could be judged and has no verdict is undefined; what could not is not there", () => {
  const all = [
    "completeness",
    "correctness",
    "faithfulness",
    "hallucination",
    "irrelevance",
    "pass",
    "relevance",
  ];
  expect(scoresOf({})).toEqual(Object.fromEntries(all.map(metric => [metric, null])));
  const bare = aTruth({ keypoints: null, answer: " " });
  expect(scoresOf({}, bare, aPrediction({ retrieved: null }))).toEqual({});
  expect(scoresOf({}, aTruth(), aPrediction({ answer: null }))).toEqual({});
  // Nothing is stated that could be unsupported.
  expect(Object.keys(scoresOf({}, bare, aPrediction({ answer: " " })))).toEqual(["relevance"]);
});

test("an answer to a question on the reference counts for recall; without a reply both are undefined", () => {
  const truth = aTruth({
    quest: [
      { id: "q1", question: "When?", answer: "in 1998" },
      { id: "q2", question: "How many?", answer: "214 people" },
    ],
  });
  // One of two is answered, with one of its two words.
  const quest = {
    answers: [
      { id: "q1", answer: "1998" },
      { id: "q2", answer: null },
    ],
  };
  const questReference = {
    answers: [
      { id: "q1", answer: "in 1998" },
      { id: "q2", answer: "214" },
    ],
  };
  expect(scoresOf({ quest, questReference }, truth)["quest-recall"]).toBe(0.5);
  expect(scoresOf({ quest, questReference }, truth)["quest-precision"]).toBeCloseTo(2 / 3, 12);
  // What the reference is read to leave open counts for nothing, whatever was written with the questions.
  const open = {
    answers: [
      { id: "q1", answer: "in 1998" },
      { id: "q2", answer: null },
    ],
  };
  expect(scoresOf({ quest, questReference: open }, truth)["quest-recall"]).toBe(1);
  expect(scoresOf({ quest }, truth)["quest-recall"]).toBeNull();
  expect(scoresOf({}, truth)).toMatchObject({ "quest-recall": null, "quest-precision": null });
});

test("a judge that abstains scores nothing, and what it abstained from is known apart from what failed", () => {
  const silent = {
    keypoints: { verdicts: [] },
    faithfulness: { score: null },
  };
  expect(scoresOf(silent)).toMatchObject({
    completeness: null,
    hallucination: null,
    irrelevance: null,
    faithfulness: null,
  });
  expect(abstainedMetricsOf({ ...unjudged, ...silent })).toEqual([
    "completeness",
    "hallucination",
    "irrelevance",
    "faithfulness",
  ]);
  expect(abstainedMetricsOf(unjudged)).toEqual([]);
});
