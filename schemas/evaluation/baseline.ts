// Settings of the baseline RAG, its chunks and its retrievals.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";
import { Passage } from "./predictions.ts";

/** `random-hybrid` is CRUD-RAG's method: k passages are drawn at random from those that both retrievers find. `hybrid` uses reciprocal rank fusion. */
export const Retriever = z.enum([
  "bm25",
  "dense",
  "hybrid",
  "random-hybrid",
  "hybrid-rerank",
  "bm25-rerank",
]);
export type Retriever = z.output<typeof Retriever>;

/** Maximum numbers of tokens (o200k); absent if there is no limit. */
export const BaselineCaps = z.strictObject({
  /** In the part of the question that is used as the query. */
  query: z.int().min(1).optional(),
  /** In the passages that the answer is written from: the last one is truncated to fit. */
  input: z.int().min(1).optional(),
  /** In the answer: a longer one is truncated, as by a server with a token limit. */
  output: z.int().min(1).optional(),
});
export type BaselineCaps = z.output<typeof BaselineCaps>;

export const BaselineSetting = z.strictObject({
  /** `512-0-bm25-4`, plus the models if there are several, and `-subject` if each chunk is preceded by its document's name. */
  id: z.string(),
  /** Size of a chunk in tokens (o200k). */
  chunkSize: z.int().min(8),
  /** Number of tokens that a chunk repeats from the previous one. */
  overlap: z.int().min(0),
  retriever: Retriever,
  /** Number of chunks that the answer is written from. */
  topK: z.int().min(1),
  /** Number of chunks fetched for reranking, fusion or drawing. */
  fetched: z.int().min(1),
  subjectPrefix: z.boolean(),
  /** The retriever's models; absent for a kind of which the sweep has only one. */
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
  /** Id of the setting; `others/<id>` for the other questions. */
  system: z.string(),
  language: Language,
  retrieved: z.array(Passage),
  reranked: z.array(Passage).nullable(),
  contexts: z.array(Passage),
});
export type RetrievalRow = z.output<typeof RetrievalRow>;

export const chunks = artifactOf("baseline/chunks", ChunkRow);
export const retrievals = artifactOf("baseline/retrievals", RetrievalRow);
