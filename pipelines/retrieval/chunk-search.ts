// Retrieves chunks made with one chunking configuration for the baseline RAG: by words, vectors or both, optionally reranked.

import type { BaselineSetting, ChunkRow, Retriever } from "../../schemas/evaluation/baseline.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Embed } from "../llm/endpoints/embedder.ts";
import type { Rerank } from "../llm/endpoints/rerank.ts";
import { drawFrom } from "../text/random.ts";
import { once } from "../text/memoize.ts";
import { searchTokens } from "../text/segment.ts";
import { segmentTexts } from "../text/segment-pool.ts";
import type { Hit } from "./best-hits.ts";
import { type Bm25Index, indexTerms } from "./bm25.ts";
import { buildDense, type DenseIndex } from "./dense.ts";
import { fuseRanks, randomHybrid } from "./fusion.ts";

export interface RetrievalServices {
  /** Needed by retrievers that compare vectors. */
  readonly embed?: Embed | undefined;
  /** Needed by retrievers that rerank. */
  readonly rerank?: Rerank | undefined;
}

interface ChunkQuery {
  readonly text: string;
  readonly language: Language;
}

export interface FoundChunk {
  readonly chunk: ChunkRow;
  /** Higher is better, comparable within one search; null if there is none (drawn at random, or left out by the reranker). */
  readonly score: number | null;
}

/** The chunks found for a query, best first. */
export interface FoundChunks {
  /** The chunks fetched: for a reranker, or directly for the answer. */
  readonly retrieved: readonly FoundChunk[];
  /** All fetched chunks in the reranker's order; null if no reranker is used. */
  readonly reranked: readonly FoundChunk[] | null;
  /** The first chunks, which the answering model reads. */
  readonly contexts: readonly FoundChunk[];
}

interface FindSettings extends Pick<BaselineSetting, "retriever" | "topK" | "fetched"> {
  /** Random seed of `random-hybrid`. */
  readonly seed: number;
}

export interface ChunkSearch {
  /** The chunks found with each setting, in the order of the settings. Words and vectors are searched once, for the setting that needs the most hits. */
  find(query: ChunkQuery, settings: readonly FindSettings[]): Promise<FoundChunks[]>;
}

interface ChunkCorpus {
  readonly chunks: readonly ChunkRow[];
  /** Whether each chunk is prefixed with its document's name. */
  readonly subjectPrefix: boolean;
  readonly services: RetrievalServices;
  readonly signal: AbortSignal;
}

export const usesVectors = (retriever: Retriever): boolean => !retriever.startsWith("bm25");
export const usesReranker = (retriever: Retriever): boolean => retriever.endsWith("-rerank");

/**
 * A chunk's text after its document's name, as it is indexed and reranked: RAGEval (section 4.1) adds "the name of the
 * company, patient, etc., to help retrieval".
 */
export function withSubject({
  subject,
  text,
  language,
}: Pick<ChunkRow, "subject" | "text" | "language">): string {
  if (subject.trim() === "") return text;
  return language === "zh" ? `${subject}：${text}` : `${subject}: ${text}`;
}

/** A hit; the score is null if it was drawn at random. */
type FetchedHit = Pick<Hit, "id"> & Pick<FoundChunk, "score">;

interface Indexes {
  /** Word index of the chunks, each segmented by the rules of its language. */
  words(): Promise<Bm25Index>;
  /** Index of vectors, which are requested when the first query needs them. */
  vectors(): Promise<DenseIndex>;
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Opens a search over chunks of both languages together, by their own content only. Errors from the services are passed on. */
export function openChunkSearch(corpus: ChunkCorpus): ChunkSearch {
  const { chunks, subjectPrefix } = corpus;
  const byId = new Map(chunks.map(chunk => [chunk.id, chunk]));
  const indexedText = (chunk: ChunkRow) => (subjectPrefix ? withSubject(chunk) : chunk.text);
  const indexes = openIndexes(corpus, indexedText);
  const findWith = async (
    lists: HitLists,
    query: ChunkQuery,
    setting: FindSettings,
  ): Promise<FoundChunks> => {
    const hits = await fetchHits(lists, setting);
    const retrieved = hits.flatMap(({ id, score }) => {
      const chunk = byId.get(id);
      return chunk ? [{ chunk, score }] : [];
    });
    const texts = retrieved.map(({ chunk }) => indexedText(chunk));
    const reranked = usesReranker(setting.retriever)
      ? sortByScore(retrieved, await scoresByReranker(corpus, query.text, texts))
      : null;
    return { retrieved, reranked, contexts: (reranked ?? retrieved).slice(0, setting.topK) };
  };
  return {
    async find(query, settings) {
      const lists = searchOnce(indexes, query, settings);
      const results: FoundChunks[] = [];
      for (const setting of settings) results.push(await findWith(lists, query, setting));
      return results;
    },
  };
}

function openIndexes(
  { chunks, services, signal }: ChunkCorpus,
  indexedText: (chunk: ChunkRow) => string,
): Indexes {
  const ids = chunks.map(({ id }) => id);
  const textsOf = () =>
    chunks.map(chunk => ({ text: indexedText(chunk), language: chunk.language }));
  const embed = async (texts: readonly string[]) => {
    if (services.embed) return services.embed(texts, signal);
    throw new Error("a retriever that compares vectors was given no embedding model");
  };
  return {
    embed,
    words: once(async () => indexTerms(ids, await segmentTexts(textsOf()))),
    vectors: once(async () => buildDense(ids, await embed(chunks.map(indexedText)))),
  };
}

/** How many hits a setting needs by words and by vectors; a chunk's rank there does not depend on how many are requested. */
const hitCountOf = ({ retriever, topK, fetched }: FindSettings): number =>
  retriever === "bm25" || retriever === "dense" ? topK : fetched;

/** The best hits of each search, found when first needed. */
interface HitLists {
  words(): Promise<readonly Hit[]>;
  vectors(): Promise<readonly Hit[]>;
}

function searchOnce(
  indexes: Indexes,
  query: ChunkQuery,
  settings: readonly FindSettings[],
): HitLists {
  const maxHits = settings.reduce((max, setting) => Math.max(max, hitCountOf(setting)), 0);
  return {
    words: once(() => searchWords(indexes, query, maxHits)),
    vectors: once(() => searchVectors(indexes, query, maxHits)),
  };
}

/**
 * Returns as many hits as are fetched for a reranker, or otherwise as many as are read. A shorter list of one search
 * is the beginning of a longer one; a fused or randomly drawn list depends on how many are fetched, so each setting makes it from lists of that length.
 */
async function fetchHits(lists: HitLists, setting: FindSettings): Promise<readonly FetchedHit[]> {
  const { retriever, topK, fetched, seed } = setting;
  const bestHits = async (search: () => Promise<readonly Hit[]>) =>
    (await search()).slice(0, hitCountOf(setting));
  if (retriever === "bm25" || retriever === "bm25-rerank") return bestHits(lists.words);
  if (retriever === "dense") return bestHits(lists.vectors);
  const [first, second] = (await Promise.all([bestHits(lists.words), bestHits(lists.vectors)])).map(
    hits => hits.map(({ id }) => id),
  ) as [string[], string[]];
  if (retriever === "random-hybrid")
    return randomHybrid(first, second, topK, drawFrom(seed)).map(id => ({ id, score: null }));
  return fuseRanks(first, second).slice(0, retriever === "hybrid" ? topK : fetched);
}

const searchWords = async (
  indexes: Indexes,
  { text, language }: ChunkQuery,
  count: number,
): Promise<Hit[]> => (await indexes.words()).search(searchTokens(text, language), count);

async function searchVectors(
  { vectors, embed }: Indexes,
  { text }: ChunkQuery,
  count: number,
): Promise<Hit[]> {
  const index = await vectors();
  // An empty text has no vector, and some endpoints refuse it.
  if (text.trim() === "") return [];
  const [vector] = await embed([text]);
  return vector ? index.search(vector, count) : [];
}

async function scoresByReranker(
  { services, signal }: ChunkCorpus,
  query: string,
  texts: readonly string[],
) {
  if (!services.rerank) throw new Error("a retriever that reranks was given no reranker");
  return services.rerank(query, texts, signal);
}

/** Sorts the chunks by the reranker's scores; chunks that it left out come last. Ties and left-out chunks keep their order. */
function sortByScore(
  retrieved: readonly FoundChunk[],
  scores: readonly (number | null)[],
): FoundChunk[] {
  const rescored = retrieved.map(({ chunk }, index) => ({ chunk, score: scores[index] ?? null }));
  return rescored.toSorted((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity) || 0);
}
