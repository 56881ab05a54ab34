// The settings of a plain RAG, and what it cuts and finds.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { Passage } from "./predictions.ts";

/** `random-hybrid` is CRUD-RAG's: k drawn from what both find. `hybrid` joins by reciprocal ranks. */
export const Retriever = z.enum([
  "bm25",
  "dense",
  "hybrid",
  "random-hybrid",
  "hybrid-rerank",
  "bm25-rerank",
]);
export type Retriever = z.output<typeof Retriever>;

/** Tokens (o200k) that a plain RAG may search by, read and answer with; absent where there is no cap. */
export const BaselineCaps = z.strictObject({
  /** Of the question that is searched by. */
  query: z.int().min(1).optional(),
  /** Of the passages that the answer is written from: the last of them is cut. */
  input: z.int().min(1).optional(),
  /** Of the answer: what is longer is cut, as a server does that is told so. */
  output: z.int().min(1).optional(),
});
export type BaselineCaps = z.output<typeof BaselineCaps>;

export const BaselineSetting = z.strictObject({
  /** `512-0-bm25-4`, with the models where there are several, and `-subject` where the document's name stands before each chunk. */
  id: z.string(),
  /** Tokens (o200k). */
  chunkSize: z.int().min(8),
  /** Tokens that a chunk repeats of the one before. */
  overlap: z.int().min(0),
  retriever: Retriever,
  /** Chunks the answer is written from. */
  topK: z.int().min(1),
  /** Chunks fetched before reranking, or drawing. */
  fetched: z.int().min(1),
  subjectPrefix: z.boolean(),
  /** Models of a retriever that asks them, where the sweep has several; else the one there is. */
  embedding: z.string().optional(),
  reranker: z.string().optional(),
  caps: BaselineCaps.optional(),
});
export type BaselineSetting = z.output<typeof BaselineSetting>;

export const ChunkRow = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  language: Language,
  chunkSize: z.int(),
  overlap: z.int(),
  /** UTF-16 offsets into the document, end exclusive. */
  start: z.int().min(0),
  end: z.int().min(1),
  text: z.string().min(1),
  /** The document's name. */
  subject: z.string(),
});
export type ChunkRow = z.output<typeof ChunkRow>;

export const RetrievalRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  /** Of the setting. */
  system: z.string(),
  language: Language,
  retrieved: z.array(Passage),
  reranked: z.array(Passage).nullable(),
  contexts: z.array(Passage),
});
export type RetrievalRow = z.output<typeof RetrievalRow>;

export const chunks = artifactOf("baseline/chunks", ChunkRow);
export const retrievals = artifactOf("baseline/retrievals", RetrievalRow);
