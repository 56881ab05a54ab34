// What a prediction's passages score, and what cannot be scored.

import { expect, test } from "vitest";
import { retrievalScores } from "../../../pipelines/evaluate/scores/retrieval-scores.ts";
import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import { aPrediction, aTruth, passage as aPassage } from "../../support/evaluation-rows.ts";

const passage = (over: Partial<Passage>) => aPassage(null, over);
const truth = aTruth({
  references: [{ text: "Alder Mills was founded in 1998.", span: null }],
  keywords: { coarse: ["Alder Mills"], fine: [["1998"]] },
});
const scored = (passages: Passage[]) =>
  retrievalScores({
    truth,
    prediction: aPrediction({ retrieved: passages, reranked: null, contexts: passages }),
    variant: "paper",
  }).values;

test("a passage that holds the reference and the keywords scores in full", () => {
  expect(scored([passage({ text: "Alder Mills was founded in 1998." })])).toMatchObject({
    "rageval-recall": 1,
    "evidence-recall": 1,
    "cofe-recall": 1,
    "cofe-accuracy": 1,
  });
});

test("passages that are names alone score nothing, which is not nought", () => {
  expect(scored([passage({ id: "chunk-7" })])).toMatchObject({
    "rageval-recall": null,
    "rageval-eir": null,
    "evidence-recall": null,
    "cofe-recall": null,
    "cofe-accuracy": null,
  });
});

test("an empty list found nothing", () => {
  expect(scored([])).toMatchObject({
    "rageval-recall": 0,
    "rageval-eir": null,
    "evidence-recall": 0,
    "cofe-recall": 0,
    "cofe-accuracy": 0,
  });
});
