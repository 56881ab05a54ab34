// What a RAG system did with an item: what it retrieved, reranked, read, and answered.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";

/** A passage as a system names it: by text, by place in a document, by document, or by several of these. */
export const Passage = z.strictObject({
  /** Of the chunk, where the system has one. */
  id: z.string().nullable(),
  documentId: z.string().nullable(),
  /** UTF-16 offsets into the document, end exclusive; both or neither. */
  start: z.int().min(0).nullable(),
  end: z.int().min(0).nullable(),
  text: z.string().nullable(),
  score: z.number().nullable(),
});
export type Passage = z.output<typeof Passage>;

/** Best first; null where the system does not tell. */
const passages = z.array(Passage).nullable();

export const PredictionRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  /** Whose it is: the name of the predictions, or of a baseline's setting. */
  system: z.string(),
  language: Language,
  /** Null where only retrieval was done. */
  answer: z.string().nullable(),
  retrieved: passages,
  /** What a reranker made of them; null where none is used. */
  reranked: passages,
  /** What the answer was written from. */
  contexts: passages,
});
export type PredictionRow = z.output<typeof PredictionRow>;

export const predictions = artifactOf("evaluate/predictions", PredictionRow);

/** The simple form, one line an item; all but the id may be missing. Read tolerantly. A passage may be its text alone. */
export const SimplePassage = z.union([
  z.string(),
  z.object({
    id: z.union([z.string(), z.number()]).nullish(),
    documentId: z.union([z.string(), z.number()]).nullish(),
    start: z.int().min(0).nullish(),
    end: z.int().min(0).nullish(),
    text: z.string().nullish(),
    score: z.number().nullish(),
  }),
]);
export type SimplePassage = z.output<typeof SimplePassage>;

const simplePassages = z.array(SimplePassage).nullish();

export const SimplePrediction = z.object({
  id: z.union([z.string().min(1), z.int()]),
  answer: z.string().nullish(),
  retrieved: simplePassages,
  reranked: simplePassages,
  contexts: simplePassages,
});
export type SimplePrediction = z.output<typeof SimplePrediction>;

/** One line of a user's own chunks: place or text, best both. Read tolerantly. */
export const OwnChunk = z.object({
  id: z.union([z.string().min(1), z.int()]),
  documentId: z.union([z.string(), z.number()]).nullish(),
  /** Code points, as all that leaves or enters by file. */
  start: z.int().min(0).nullish(),
  end: z.int().min(0).nullish(),
  text: z.string().nullish(),
});
export type OwnChunk = z.output<typeof OwnChunk>;
