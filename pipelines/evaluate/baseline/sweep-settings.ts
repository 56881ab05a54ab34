// Expands the options of a sweep into settings of the baseline RAG: every combination, each once.

import type {
  BaselineCaps,
  BaselineSetting,
  Retriever,
} from "../../../schemas/evaluation/baseline.ts";
import { PipelineError } from "../../engine/errors.ts";
import { usesReranker, usesVectors } from "../../retrieval/chunk-search.ts";
import type { SettingModels } from "./retrievals.ts";

export interface SweepOptions {
  /** In tokens: `512`, or `512/100` for a size with its own overlap. */
  readonly chunkSizes?: readonly (string | number)[] | undefined;
  /** For sizes without an overlap of their own: in tokens (`50`) or as a share of the size (`20%`). No overlap by default. */
  readonly overlaps?: readonly (string | number)[] | undefined;
  /** `bm25` by default. */
  readonly retrievers?: readonly Retriever[] | undefined;
  /** Number of chunks that the answer is written from, for every size. */
  readonly topKs?: readonly number[] | undefined;
  /** Number of tokens that the answer is written from: each size gets as many chunks as fit. */
  readonly budget?: number | undefined;
  /** Number of chunks fetched for reranking or fusion: 30 by default, as in CoFE-RAG; never fewer than the answer is written from. */
  readonly fetched?: number | undefined;
  /** Caps that apply to every setting. */
  readonly caps?: BaselineCaps | undefined;
  /** Whether each chunk is preceded by its subject: yes, no or both; no by default. */
  readonly subjectPrefix?: readonly boolean[] | undefined;
  /** Names of the available models: each retriever tries every model of the kinds it uses. */
  readonly embeddings?: readonly string[];
  readonly rerankers?: readonly string[];
}

type Chunking = Pick<BaselineSetting, "chunkSize" | "overlap">;
type ChunkingWithTopK = Pick<BaselineSetting, "chunkSize" | "overlap" | "topK">;

const minChunkSize = 8;
const defaults = {
  /** RAGEval's 128-8, 256-4, 512-2 and CRUD-RAG's 64/16 … 512/2 all multiply to this. */
  budget: 1024,
  sizes: [64, 128, 256, 512],
  /** The study of top-k in both papers, with chunks of 128 tokens. */
  topKs: [2, 4, 6, 8, 10],
  topKSize: 128,
  fetched: 30,
};

/**
 * The settings of a sweep: sizes paired with k at a constant budget, each size with each k, or both if k and budget are given; each of
 * these for every retriever, model and prefix. If sizes, k and budget are all absent: CRUD-RAG's sizes at 1,024 tokens, and the
 * papers' study of top-k. Throws PipelineError("wrong-use") for options that exclude each other.
 */
export function expandSweep(options: SweepOptions = {}): BaselineSetting[] {
  const { retrievers = ["bm25"], subjectPrefix = [false] } = options;
  for (const retriever of retrievers) checkServices(retriever, options);
  const settings = chunkingsWithTopK(options).flatMap(chunking =>
    retrievers.flatMap(retriever =>
      subjectPrefix.flatMap(prefix =>
        modelsOf(retriever, options).map(models =>
          settingOf(chunking, retriever, { prefix, models, options }),
        ),
      ),
    ),
  );
  if (settings.length === 0)
    throw wrongUseError(
      "The sweep is empty: one of its lists is empty.",
      "Leave the option out, or give it a value.",
    );
  return [...new Map(settings.map(setting => [setting.id, setting])).values()];
}

/** All combinations of the models that a retriever uses; a kind with only one model is left out. */
function modelsOf(
  retriever: Retriever,
  { embeddings = [], rerankers = [] }: SweepOptions,
): SettingModels[] {
  const alternatives = (names: readonly string[], isUsed: boolean) =>
    isUsed && names.length > 1 ? names : [undefined];
  return alternatives(embeddings, usesVectors(retriever)).flatMap(embedding =>
    alternatives(rerankers, usesReranker(retriever)).map(reranker => ({
      ...(embedding && { embedding }),
      ...(reranker && { reranker }),
    })),
  );
}

/** A model's name in a form that is safe in an id and on a command line. */
export const idSafeName = (model: string) => model.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_");

function settingOf(
  { chunkSize, overlap, topK }: ChunkingWithTopK,
  retriever: Retriever,
  { prefix, models, options }: { prefix: boolean; models: SettingModels; options: SweepOptions },
): BaselineSetting {
  const names = [models.embedding, models.reranker].flatMap(name => (name ? idSafeName(name) : []));
  const idParts = [chunkSize, overlap, retriever, topK, ...names, ...(prefix ? ["subject"] : [])];
  return {
    id: idParts.join("-"),
    chunkSize,
    overlap,
    retriever,
    topK,
    fetched: fetchedCount(retriever, topK, options),
    subjectPrefix: prefix,
    ...models,
    ...capsOf(options),
  };
}

function capsOf({ caps = {} }: SweepOptions): Pick<BaselineSetting, "caps"> {
  const capEntries = Object.entries(caps).flatMap(([name, tokens]) =>
    tokens === undefined ? [] : [[name, parseWholeNumber(`--${name}-tokens`, tokens, 1)] as const],
  );
  return capEntries.length > 0 ? { caps: Object.fromEntries(capEntries) } : {};
}

/** CRUD-RAG fetches the k best of each search; retrievers that rerank or fuse fetch more. */
function fetchedCount(
  retriever: Retriever,
  topK: number,
  { fetched = defaults.fetched }: SweepOptions,
): number {
  parseWholeNumber("--fetched", fetched, 1);
  return usesReranker(retriever) || retriever === "hybrid" ? Math.max(topK, fetched) : topK;
}

function chunkingsWithTopK(options: SweepOptions): ChunkingWithTopK[] {
  const { chunkSizes, topKs, budget } = options;
  const chunkingsOf = (sizes: readonly (string | number)[]) =>
    parseChunkSizes(sizes, options.overlaps ?? [0]);
  const isDefaultSweep = !chunkSizes && !topKs && budget === undefined;
  const pairedWithBudget =
    budget === undefined && topKs
      ? []
      : pairWithBudget(chunkingsOf(chunkSizes ?? defaults.sizes), budget ?? defaults.budget);
  const crossedTopKs = topKs ?? (isDefaultSweep ? defaults.topKs : []);
  const crossed = crossWithTopK(chunkingsOf(chunkSizes ?? [defaults.topKSize]), crossedTopKs);
  return [...pairedWithBudget, ...crossed];
}

function crossWithTopK(
  chunkings: readonly Chunking[],
  topKs: readonly number[],
): ChunkingWithTopK[] {
  for (const topK of topKs) parseWholeNumber("--top-k", topK, 1);
  return chunkings.flatMap(chunking => topKs.map(topK => ({ ...chunking, topK })));
}

function pairWithBudget(chunkings: readonly Chunking[], budget: number): ChunkingWithTopK[] {
  parseWholeNumber("--budget", budget, 1);
  return chunkings.map(chunking => {
    if (chunking.chunkSize > budget)
      throw wrongUseError(
        `A budget of ${budget} tokens cannot hold a chunk of ${chunking.chunkSize}.`,
        `Raise --budget to ${chunking.chunkSize} or more, or leave that chunk size out.`,
      );
    return { ...chunking, topK: Math.floor(budget / chunking.chunkSize) };
  });
}

function parseChunkSizes(
  sizes: readonly (string | number)[],
  overlaps: readonly (string | number)[],
): Chunking[] {
  return sizes.flatMap(value => {
    const [size = "", ownOverlap, ...rest] = String(value).split("/");
    if (rest.length > 0)
      throw unreadableValueError(
        "--chunk-size",
        value,
        "tokens (512), or tokens and overlap (512/100)",
      );
    const chunkSize = parseWholeNumber("--chunk-size", size, minChunkSize);
    return (ownOverlap === undefined ? overlaps : [ownOverlap]).map(overlap => ({
      chunkSize,
      overlap: parseOverlap(overlap, chunkSize),
    }));
  });
}

function parseOverlap(value: string | number, chunkSize: number): number {
  const [, share] = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(String(value)) ?? [];
  const overlap =
    share === undefined
      ? parseWholeNumber("--overlap", value, 0)
      : Math.floor((chunkSize * Number(share)) / 100);
  if (overlap < chunkSize) return overlap;
  throw wrongUseError(
    `Chunks of ${chunkSize} tokens cannot overlap by ${overlap}.`,
    "Give an --overlap smaller than every chunk size, a share (20%), or each size its own overlap (512/100).",
  );
}

function parseWholeNumber(flag: string, value: string | number, min: number): number {
  const number = Number(value);
  if (String(value).trim() !== "" && Number.isSafeInteger(number) && number >= min) return number;
  throw unreadableValueError(flag, value, `a whole number, ${min} or more`);
}

function checkServices(
  retriever: Retriever,
  { embeddings = [], rerankers = [] }: SweepOptions,
): void {
  if (usesVectors(retriever) && embeddings.length === 0)
    throw wrongUseError(
      `The retriever ${retriever} needs an embedding model.`,
      "Name one in ragwright.yaml (embedding: { model: … }), or use --retriever bm25.",
    );
  if (usesReranker(retriever) && rerankers.length === 0)
    throw wrongUseError(
      `The retriever ${retriever} needs a reranker.`,
      "Name one in ragwright.yaml (reranking: { model: …, baseUrl: … }), or use a retriever without one.",
    );
}

const wrongUseError = (message: string, hint: string) =>
  new PipelineError("wrong-use", message, { hint });
const unreadableValueError = (flag: string, value: string | number, expectation: string) =>
  wrongUseError(
    `${flag} must be ${expectation}, not "${String(value).slice(0, 40)}".`,
    "Separate values by spaces or commas.",
  );
