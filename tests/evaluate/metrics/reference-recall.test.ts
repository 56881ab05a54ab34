// RAGEval's Recall and EIR as the paper defines them, by hand.

import { expect, test } from "vitest";
import { referenceScores } from "../../../pipelines/evaluate/metrics/reference-recall.ts";

test("a reference counts when all its sentences are found, in one passage or in several", () => {
  const references = ["The ferry left at noon. It carried twelve cars.", "The captain slept."];
  // Both sentences of the first reference are found, but in two passages; the second reference is not found: 1 of 2, 0 of 2.
  // Matched words: 5 + 4; retrieved words: 8 + 4.
  const passages = ["The ferry left at noon. It was raining.", "It carried twelve cars."];
  expect(referenceScores({ references, passages, language: "en" })).toEqual({
    recall: 1 / 2,
    recallSameChunk: 0,
    eir: 9 / 12,
  });
  expect(referenceScores({ references, passages: [passages.join(" ")], language: "en" })).toEqual({
    recall: 1 / 2,
    recallSameChunk: 1 / 2,
    eir: 9 / 12,
  });
});

test("Chinese words are code points, of signs beyond the first plane too", () => {
  // Matched: 7 of 7 + 5 code points.
  expect(
    referenceScores({
      references: ["𠀀号轮已出港。"],
      passages: ["𠀀号轮已出港。天气晴朗。"],
      language: "zh",
    }),
  ).toEqual({ recall: 1, recallSameChunk: 1, eir: 7 / 12 });
});

test("sentences of a reference not found whole add nothing to EIR", () => {
  const input = {
    references: ["The ferry left at noon. It carried twelve cars."],
    passages: ["The ferry left at noon."],
    language: "en",
  } as const;
  expect(referenceScores(input)).toEqual({ recall: 0, recallSameChunk: 0, eir: 0 });
});

test("a sentence given twice, or within another, counts once for EIR", () => {
  const input = {
    references: ["It carried twelve cars.", "It carried twelve cars.", "cars."],
    passages: ["It carried twelve cars."],
    language: "en",
  } as const;
  expect(referenceScores(input)).toEqual({ recall: 1, recallSameChunk: 1, eir: 1 });
});

test("without references all is undefined; a blank one is none", () => {
  const nothing = { recall: null, recallSameChunk: null, eir: null };
  expect(referenceScores({ references: [], passages: ["Some text."], language: "en" })).toEqual(
    nothing,
  );
  expect(
    referenceScores({ references: [" \n"], passages: ["Some text."], language: "en" }),
  ).toEqual(nothing);
});

test.each([[[]], [[""]], [[" "]]])(
  "where nothing was retrieved recall is 0 and EIR undefined: %j",
  passages => {
    expect(
      referenceScores({ references: ["The captain slept."], passages, language: "en" }),
    ).toEqual({ recall: 0, recallSameChunk: 0, eir: null });
  },
);
