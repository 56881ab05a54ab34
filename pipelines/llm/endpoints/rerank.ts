// Scores how well documents answer a query, through any endpoint that reranks like Cohere's or Jina's; the scores are kept in the journal.

import { z } from "zod";
import { PipelineError } from "../../engine/errors.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { languageOf } from "../../text/language.ts";
import { countTokens } from "../../text/segment.ts";
import { askService, type JsonService } from "./json-service.ts";
import type { CallFormat } from "../journaled-client.ts";
import type { Client, MeteredReply, SizedRequest } from "../model.ts";
import { plausibleCountOf } from "./usage.ts";

export interface RerankRequest extends SizedRequest {
  readonly query: string;
  readonly documents: readonly string[];
  readonly language: "zh" | "en";
}

/** A document's index in the request, and its score. */
type ScoredDocument = readonly [index: number, score: number];

export interface RerankReply extends MeteredReply {
  /** In the server's order, without documents it left out. */
  readonly ranking: readonly ScoredDocument[];
}

/** Without settings: only the model's name determines the scores. */
export type RerankClient = Client<RerankRequest, RerankReply, object>;

/** Tokens that a service adds to a document, estimated generously. */
const tokensPerDocument = 8;

// Adds up what a reranker reads: the query again with each document. Most services bill it that way.
const sumWithQuery = (query: number, documents: readonly number[]): number =>
  documents.reduce((sum, document) => sum + query + document, 0);

/** The key covers the model, the query and the documents in their order. */
export function rerankRequest(
  { name }: Pick<RerankClient, "name">,
  stage: string,
  content: Pick<RerankRequest, "query" | "documents">,
): RerankRequest {
  const { query, documents } = content;
  const maxInputTokens = sumWithQuery(
    Buffer.byteLength(query) + tokensPerDocument,
    documents.map(document => Buffer.byteLength(document)),
  );
  return {
    key: hashOf({ rerank: query, documents, model: name }),
    stage,
    query,
    documents,
    language: languageOf(query),
    maxInputTokens,
    maxReplyTokens: 0,
  };
}

const count = z.number().nullish();

/** Parsed leniently: Cohere reports usage in `meta`, Jina in `usage`. */
const Reply = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
  usage: z.object({ prompt_tokens: count, total_tokens: count }).nullish(),
  meta: z
    .object({
      tokens: z.object({ input_tokens: count }).nullish(),
      billed_units: z.object({ input_tokens: count }).nullish(),
    })
    .nullish(),
});
type Reply = z.output<typeof Reply>;

const isPlausible = ({ results }: Reply, documents: number): boolean =>
  results.every(({ index }) => index < documents) &&
  new Set(results.map(({ index }) => index)).size === results.length &&
  (results.length > 0 || documents === 0);

// Cohere bills and reports searches, not tokens: then tokens are counted here.
function inputTokensOf({ usage, meta }: Reply, { query, documents }: RerankRequest): number {
  return plausibleCountOf(
    [
      usage?.total_tokens,
      usage?.prompt_tokens,
      meta?.billed_units?.input_tokens,
      meta?.tokens?.input_tokens,
    ],
    sumWithQuery(
      Buffer.byteLength(query),
      documents.map(text => Buffer.byteLength(text)),
    ),
    () => sumWithQuery(countTokens(query), documents.map(countTokens)),
  );
}

/** Sends `POST {baseUrl}/rerank` once per call: wrappers do the retrying and enforce the limits. */
export function rerankEndpoint(service: JsonService): RerankClient {
  const complete = async (request: RerankRequest, signal: AbortSignal): Promise<RerankReply> => {
    const { query, documents } = request;
    const body = { model: service.model, query, documents, top_n: documents.length };
    const fits = (reply: Reply) => isPlausible(reply, documents.length);
    const { value, rates } = await askService(
      service,
      {
        path: "rerank",
        body,
        reply: Reply,
        expectedReply: `scores of ${documents.length} documents`,
        isPlausible: fits,
      },
      signal,
    );
    const ranking = value.results.map(
      ({ index, relevance_score }): ScoredDocument => [index, relevance_score],
    );
    return {
      ranking,
      usage: { inputTokens: inputTokensOf(value, request), outputTokens: 0 },
      rates,
    };
  };
  return { name: service.model, settings: {}, paid: true, complete };
}

const Ranking = z.array(z.tuple([z.int().min(0), z.number()]));

function parseRanking(reply: string): ScoredDocument[] {
  try {
    return Ranking.parse(JSON.parse(reply));
  } catch (cause) {
    throw new PipelineError(
      "corrupt-file",
      "A rerank call in calls.jsonl has no list of [document, score].",
      { hint: 'Delete that line (prompt "rerank") and run the same command again.', cause },
    );
  }
}

/** The journal stores the reply as a list of [index, score]. */
export const rerankCallFormat: CallFormat<RerankRequest, RerankReply> = {
  line: ({ query, documents, language }, { ranking }) => ({
    messages: hashOf([query, documents]),
    prompt: "rerank",
    language,
    finish: "stop",
    reply: JSON.stringify(ranking),
  }),
  reply: ({ reply, usage }) => ({ ranking: parseRanking(reply), usage }),
};

export type Rerank = (
  query: string,
  documents: readonly string[],
  signal: AbortSignal,
) => Promise<(number | null)[]>;

/** Scores in the order of the documents; null for those the server left out. Without documents, no request is made. */
export const createReranker =
  (client: RerankClient, stage: string): Rerank =>
  async (query, documents, signal) => {
    if (documents.length === 0) return [];
    const { ranking } = await client.complete(
      rerankRequest(client, stage, { query, documents }),
      signal,
    );
    const scores = new Map(ranking);
    return documents.map((_, index) => scores.get(index) ?? null);
  };
