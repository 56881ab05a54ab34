// What is known of an item's answer scores a system without a judge: the trap it fell into, and whether it read.

import { expect, test } from "vitest";
import { checkGate } from "../../../pipelines/evaluate/gate.ts";
import { truthScores } from "../../../pipelines/evaluate/scores/truth-scores.ts";
import { parseFailUnder } from "../../../pipelines/evaluate/metric-bounds.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { aPrediction, aTruth } from "../../support/evaluation-rows.ts";

const bridge = aTruth({
  question: "What may the Alder bridge carry?",
  answer: "40 tonnes",
  wrongAnswers: [
    { answer: "64 tonnes", trap: "stale", documentIds: ["d3"] },
    { answer: "70 tonnes", trap: "stale", documentIds: ["d4"] },
    { answer: "22 tonnes", trap: "twin", documentIds: ["d5"] },
  ],
});
const scoresOf = (truth: TruthRow, answer: string | null) =>
  truthScores({ truth, prediction: aPrediction({ answer }), variant: "paper" });

test("an answer falls into a trap by any wrong answer of its kind, and is right where it falls into none", () => {
  expect(scoresOf(bridge, "It carries 70 tonnes.")).toEqual({
    "right-answer-rate": 0,
    "stale-answer-rate": 1,
    "twin-answer-rate": 0,
  });
  expect(scoresOf(bridge, "40 tonnes.")).toEqual({
    "right-answer-rate": 1,
    "stale-answer-rate": 0,
    "twin-answer-rate": 0,
  });
});

test("an answer that says both, or neither, is neither right nor in a trap", () => {
  const neither = { "right-answer-rate": 0, "stale-answer-rate": 0, "twin-answer-rate": 0 };
  expect(scoresOf(bridge, "40 tonnes or 64 tonnes.")).toEqual(neither);
  expect(scoresOf(bridge, "I do not know.")).toEqual(neither);
});

test("nothing is scored without an answer or where nothing is known, and what cannot be told apart is undefined", () => {
  expect([scoresOf(bridge, null), scoresOf(aTruth(), "40 tonnes.")]).toEqual([{}, {}]);
  const alike = { answer: "It is 40 tonnes.", trap: "superseded" as const, documentIds: ["d1"] };
  expect(scoresOf({ ...bridge, wrongAnswers: [alike] }, "40 tonnes.")).toEqual({
    "right-answer-rate": null,
    "superseded-answer-rate": null,
  });
});

const twin = (said: string | null) => ({ ...bridge, original: { answer: "55 tonnes", said } });

test("a twin is grounded where both are answered rightly, and undefined where the original was not answered", () => {
  const grounded = (there: string | null, here: string) =>
    scoresOf(twin(there), here)["grounded-share"];
  expect([
    grounded("55 tonnes.", "40 tonnes."),
    grounded("55 tonnes.", "55 tonnes."),
    grounded("40 tonnes.", "40 tonnes."),
    grounded(null, "40 tonnes."),
  ]).toEqual([1, 0, 0, null]);
});

test("a twin whose answer did not change has no grounded share", () => {
  const same = { ...bridge, original: { answer: "40 tonnes.", said: "40 tonnes." } };
  expect(Object.keys(scoresOf(same, "40 tonnes."))).not.toContain("grounded-share");
});

test("a gate counts an item without prediction as fallen into its traps, and not to those it does not have", () => {
  const gate = checkGate({
    bounds: parseFailUnder(["stale-answer-rate=0.4", "partial-answer-rate=0.4"]),
    truths: [bridge],
    scores: [],
    missingIds: [bridge.id],
    allowMissing: false,
    variant: "paper",
  });
  expect(gate?.bounds.map(({ items, failed, kept }) => [items, failed, kept])).toEqual([
    [1, 1, false],
    [0, 0, false],
  ]);
});
