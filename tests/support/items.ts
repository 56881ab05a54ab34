// Small well-formed records for tests of the tail; each test changes what it is about.

import type { AnswerRow, ItemRow, QuestionRow } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";

const text =
  "Alder Mills was founded on 3 May 1998 in Corrie. Its revenue came to US$30 million in 2021. It employs 214 people.";

export const aDocument = (over: Partial<DocumentRow> = {}): DocumentRow => ({
  id: "d1",
  language: "en",
  domain: "finance",
  name: "Alder Mills",
  text,
  kind: "own",
  published: null,
  configId: null,
  sections: [],
  format: null,
  places: [],
  provenance: { source: "test", licence: null },
  foreign: null,
  ...over,
});

export const aQuestion = (over: Partial<QuestionRow> = {}): QuestionRow => ({
  id: "q1",
  wing: "rageval",
  type: "factual",
  language: "en",
  domain: "finance",
  question: "When was Alder Mills founded?",
  answer: "Alder Mills was founded on 3 May 1998.",
  subjects: ["Alder Mills"],
  documentIds: ["d1"],
  heldOutIds: [],
  spans: [],
  scope: [],
  factIds: ["f1"],
  derivations: [],
  originId: "p1",
  ...over,
});

/** Evidence at a sentence of the document's text. */
export const evidenceOf = (sentence: string, number = 1, document = aDocument()) => {
  const start = document.text.indexOf(sentence);
  return {
    number,
    span: { documentId: document.id, start, end: start + sentence.length },
    text: sentence,
  };
};

export const founded = "Alder Mills was founded on 3 May 1998 in Corrie.";

export const anAnswer = (over: Partial<AnswerRow> = {}): AnswerRow => ({
  id: "a1",
  language: "en",
  question: aQuestion(),
  answer: "Alder Mills was founded on 3 May 1998.",
  evidence: [evidenceOf(founded)],
  derivations: [],
  facts: [],
  changes: [],
  ...over,
});

export const anItem = (over: Partial<ItemRow> = {}): ItemRow => ({
  id: "item-1",
  wing: "rageval",
  type: "factual",
  language: "en",
  domain: "finance",
  question: "When was Alder Mills founded?",
  answer: "Alder Mills was founded on 3 May 1998.",
  documentIds: ["d1"],
  heldOutIds: [],
  evidence: [],
  keypoints: [],
  keywords: null,
  derivations: [],
  scope: [],
  questionId: "q1",
  measures: null,
  ...over,
});
