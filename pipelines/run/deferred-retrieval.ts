// Handles to embedding models and rerankers, so that stages can be built before these are opened.

import type { Settings } from "../../schemas/settings.ts";
import type { SettingModels } from "../evaluate/baseline/retrievals.ts";
import type { RetrievalServices } from "../retrieval/chunk-search.ts";
import type { RetrievalClients } from "./retrieval-services.ts";

export interface DeferredRetrieval {
  forStage(stage: string): {
    /** Services with the models that a setting names, or the first ones if it names none; absent if the run's settings name none. */
    openServices(models: SettingModels): RetrievalServices;
    /** Names for the fingerprint. */
    readonly embeddingModels: readonly string[];
    readonly rerankingModels: readonly string[];
  };
  /** To be called before the first stage runs. */
  open(clients: RetrievalClients): void;
}

const dimensionsOf = ({ dimensions }: Settings["embedding"][number]): string =>
  dimensions === undefined ? "" : ` (${dimensions} dimensions)`;

/** Stages are built before their services are opened, so a service is looked up when it is called. */
export function deferredRetrieval({
  embedding,
  reranking,
}: Pick<Settings, "embedding" | "reranking">): DeferredRetrieval {
  let clients: RetrievalClients | undefined;
  const openedClients = (): RetrievalClients => {
    if (clients) return clients;
    throw new Error("a stage searches before its services are opened");
  };
  const servicesFor =
    (stage: string) =>
    (models: SettingModels): RetrievalServices => ({
      embed:
        embedding.length > 0
          ? (texts, signal) => openedClients().embedFor(stage, models.embedding)(texts, signal)
          : undefined,
      rerank:
        reranking.length > 0
          ? (query, documents, signal) =>
              openedClients().rerankFor(stage, models.reranker)(query, documents, signal)
          : undefined,
    });
  return {
    open: opened => {
      clients = opened;
    },
    forStage: stage => ({
      openServices: servicesFor(stage),
      embeddingModels: embedding.map(model => model.model + dimensionsOf(model)),
      rerankingModels: reranking.map(({ model }) => model),
    }),
  };
}
