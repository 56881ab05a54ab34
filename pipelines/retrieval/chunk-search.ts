// A plain RAG's retrieval over the chunks of one configuration: by words, by vectors, by both, and reranked.

import type { BaselineSetting, ChunkRow, Retriever } from "../../schemas/evaluation/baseline.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Embed } from "../llm/endpoints/embedder.ts";
import type { Rerank } from "../llm/endpoints/rerank.ts";
import { drawFrom } from "../text/random.ts";
import { words } from "../text/segment.ts";
import { termsOfAll } from "../text/segment-pool.ts";
import { type Bm25, indexTerms } from "./bm25.ts";
import { buildDense, type Dense } from "./dense.ts";
import { fuseRanks, randomHybrid } from "./fusion.ts";

export interface RetrievalServices {
  /** Needed by each retriever that compares vectors. */
  readonly embed?: Embed | undefined;
  /** Needed by each that reranks. */
  readonly rerank?: Rerank | undefined;
}

interface ChunkQuery {
  readonly text: string;
  readonly language: Language;
}

export interface FoundChunk {
  readonly chunk: ChunkRow;
  /** Higher is better, comparable within one search; null where none was given (drawn, or left out by the reranker). */
  readonly score: number | null;
}

/** Best first. */
export interface FoundChunks {
  /** What is fetched: for a reranker, or at once for the answer. */
  readonly retrieved: readonly FoundChunk[];
  /** All of them in the reranker's order; null where none is used. */
  readonly reranked: readonly FoundChunk[] | null;
  /** The first of these: what is read. */
  readonly contexts: readonly FoundChunk[];
}

interface Finding extends Pick<BaselineSetting, "retriever" | "topK" | "fetched"> {
  /** What `random-hybrid` draws by. */
  readonly seed: number;
}

export interface ChunkSearch {
  /** What each setting finds, in their order. Words and vectors are searched once, for the setting that looks deepest. */
  find(query: ChunkQuery, settings: readonly Finding[]): Promise<FoundChunks[]>;
}

interface ChunkCorpus {
  readonly chunks: readonly ChunkRow[];
  /** Whether the document's name stands before each chunk. */
  readonly subjectPrefix: boolean;
  readonly services: RetrievalServices;
  readonly signal: AbortSignal;
}

export const usesVectors = (retriever: Retriever): boolean => !retriever.startsWith("bm25");
export const usesReranker = (retriever: Retriever): boolean => retriever.endsWith("-rerank");

/**
 * A chunk as it is indexed and reranked with its document's name before it: RAGEval (section 4.1) adds "the name of the
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

interface Hit {
  readonly id: string;
  readonly score: number | null;
}

interface Indexes {
  /** The words of each chunk, cut by its language. */
  words(): Promise<Bm25>;
  /** Vectors are asked for when the first query needs them. */
  vectors(): Promise<Dense>;
  readonly services: RetrievalServices;
  readonly signal: AbortSignal;
}

/** Chunks of both languages are searched together, and by what is in them alone. Services that fail throw as they do. */
export function openChunkSearch(corpus: ChunkCorpus): ChunkSearch {
  const { chunks, subjectPrefix } = corpus;
  const byId = new Map(chunks.map(chunk => [chunk.id, chunk]));
  const shown = (chunk: ChunkRow) => (subjectPrefix ? withSubject(chunk) : chunk.text);
  const indexes = openIndexes(corpus, shown);
  const rowsOf = (hits: readonly Hit[]): FoundChunk[] =>
    hits.flatMap(({ id, score }) =>
      byId.has(id) ? [{ chunk: byId.get(id) as ChunkRow, score }] : [],
    );
  const findWith = async (
    lists: Lists,
    query: ChunkQuery,
    setting: Finding,
  ): Promise<FoundChunks> => {
    const retrieved = rowsOf(await fetch(lists, setting));
    const reranked = usesReranker(setting.retriever)
      ? await rerankAll({ ...indexes, shown }, query.text, retrieved)
      : null;
    return { retrieved, reranked, contexts: (reranked ?? retrieved).slice(0, setting.topK) };
  };
  return {
    async find(query, settings) {
      const lists = listsFor(indexes, query, settings);
      const found: FoundChunks[] = [];
      for (const setting of settings) found.push(await findWith(lists, query, setting));
      return found;
    },
  };
}

function openIndexes(
  { chunks, services, signal }: ChunkCorpus,
  shown: (chunk: ChunkRow) => string,
): Indexes {
  const ids = chunks.map(({ id }) => id);
  const textsOf = () => chunks.map(chunk => ({ text: shown(chunk), language: chunk.language }));
  return {
    services,
    signal,
    words: once(async () => indexTerms(ids, await termsOfAll(textsOf()))),
    vectors: once(async () =>
      buildDense(ids, await embedWith(services)(chunks.map(shown), signal)),
    ),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function embedWith({ embed }: RetrievalServices): Embed {
  if (embed) return embed;
  throw new Error("a retriever that compares vectors was given no embedding model");
}

/** How far down a setting looks in the lists of words and vectors; its rank there does not depend on how many are asked for. */
const depthOf = ({ retriever, topK, fetched }: Finding): number =>
  retriever === "bm25" || retriever === "dense" ? topK : fetched;

/** The best of each search, found when first asked for. */
interface Lists {
  words(): Promise<readonly Hit[]>;
  vectors(): Promise<readonly Hit[]>;
}

function listsFor(indexes: Indexes, query: ChunkQuery, settings: readonly Finding[]): Lists {
  const deepest = settings.reduce((most, setting) => Math.max(most, depthOf(setting)), 0);
  return {
    words: once(() => byWords(indexes, query, deepest)),
    vectors: once(() => byVectors(indexes, query, deepest)),
  };
}

/**
 * What is handed on: as many as are fetched for a reranker, else as many as are read. Of a longer list of one search the first are
 * what a shorter one is; what is fused or drawn follows from how many were fetched, and is made for each setting from lists of that length.
 */
async function fetch(lists: Lists, setting: Finding): Promise<readonly Hit[]> {
  const { retriever, topK, fetched, seed } = setting;
  const best = async (search: () => Promise<readonly Hit[]>) =>
    (await search()).slice(0, depthOf(setting));
  if (retriever === "bm25" || retriever === "bm25-rerank") return best(lists.words);
  if (retriever === "dense") return best(lists.vectors);
  const [first, second] = (await Promise.all([best(lists.words), best(lists.vectors)])).map(hits =>
    hits.map(({ id }) => id),
  ) as [string[], string[]];
  if (retriever === "random-hybrid")
    return randomHybrid(first, second, topK, drawFrom(seed)).map(id => ({ id, score: null }));
  return fuseRanks(first, second).slice(0, retriever === "hybrid" ? topK : fetched);
}

const byWords = async (
  indexes: Indexes,
  { text, language }: ChunkQuery,
  count: number,
): Promise<Hit[]> => (await indexes.words()).search(words(text, language), count);

async function byVectors(
  { vectors, services, signal }: Indexes,
  { text }: ChunkQuery,
  count: number,
): Promise<Hit[]> {
  const index = await vectors();
  // A text of nothing has no vector, and some endpoints refuse it.
  if (text.trim() === "") return [];
  const [vector] = await embedWith(services)([text], signal);
  return vector ? index.search(vector, count) : [];
}

interface Reranking extends Indexes {
  readonly shown: (chunk: ChunkRow) => string;
}

/** Those the reranker left out come last, as they were; so does the order of equal scores stay. */
async function rerankAll(
  { services, signal, shown }: Reranking,
  query: string,
  found: readonly FoundChunk[],
): Promise<FoundChunk[]> {
  if (!services.rerank) throw new Error("a retriever that reranks was given no reranker");
  const texts = found.map(({ chunk }) => shown(chunk));
  const scores = await services.rerank(query, texts, signal);
  const scored = found.map(({ chunk }, at) => ({ chunk, score: scores[at] ?? null }));
  return scored.toSorted((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity) || 0);
}
