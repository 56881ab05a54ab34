// A small item as an evaluation knows it, and what a system made of it; each test changes what it is about.

import type { Passage, PredictionRow } from "../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";

export const aTruth = (over: Partial<TruthRow> = {}): TruthRow => ({
  id: "i1",
  language: "en",
  type: "factual",
  domain: "finance",
  question: "When was Alder Mills founded, and how many people does it employ?",
  answer: "Alder Mills was founded in 1998 and employs 214 people.",
  subjects: ["Alder Mills"],
  documentIds: ["d1"],
  references: [
    { text: "Alder Mills was founded in 1998.", span: { documentId: "d1", start: 0, end: 32 } },
  ],
  keypoints: [
    { id: "k1", claim: "Alder Mills was founded in 1998." },
    { id: "k2", claim: "Alder Mills employs 214 people." },
  ],
  keywords: null,
  labels: null,
  quest: null,
  split: null,
  set: "ours",
  otherIds: [],
  ...over,
});

export const passage = (text: string | null, over: Partial<Passage> = {}): Passage => ({
  id: null,
  documentId: null,
  start: null,
  end: null,
  text,
  score: null,
  ...over,
});

export const aPrediction = (over: Partial<PredictionRow> = {}): PredictionRow => ({
  id: "p1",
  itemId: "i1",
  system: "mine",
  language: "en",
  answer: "It was founded in 1998.",
  retrieved: [
    passage("Alder Mills was founded in 1998."),
    passage("The Heron cinema stands on Quay Street."),
  ],
  reranked: null,
  contexts: null,
  ...over,
});
