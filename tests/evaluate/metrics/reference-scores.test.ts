// RAGEval's Recall and EIR as the paper defines them, by hand.

import { expect, test } from "vitest";
import { referenceScores } from "../../../pipelines/evaluate/metrics/reference-scores.ts";

const scoresOf = (references: string[], passages: string[], language: "zh" | "en" = "en") =>
  referenceScores({ references, passages, language });

test("a reference counts when all its sentences are found, in one passage or in several", () => {
  const references = ["The ferry left at noon. It carried twelve cars.", "The captain slept."];
  // Both sentences of the first reference are found, but in two passages; the second reference is not found: 1 of 2, 0 of 2.
  // Matched words: 5 + 4; retrieved words: 8 + 4.
  const passages = ["The ferry left at noon. It was raining.", "It carried twelve cars."];
  const scores = { recall: 1 / 2, recallSameChunk: 0, eir: 9 / 12 };
  expect(scoresOf(references, passages)).toEqual(scores);
  const joined = [passages.join(" ")];
  expect(scoresOf(references, joined)).toEqual({ ...scores, recallSameChunk: 1 / 2 });
});

test("Chinese words are code points, of signs beyond the first plane too", () => {
  // Matched: 7 of 7 + 5 code points.
  const scores = scoresOf(["𠀀号轮已出港。"], ["𠀀号轮已出港。天气晴朗。"], "zh");
  expect(scores).toEqual({ recall: 1, recallSameChunk: 1, eir: 7 / 12 });
});

test("sentences of a reference not found whole add nothing to EIR", () => {
  const references = ["The ferry left at noon. It carried twelve cars."];
  const scores = scoresOf(references, ["The ferry left at noon."]);
  expect(scores).toEqual({ recall: 0, recallSameChunk: 0, eir: 0 });
});

test("a sentence given twice, or within another, counts once for EIR", () => {
  const sentence = "It carried twelve cars.";
  const scores = scoresOf([sentence, sentence, "cars."], [sentence]);
  expect(scores).toEqual({ recall: 1, recallSameChunk: 1, eir: 1 });
});

test("without references all is undefined; a blank one is none", () => {
  for (const references of [[], [" \n"]])
    expect(scoresOf(references, ["Some text."])).toEqual({
      recall: null,
      recallSameChunk: null,
      eir: null,
    });
});

test("where nothing was retrieved recall is 0 and EIR undefined", () => {
  for (const passages of [[], [""], [" "]])
    expect(scoresOf(["The captain slept."], passages)).toEqual({
      recall: 0,
      recallSameChunk: 0,
      eir: null,
    });
});
