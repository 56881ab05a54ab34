// Sentences are numbered through; of long documents the nearest stay, in order, each document with its share.

import { expect, test } from "vitest";
import {
  numberSentences,
  toEvidence,
  unknownSentencesProblem,
} from "../../pipelines/items/numbered-sentences.ts";
import { aDocument } from "../support/items.ts";

const filler = (word: string) =>
  Array.from(
    { length: 900 },
    (_, index) => `${word} ${index} tells of nothing that anybody would want to know.`,
  );
const size = (sentences: readonly { text: string }[]) =>
  sentences.reduce((sum, { text }) => sum + text.length, 0);

test("short documents are shown whole, without lines of mere signs, every sentence verbatim", () => {
  const document = aDocument({ text: "One stands.\n---\nTwo stands." });
  const sentences = numberSentences([document, aDocument({ id: "d2", text: "Three stands." })], "");
  expect(sentences.map(({ number, text }) => [number, text])).toEqual([
    [1, "One stands."],
    [2, "Two stands."],
    [3, "Three stands."],
  ]);
  expect(document.text.slice(sentences[1]!.start, sentences[1]!.end)).toBe("Two stands.");
});

test("of a long document the nearest sentences stay, within size and in order", () => {
  const lines = [
    ...filler("Line"),
    "The looms were bought in 1998.",
    ...filler("Row"),
    "The looms were sold in 2004.",
  ];
  const sentences = numberSentences(
    [aDocument({ text: lines.join("\n") })],
    "When were the looms bought and sold?",
  );
  expect(sentences.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["The looms were bought in 1998.", "The looms were sold in 2004."]),
  );
  expect(size(sentences)).toBeLessThanOrEqual(30_000);
  expect(sentences.map(({ start }) => start)).toEqual(
    sentences.map(({ start }) => start).sort((a, b) => a - b),
  );
  expect(sentences.map(({ number }) => number)).toEqual(sentences.map((_, index) => index + 1));
});

test("sentences that are cited stay though others are nearer", () => {
  const text = [...filler("Loom"), "Zebra."].join("\n");
  const start = text.indexOf("Zebra.");
  expect(
    numberSentences([aDocument({ text })], "Loom", {
      keptSpans: [{ documentId: "d1", start, end: start + 6 }],
    }).at(-1)?.text,
  ).toBe("Zebra.");
});

test("a sentence in which a kept stretch begins is shown from there", () => {
  const text = "Bridge open The bridge was opened in 1998. It is blue.";
  const start = text.indexOf("The bridge");
  const own = { documentId: "d1", start, end: text.indexOf(" It is") };
  const [first, second] = numberSentences([aDocument({ text })], "", { keptSpans: [own] });
  expect(first).toMatchObject({ ...own, number: 1, text: "The bridge was opened in 1998." });
  expect(second?.text).toBe("It is blue.");
  const elsewhere = { ...own, documentId: "d2" };
  const [whole] = numberSentences([aDocument({ text })], "", { keptSpans: [elsewhere] });
  expect(whole?.text).toBe("Bridge open The bridge was opened in 1998.");
  const both = [own, { ...own, start: 0 }];
  expect(numberSentences([aDocument({ text })], "", { keptSpans: both })[0]?.start).toBe(0);
});

test("numbers become evidence in the order of the documents, each once; unknown ones are named", () => {
  const sentences = numberSentences([aDocument({ text: "One stands.\nTwo stands." })], "");
  expect(toEvidence([2, 1, 2], sentences).map(({ number, text }) => [number, text])).toEqual([
    [1, "One stands."],
    [2, "Two stands."],
  ]);
  expect(unknownSentencesProblem([1, 9, 9, 0], sentences, "en")).toBe(
    "There are no sentences 9, 0.",
  );
  expect(unknownSentencesProblem([1, 9, 9, 0], sentences, "zh")).toBe("没有编号为 9、0 的句子。");
  expect(unknownSentencesProblem([1, 2], sentences, "zh")).toBeUndefined();
});
