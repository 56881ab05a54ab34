// References that say nothing of the matter go; what they stand beside, and the item, stay.

import { expect, test } from "vitest";
import { dropUnrelatedEvidence } from "../../pipelines/items/unrelated-evidence.ts";
import { aDocument, anAnswer, aQuestion, evidenceOf, founded } from "../support/items.ts";

const left = (sentences: string[], over: Parameters<typeof anAnswer>[0] = {}) => {
  const document = aDocument({ text: sentences.join("\n") });
  const evidence = sentences.map((text, at) => evidenceOf(text, at + 1, document));
  return dropUnrelatedEvidence(evidence, anAnswer(over)).map(({ number, text }) => [number, text]);
};

test.each(["Weather stayed mild.", "Alder Mills thanks everybody."])(
  "%s is left out, and the others are numbered again",
  idle => {
    expect(left([idle, founded])).toEqual([[1, founded]]);
  },
);

test.each([
  ["the head of a list", "Each portion:", {}],
  ["half a sentence", "We hold to", {}],
  ["a value of the answer", "1998-05-03.", {}],
  [
    "a word of the subject's name that the answer uses for itself",
    "Birthplace: Alder.",
    { answer: "Its founder was born in Alder on 3 May 1998." },
  ],
])("%s stays: %s", (_, text, over) => {
  expect(left([text, founded], over)).toHaveLength(2);
});

test("a document's only reference stays, for other checks to judge", () => {
  expect(left(["It rained."], { question: aQuestion() })).toHaveLength(1);
});
