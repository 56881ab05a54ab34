// What a question over several documents rests on beside its answer: the day of each document, and what they are on.

import { expect, test } from "vitest";
import type { PlacedSentence } from "../../pipelines/items/numbered.ts";
import { anchorsOf } from "../../pipelines/questions/anchors.ts";

const lines = (documentId: string, published: string, texts: readonly string[]) =>
  texts.map(text => ({ document: `Marl Quay, ${published}`, documentId, published, text }));
const sentences: PlacedSentence[] = [
  ...lines("d1", "2021-03-01", [
    "Harbour board",
    "Notice on Marl Quay",
    "Given on 1 March 2021.",
    "Berth 4 takes a draught of 6.2 m.",
  ]),
  ...lines("d2", "2022-05-09", [
    "Second notice on Marl Quay, 9 May 2022",
    "Berth 4 takes a draught of 5.4 m.",
  ]),
].map((line, at) => ({ ...line, number: at + 1, start: at * 100, end: at * 100 + 90 }));

test.each([
  ["each document's day, and the subject once", [4, 6], [3, 5]],
  ["the subject too where no line does that says a day", [4], [3, 2]],
  ["nothing that is cited already", [2, 3, 4], []],
  ["nothing of documents that are not cited", [5, 6], []],
])("%s", (_, cited, added) => {
  expect(anchorsOf(cited, sentences, "en")).toEqual(added);
});
