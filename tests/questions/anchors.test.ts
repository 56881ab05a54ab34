// What a question over several documents rests on beside its answer: the day of each document, and what they are on.

import { expect, test } from "vitest";
import { type PlacedSentence, toEvidence } from "../../pipelines/items/numbered-sentences.ts";
import { documentAnchors, anchorsOf, nameAnchorsOf } from "../../pipelines/questions/anchors.ts";
import { keyedEvidence } from "../../pipelines/questions/keyed-evidence.ts";
import type { Shortlisted } from "../../schemas/questions/records.ts";

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
  expect(anchorsOf(cited, sentences, { language: "en", type: "as-of" })).toEqual(added);
});

const insured: PlacedSentence[] = [
  "Harrow Mutual, Selby branch",
  "Report of 4 April 2023",
  "Insured: Lorne Guitar Works Ltd",
  "The loss is assessed at 40,000 euros.",
].map((text, at) => ({
  document: "Harrow Mutual, Lorne Guitar Works Ltd, 2023-04-04",
  documentId: "d3",
  published: "2023-04-04",
  text,
  number: at + 1,
  start: at * 100,
  end: at * 100 + 90,
}));

test.each([
  ["the one of several names that is spoken of", "What is the loss of Lorne Guitar Works?", [3]],
  ["the day of a single document where it is spoken of", "What was the loss on 4 April 2023?", [2]],
  ["neither name nor day where neither is spoken of", "What is the loss of the luthier?", []],
])("%s", (_, said, added) => {
  const asked = { language: "en", type: "described", questionAndAnswer: said } as const;
  expect(anchorsOf([4], insured, asked)).toEqual(added);
});

test("of a chain each document's subject: by its name one leads to the next", () => {
  const asked = { language: "en", type: "chain" } as const;
  expect(anchorsOf([4, 6], sentences, asked)).toEqual([3, 5, 2]);
});

test("a document's first line, its day and its subject are always read", () => {
  const first = sentences.filter(({ documentId }) => documentId === "d1");
  expect(documentAnchors(first, "en").map(({ number }) => number)).toEqual([1, 2, 3]);
});

test("of a list over a family the evidence is what its members say, whatever else was cited", () => {
  const candidate = {
    type: "complete-list",
    question: "Which draughts has berth 4 had?",
    evidence: toEvidence([4], sentences),
    members: ["d1"],
    measures: { proof: null },
  } as unknown as Shortlisted;
  const { evidence } = keyedEvidence(
    candidate,
    { keypointNumbers: [5, 6], idle: [] },
    { sentences, language: "en" },
  );
  expect(evidence.map(({ text }) => text)).toEqual(
    [3, 4].map(number => sentences[number - 1]?.text),
  );
});

test("what two documents say alike is cited once, from where a keypoint rests; not where one may have copied the other", () => {
  const repeated: PlacedSentence[] = [
    ...sentences,
    {
      ...sentences[5]!,
      number: 7,
      start: 700,
      end: 790,
      text: "Berth 4 still takes a draught of 6.2 m.",
    },
  ];
  const cites = (type: Shortlisted["type"]) => {
    const candidate = {
      type,
      question: "Which draught has berth 4?",
      evidence: toEvidence([4, 7], repeated),
      measures: { proof: null },
    } as unknown as Shortlisted;
    const options = { sentences: repeated, language: "en" as const };
    return keyedEvidence(candidate, { keypointNumbers: [4], idle: [] }, options).evidence.map(
      ({ text }) => text,
    );
  };
  expect(cites("described")).not.toContain("Berth 4 still takes a draught of 6.2 m.");
  expect(cites("which-holds")).toContain("Berth 4 still takes a draught of 6.2 m.");
});

const advisory: PlacedSentence[] = [
  [
    "a1",
    "Advisory on the Marl parser",
    "id = CX-2021-77",
    "Versions before 2.1 read past the end.",
  ],
  ["a2", "Advisory on the Tarn parser", "id = CX-2021-78", "Deep lists fill the stack."],
]
  .flatMap(([documentId = "", name = "", ...texts]) =>
    [name, ...texts].map(text => ({ document: name, documentId, published: null, text })),
  )
  .map((line, at) => ({ ...line, number: at + 1, start: at * 100, end: at * 100 + 90 }));

test.each([
  ["the line that has its name", [3], "Which versions of the Marl parser read past the end?", [1]],
  ["the line that has its code", [3], "Which versions does CX-2021-77 concern?", [2]],
  ["nothing where the question names neither", [3], "Which versions read past the end?", []],
  ["nothing that is cited already", [1, 2, 3], "Does CX-2021-77 concern the Marl parser?", []],
  ["nothing of a document that is not cited", [6], "And the Marl parser, CX-2021-77?", []],
  [
    "the name of each document",
    [3, 6],
    "Is the Tarn parser safe where the Marl parser is not?",
    [1, 4],
  ],
])("of a document that the question names: %s", (_, cited, said, added) => {
  expect(nameAnchorsOf(cited, advisory, { language: "en", questionAndAnswer: said })).toEqual(
    added,
  );
});
