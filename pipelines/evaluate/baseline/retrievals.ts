// Retrieves passages for each item with each setting of the baseline RAG.

import {
  type BaselineSetting,
  type ChunkRow,
  chunks,
  type RetrievalRow,
  retrievals,
} from "../../../schemas/evaluation/baseline.ts";
import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { defineStage, made } from "../../engine/stage.ts";
import {
  type ChunkSearch,
  type FoundChunk,
  type FoundChunks,
  openChunkSearch,
  type RetrievalServices,
} from "../../retrieval/chunk-search.ts";
import { systemNameOn } from "../system-names.ts";
import { truncateToTokens, fitPassages } from "./token-caps.ts";

/** The models that a setting names; the first of each kind if it names none. */
export type SettingModels = Pick<BaselineSetting, "embedding" | "reranker">;

export interface RetrievalOptions {
  readonly settings: readonly BaselineSetting[];
  /** Opens the models of a setting; absent if no setting needs any. */
  readonly openServices?: (models: SettingModels) => RetrievalServices;
  /** Names of these models: part of the fingerprint, since a different model finds different chunks. */
  readonly embeddingModels?: readonly string[];
  readonly rerankingModels?: readonly string[];
  /** Aborts calls to a service. */
  readonly signal: AbortSignal;
}

/** The part of a setting that decides which index it searches. */
const configurationOf = ({
  chunkSize,
  overlap,
  subjectPrefix,
  embedding = "",
  reranker = "",
}: BaselineSetting): string =>
  `${chunkSize}-${overlap}${subjectPrefix ? "-subject" : ""} ${embedding} ${reranker}`;

/** The search query, which is the same for all settings of a sweep. */
const queryOf = ({ question, language }: TruthRow, [setting]: readonly BaselineSetting[]) => ({
  text: truncateToTokens(question, setting?.caps?.query),
  language,
});

/** One search per configuration. An index is built when it is first searched. */
function openSearches(
  rows: readonly ChunkRow[],
  { settings, openServices, signal }: RetrievalOptions,
): ReadonlyMap<string, ChunkSearch> {
  const configurations = new Map(settings.map(setting => [configurationOf(setting), setting]));
  return new Map(
    [...configurations].map(([name, setting]) => {
      const { chunkSize, overlap, subjectPrefix } = setting;
      const services = openServices?.(setting) ?? {};
      const chunksOfSize = rows.filter(
        chunk => chunk.chunkSize === chunkSize && chunk.overlap === overlap,
      );
      return [name, openChunkSearch({ chunks: chunksOfSize, subjectPrefix, services, signal })];
    }),
  );
}

const passageOf = ({
  chunk: { id, documentId, start, end, text },
  score,
}: FoundChunk): Passage => ({ id, documentId, start, end, text, score });

const toRow = (
  { id: itemId, language, set }: TruthRow,
  { id: setting, caps }: BaselineSetting,
  { retrieved, reranked, contexts }: FoundChunks,
): RetrievalRow => ({
  id: rowId("retrieval", setting, itemId),
  itemId,
  system: systemNameOn(set, setting),
  language,
  retrieved: retrieved.map(passageOf),
  reranked: reranked && reranked.map(passageOf),
  contexts: fitPassages(contexts.map(passageOf), caps?.input),
});

/** How the models appear in the fingerprint: a single one without a list, none as null. */
const fingerprintOfModels = (models: readonly string[]) =>
  models.length > 1 ? models : (models[0] ?? null);

/** One row per truth and setting. */
export function retrievalsStage(options: RetrievalOptions) {
  const { settings, embeddingModels = [], rerankingModels = [] } = options;
  return defineStage({
    name: "baseline/retrievals",
    module: import.meta.filename,
    prompts: [],
    settings: {
      settings,
      embeddingModel: fingerprintOfModels(embeddingModels),
      rerankingModel: fingerprintOfModels(rerankingModels),
    },
    over: truths,
    lookup: { chunks },
    writes: retrievals,
    async each(truth, { tables, seedFor }) {
      const searches = tables.chunks.derive("searches", rows => openSearches(rows, options));
      const rows = new Map<string, RetrievalRow>();
      for (const [name, search] of searches) {
        const seededSettings = settings
          .filter(setting => configurationOf(setting) === name)
          .map(setting => ({ ...setting, seed: seedFor("baseline", setting.id, truth.id) }));
        const results = await search.find(queryOf(truth, settings), seededSettings);
        for (const [index, setting] of seededSettings.entries()) {
          const result = results[index];
          if (result) rows.set(setting.id, toRow(truth, setting, result));
        }
      }
      return made(settings.flatMap(({ id }) => rows.get(id) ?? []));
    },
  });
}
