// Embeddings and reranking of the replay server: made from the texts alone, the same on every machine.

import { createHash } from "node:crypto";
import { z } from "zod";
import { hashOf } from "../../../pipelines/engine/fingerprint.ts";
import { isBadReply } from "./faults.ts";
import type { ReplaySettings } from "./settings.ts";
import { type Failure, failure, type Work } from "./work.ts";

const Text = z.string().min(1);

const EmbeddingRequest = z.object({
  model: z.string().min(1),
  input: z.union([Text.transform(text => [text]), z.array(Text).min(1).max(2048)]),
  dimensions: z.int().min(1).max(8192).nullish(),
  encoding_format: z.enum(["float", "base64"]).nullish(),
});

const RerankRequest = z.object({
  model: z.string().min(1),
  query: Text,
  documents: z.array(z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)])).min(1),
  top_n: z.int().min(1).nullish(),
});

export interface ReadingDesk {
  readonly settings: ReplaySettings;
  /** Tokens of a text. */
  readonly count: (text: string) => number;
}

/** A vector of length 1 drawn from a text's hash; fewer dimensions are the first of more, brought to length 1 again. */
function unitVector(text: string, dimensions: number): Float32Array {
  const bytes = createHash("shake256", { outputLength: dimensions * 4 })
    .update(text)
    .digest();
  const raw = Float64Array.from({ length: dimensions }, (_, place) => bytes.readInt32LE(place * 4) + 0.5);
  const length = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(raw, value => value / length);
}

const inBase64 = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");

const misread = (error: z.ZodError) => failure(400, "invalid_request", error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));

/** A work that has one reply and can meet only faults of the connection. */
function plainWork(tariff: "embeddings" | "rerank", request: string, inputTokens: number, body: () => object): Work {
  const usage = { inputTokens, outputTokens: 0 };
  return { tariff, question: request, request, usage, longest: 0, fits: kind => !isBadReply(kind), reply: () => ({ body: body(), usage }) };
}

/** `POST /v1/embeddings`. */
export function embeddingWork({ settings, count }: ReadingDesk, body: unknown): Work | Failure {
  const read = EmbeddingRequest.safeParse(body);
  if (!read.success) return misread(read.error);
  const { model, input, encoding_format: format } = read.data;
  const dimensions = read.data.dimensions ?? settings.dimensions;
  const tokens = input.reduce((sum, text) => sum + count(text), 0);
  return plainWork("embeddings", hashOf(["embeddings", model, dimensions, input]), tokens, () => ({
    object: "list",
    model,
    data: input.map((text, index) => {
      const vector = unitVector(text, dimensions);
      return { object: "embedding", index, embedding: format === "base64" ? inBase64(vector) : [...vector] };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }));
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+?(?=\p{Script=Han}|[^\p{L}\p{N}]|$)/gu));

/** The share of the query's words (each Han character is one) that a document has. */
function relevance(query: ReadonlySet<string>, document: string): number {
  const words = wordsOf(document);
  return query.size === 0 ? 0 : [...query].filter(word => words.has(word)).length / query.size;
}

/** `POST /v1/rerank`, best first; usage is told in Jina's way and in Cohere's. */
export function rerankWork({ count }: ReadingDesk, body: unknown): Work | Failure {
  const read = RerankRequest.safeParse(body);
  if (!read.success) return misread(read.error);
  const { model, query, documents, top_n: topN } = read.data;
  const tokens = documents.reduce((sum, text) => sum + count(query) + count(text), 0);
  const request = hashOf(["rerank", model, query, documents, topN ?? null]);
  return plainWork("rerank", request, tokens, () => {
    const asked = wordsOf(query);
    const scored = documents.map((text, index) => ({ index, relevance_score: relevance(asked, text) }));
    const results = scored.sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index).slice(0, topN ?? undefined);
    return { id: `rerank-${request.slice(0, 24)}`, model, results, usage: { total_tokens: tokens }, meta: { billed_units: { search_units: 1 } } };
  });
}
