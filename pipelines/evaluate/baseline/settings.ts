// The settings of a sweep over plain RAGs: every combination of the options, each once.

import type {
  BaselineCaps,
  BaselineSetting,
  Retriever,
} from "../../../schemas/evaluation/baseline.ts";
import { PipelineError } from "../../engine/errors.ts";
import { usesReranker, usesVectors } from "../../retrieval/chunk-search.ts";

export interface SweepOptions {
  /** Tokens: `512`, or `512/100` with its own overlap. */
  readonly chunkSizes?: readonly (string | number)[] | undefined;
  /** For sizes without their own: tokens (`50`) or a share of the size (`20%`). No overlap by default. */
  readonly overlaps?: readonly (string | number)[] | undefined;
  /** `bm25` by default. */
  readonly retrievers?: readonly Retriever[] | undefined;
  /** Number of chunks that the answer is written from, for every size. */
  readonly topKs?: readonly number[] | undefined;
  /** Number of tokens that the answer is written from: each size with as many chunks as fit. */
  readonly budget?: number | undefined;
  /** Chunks fetched for a reranker or a fusion: 30 by default, as in CoFE-RAG; never fewer than are read. */
  readonly fetched?: number | undefined;
  /** Caps of every setting. */
  readonly caps?: BaselineCaps | undefined;
  /** With or without the subject before each chunk, or both; without by default. */
  readonly subjectPrefix?: readonly boolean[] | undefined;
  /** Names of the available models: each is tried by each retriever that uses one. */
  readonly embeddings?: readonly string[];
  readonly rerankers?: readonly string[];
}

/** Size and overlap. */
interface Cut {
  readonly chunkSize: number;
  readonly overlap: number;
}

type CutWithTopK = Cut & { readonly topK: number };

const minChunkSize = 8;
const usual = {
  /** RAGEval's 128-8, 256-4, 512-2 and CRUD-RAG's 64/16 … 512/2 all multiply to this. */
  budget: 1024,
  sizes: [64, 128, 256, 512],
  /** Both papers' study of top-k, at a size of 128 tokens. */
  topKs: [2, 4, 6, 8, 10],
  topKSize: 128,
  fetched: 30,
};

/**
 * Sizes with k paired at a constant budget, or each size with each k, or both if both are given; each of these by each retriever,
 * with and without prefix. If neither sizes nor k nor budget are given: CRUD-RAG's sizes at 1,024 tokens and the
 * study of top-k. PipelineError("wrong-use") for options that do not go together.
 */
export function sweepOf(options: SweepOptions = {}): BaselineSetting[] {
  const { retrievers = ["bm25"], subjectPrefix = [false] } = options;
  for (const retriever of retrievers) checkServices(retriever, options);
  const settings = readsOf(options).flatMap(read =>
    retrievers.flatMap(retriever =>
      subjectPrefix.flatMap(prefix =>
        modelsOf(retriever, options).map(models =>
          settingOf(read, retriever, { prefix, models, options }),
        ),
      ),
    ),
  );
  if (settings.length === 0)
    throw wrong(
      "The sweep is empty: one of its lists is empty.",
      "Leave the option out, or give it a value.",
    );
  return [...new Map(settings.map(setting => [setting.id, setting])).values()];
}

type Models = Pick<BaselineSetting, "embedding" | "reranker">;

/** All pairs of the models that a retriever uses; a model without alternatives is left out. */
function modelsOf(
  retriever: Retriever,
  { embeddings = [], rerankers = [] }: SweepOptions,
): Models[] {
  const several = (names: readonly string[], isUsed: boolean) =>
    isUsed && names.length > 1 ? names : [undefined];
  return several(embeddings, usesVectors(retriever)).flatMap(embedding =>
    several(rerankers, usesReranker(retriever)).map(reranker => ({
      ...(embedding && { embedding }),
      ...(reranker && { reranker }),
    })),
  );
}

/** A model's name in a form that is safe in an id and on a command line. */
export const plainName = (model: string) => model.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_");

interface SettingParts {
  readonly prefix: boolean;
  readonly models: Models;
  readonly options: SweepOptions;
}

function settingOf(
  { chunkSize, overlap, topK }: CutWithTopK,
  retriever: Retriever,
  { prefix, models, options }: SettingParts,
): BaselineSetting {
  const names = [models.embedding, models.reranker].flatMap(name => (name ? plainName(name) : []));
  const id = [chunkSize, overlap, retriever, topK, ...names, ...(prefix ? ["subject"] : [])].join(
    "-",
  );
  return {
    id,
    chunkSize,
    overlap,
    retriever,
    topK,
    fetched: fetchedBy(retriever, topK, options),
    subjectPrefix: prefix,
    ...models,
    ...capsOf(options),
  };
}

function capsOf({ caps = {} }: SweepOptions): Pick<BaselineSetting, "caps"> {
  const given = Object.entries(caps).flatMap(([name, tokens]) =>
    tokens === undefined ? [] : [[name, whole(`--${name}-tokens`, tokens, 1)] as const],
  );
  return given.length > 0 ? { caps: Object.fromEntries(given) } : {};
}

/** CRUD-RAG takes the k best of each search; retrievers that rerank or fuse fetch more. */
function fetchedBy(
  retriever: Retriever,
  topK: number,
  { fetched = usual.fetched }: SweepOptions,
): number {
  whole("--fetched", fetched, 1);
  return usesReranker(retriever) || retriever === "hybrid" ? Math.max(topK, fetched) : topK;
}

function readsOf(options: SweepOptions): CutWithTopK[] {
  const { chunkSizes, topKs, budget } = options;
  const cuts = (sizes: readonly (string | number)[]) => cutsOf(sizes, options.overlaps ?? [0]);
  if (!chunkSizes && !topKs && budget === undefined)
    return [
      ...atBudget(cuts(usual.sizes), usual.budget),
      ...crossed(cuts([usual.topKSize]), usual.topKs),
    ];
  const paired =
    budget === undefined && topKs
      ? []
      : atBudget(cuts(chunkSizes ?? usual.sizes), budget ?? usual.budget);
  return topKs ? [...paired, ...crossed(cuts(chunkSizes ?? [usual.topKSize]), topKs)] : paired;
}

function crossed(cuts: readonly Cut[], topKs: readonly number[]): CutWithTopK[] {
  for (const topK of topKs) whole("--top-k", topK, 1);
  return cuts.flatMap(cut => topKs.map(topK => ({ ...cut, topK })));
}

function atBudget(cuts: readonly Cut[], budget: number): CutWithTopK[] {
  whole("--budget", budget, 1);
  return cuts.map(cut => {
    if (cut.chunkSize > budget)
      throw wrong(
        `A budget of ${budget} tokens holds no chunk of ${cut.chunkSize}.`,
        `Raise --budget to ${cut.chunkSize} or more, or leave that chunk size out.`,
      );
    return { ...cut, topK: Math.floor(budget / cut.chunkSize) };
  });
}

function cutsOf(
  sizes: readonly (string | number)[],
  overlaps: readonly (string | number)[],
): Cut[] {
  return sizes.flatMap(typed => {
    const [size = "", own, ...more] = String(typed).split("/");
    if (more.length > 0)
      throw unreadable("--chunk-size", typed, "tokens (512), or tokens and overlap (512/100)");
    const chunkSize = whole("--chunk-size", size, minChunkSize);
    return (own === undefined ? overlaps : [own]).map(overlap => ({
      chunkSize,
      overlap: overlapOf(overlap, chunkSize),
    }));
  });
}

function overlapOf(typed: string | number, chunkSize: number): number {
  const [, share] = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(String(typed)) ?? [];
  const overlap =
    share === undefined
      ? whole("--overlap", typed, 0)
      : Math.floor((chunkSize * Number(share)) / 100);
  if (overlap < chunkSize) return overlap;
  throw wrong(
    `Chunks of ${chunkSize} tokens cannot overlap by ${overlap}.`,
    "Give an --overlap below every chunk size, or a share (20%), or each size its own (512/100).",
  );
}

function whole(flag: string, typed: string | number, least: number): number {
  const number = Number(typed);
  if (String(typed).trim() !== "" && Number.isSafeInteger(number) && number >= least) return number;
  throw unreadable(flag, typed, `a whole number, ${least} or more`);
}

function checkServices(
  retriever: Retriever,
  { embeddings = [], rerankers = [] }: SweepOptions,
): void {
  if (usesVectors(retriever) && embeddings.length === 0) {
    throw wrong(
      `The retriever ${retriever} needs an embedding model.`,
      "Name one in ragwright.yaml (embedding: { model: … }), or use --retriever bm25.",
    );
  }
  if (usesReranker(retriever) && rerankers.length === 0) {
    throw wrong(
      `The retriever ${retriever} needs a reranker.`,
      "Name one in ragwright.yaml (reranking: { model: …, baseUrl: … }), or use a retriever without one.",
    );
  }
}

const wrong = (message: string, hint: string) => new PipelineError("wrong-use", message, { hint });
const unreadable = (flag: string, typed: string | number, wanted: string) =>
  wrong(
    `${flag} takes ${wanted}, not "${String(typed).slice(0, 40)}".`,
    "Separate values by spaces or commas.",
  );
