// Opens the retrieval services of the baseline RAG: embedding models and rerankers, with the same wrappers as chat models.

import { priceOf, type Prices } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import type { Budget } from "../llm/budget/budget.ts";
import { withBudget } from "../llm/budget/budgeted-client.ts";
import { type Embed, createEmbedder } from "../llm/endpoints/embedder.ts";
import {
  coalescedEmbeddings,
  embeddingEndpoint,
  embeddingCallFormat,
} from "../llm/endpoints/embeddings.ts";
import type { JsonService } from "../llm/endpoints/json-service.ts";
import type { Environment } from "../llm/endpoints/langchain.ts";
import { publicAddressOf } from "../llm/endpoints/redaction.ts";
import {
  type Rerank,
  createReranker,
  rerankEndpoint,
  rerankCallFormat,
} from "../llm/endpoints/rerank.ts";
import type { EarlierReplies } from "../llm/earlier-replies.ts";
import type { Journal } from "../llm/journal.ts";
import { withJournal } from "../llm/journaled-client.ts";
import type { Client, MeteredReply, SizedRequest } from "../llm/model.ts";
import { openAiEndpoint } from "./clients.ts";
import type { Endpoints } from "./endpoints.ts";
import { type StageModel, stageModel } from "./models.ts";

/** Names of the stages that call each service. */
export interface SearchStages {
  readonly embedding?: readonly string[];
  readonly reranking?: readonly string[];
}

type Service = keyof SearchStages;

/** A service's model, as known before anything is opened. */
export interface SearchModel {
  readonly service: Service;
  /** The model's name in the settings. */
  readonly nameInSettings: string;
  readonly model: StageModel;
  /** Endpoint that is called, without credentials. */
  readonly endpoint: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly dimensions: number | null;
  /** Stages that call it. */
  readonly stages: readonly string[];
}

export interface RetrievalClients {
  /** Embedder for a stage; the journal records the stage's name. Default: the first model; a model that was not opened throws when called. */
  embedFor(stage: string, model?: string): Embed;
  rerankFor(stage: string, model?: string): Rerank;
}

const services = ["embedding", "reranking"] as const;
const serviceLabels: Record<Service, string> = {
  embedding: "An embedding model",
  reranking: "A reranker",
};

/** Models that stages call. Throws PipelineError("bad-settings") for a model that the settings do not name, or that lacks its key. */
export function retrievalModels(
  settings: Settings,
  searches: SearchStages,
  environment: Environment,
): SearchModel[] {
  return services.flatMap(service => {
    const stages = searches[service] ?? [];
    if (stages.length === 0) return [];
    if (settings[service].length === 0)
      throw new PipelineError(
        "bad-settings",
        `${serviceLabels[service]} is needed by ${stages.join(", ")}, but none is set.`,
        { hint: hintFor(service) },
      );
    return settings[service].map(serviceSettings =>
      modelOf(service, serviceSettings, { settings, stages, environment }),
    );
  });
}

const hintFor = (service: Service): string =>
  `Add to ragwright.yaml: ${service}: { model: NAME, baseUrl: https://HOST/v1, keyFrom: VARIABLE }`;

interface ServiceContext {
  readonly settings: Settings;
  readonly stages: readonly string[];
  readonly environment: Environment;
}

function modelOf(
  service: Service,
  serviceSettings: ServiceSettings,
  { settings, stages, environment }: ServiceContext,
): SearchModel {
  const baseUrl =
    serviceSettings.baseUrl ??
    (environment["OPENAI_BASE_URL"] || (service === "embedding" ? openAiEndpoint : undefined));
  if (baseUrl === undefined)
    throw new PipelineError(
      "bad-settings",
      `The reranker ${serviceSettings.model} has no endpoint, and there is no default.`,
      { hint: hintFor(service) },
    );
  return {
    service,
    nameInSettings: serviceSettings.model,
    model: stageModelOf(serviceSettings, settings),
    endpoint: publicAddressOf(baseUrl),
    baseUrl,
    apiKey: keyOf(service, serviceSettings, environment, baseUrl),
    dimensions: serviceSettings.dimensions ?? null,
    stages,
  };
}

type ServiceSettings = Settings["reranking"][number] & Partial<Settings["embedding"][number]>;

/** The model as limits and connections see it: with the OpenAI protocol, and with the run's limits if it has none of its own. */
function stageModelOf(
  { model, baseUrl, keyFrom, timeout, limits }: ServiceSettings,
  settings: Settings,
): StageModel {
  return stageModel(
    {
      ...settings,
      models: {},
      model: { model: `openai:${model}`, baseUrl, keyFrom, timeout, limits, batch: false },
    },
    "",
  );
}

// OpenAI has no reranker, and its key must not go to another provider. As for chat models, the user's own server may need no key.
function keyOf(
  service: Service,
  { model, keyFrom, baseUrl: ownBaseUrl }: ServiceSettings,
  environment: Environment,
  baseUrl: string,
): string | null {
  const defaultKeyName =
    service === "reranking" && ownBaseUrl !== undefined ? undefined : "OPENAI_API_KEY";
  const name = keyFrom ?? defaultKeyName;
  const key = name === undefined ? undefined : environment[name];
  if (key) return key;
  if (keyFrom === undefined && baseUrl !== openAiEndpoint) return null;
  throw new PipelineError(
    "bad-settings",
    `The model ${model} (${service}) needs a key, but ${name} is not set.`,
    { hint: `Type: export ${name}=…  — or use --retriever bm25, which calls no model.` },
  );
}

export interface RetrievalParts {
  readonly models: readonly SearchModel[];
  readonly journal: Journal;
  readonly endpoints: Endpoints;
  /** Undefined if nothing has to be paid for. */
  readonly budget: Budget | undefined;
  readonly prices: Prices;
  readonly earlierReplies: EarlierReplies;
}

/** Opens clients on the run's own journal: vectors and scores recorded there are not requested again. */
export function openRetrieval(parts: RetrievalParts): RetrievalClients {
  const openClients = <C>(service: Service, open: (model: SearchModel) => C) =>
    new Map(
      parts.models.flatMap(model =>
        model.service === service ? [[model.nameInSettings, open(model)] as const] : [],
      ),
    );
  const embeddings = openClients("embedding", model =>
    withJournal(
      parts.journal,
      coalescedEmbeddings(wrapClient(parts, model, embeddingEndpoint(serviceOf(parts, model)))),
      embeddingCallFormat,
      parts.earlierReplies,
    ),
  );
  const rerankers = openClients("reranking", model =>
    withJournal(
      parts.journal,
      wrapClient(parts, model, rerankEndpoint(serviceOf(parts, model))),
      rerankCallFormat,
      parts.earlierReplies,
    ),
  );
  return {
    embedFor: (stage, model) =>
      createEmbedder(requireClient(embeddings, "embedding", model), { stage }),
    rerankFor: (stage, model) =>
      createReranker(requireClient(rerankers, "reranking", model), stage),
  };
}

function serviceOf(
  { endpoints }: RetrievalParts,
  { model, endpoint, baseUrl, apiKey, dimensions }: SearchModel,
): JsonService & { readonly dimensions: number | null } {
  return {
    model: model.name,
    baseUrl,
    apiKey,
    keyName: model.keyFrom ?? undefined,
    dimensions,
    post: endpoints.http(endpoint, model).postJson,
  };
}

function wrapClient<Q extends SizedRequest, R extends MeteredReply, S extends object>(
  { endpoints, budget, prices }: RetrievalParts,
  { model, endpoint }: SearchModel,
  client: Client<Q, R, S>,
) {
  const price = priceOf(prices, model.name);
  return endpoints.withLimits(endpoint, model, client, inner =>
    budget && price ? withBudget(inner, budget, price) : inner,
  );
}

function requireClient<C>(clients: ReadonlyMap<string, C>, service: Service, model?: string): C {
  const client = model === undefined ? [...clients.values()][0] : clients.get(model);
  if (client) return client;
  throw new Error(`no stage was declared to use ${service}${model ? ` by ${model}` : ""}`);
}
