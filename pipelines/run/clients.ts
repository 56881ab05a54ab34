// Builds the model of a stage: its endpoint, its key, and the wrappers around it.

import { priceOf, type Prices } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { readPage } from "../intake/web/pages.ts";
import { resultOrFailure } from "../intake/web/web-failure.ts";
import type { Web } from "../intake/web/web.ts";
import { type BatchFiles, createParkedModel } from "../llm/batch/batch-files.ts";
import type { Budget } from "../llm/budget/budget.ts";
import { withBudget, settleReplies } from "../llm/budget/budgeted-client.ts";
import type { openDialects } from "../llm/endpoints/dialect.ts";
import { type Environment, createLangChain, hostOf, usualKey } from "../llm/endpoints/langchain.ts";
import type { EarlierReplies } from "../llm/earlier-replies.ts";
import type { Journal } from "../llm/journal.ts";
import { withChatJournal } from "../llm/journaled-client.ts";
import type { Client, MeteredReply, Model, SizedRequest } from "../llm/model.ts";
import { createOpenAiModel } from "../llm/endpoints/openai.ts";
import { publicAddressOf } from "../llm/endpoints/redaction.ts";
import { ruleAnswerers } from "../floor/rule-answerers.ts";
import { rulesModel } from "./rules-model.ts";
import type { Templates } from "../llm/templates.ts";
import { endpointModel } from "../systems/endpoint-model.ts";
import { searchModel } from "../retrieval/web-search.ts";
import {
  adaptModel,
  isModel,
  requireOwnModel,
  type OwnModels,
  ownProvider,
  ownModelLabel,
} from "./own-models.ts";
import type { Endpoints } from "./endpoints.ts";
import { readPrices } from "./prices.ts";
import { samplingFor, type StageModel } from "./models.ts";
import { readSchemas } from "./package-files.ts";

export interface ClientParts {
  readonly settings: Settings;
  readonly ownModels: OwnModels;
  /** Hash of the code and files that answer by rule. */
  readonly floorHash: string;
  readonly environment: Environment;
  readonly endpoints: Endpoints;
  readonly dialects: ReturnType<typeof openDialects>;
  readonly templates: Templates;
  /** Undefined if nothing is paid for. */
  readonly budget: Budget | undefined;
  readonly prices: Prices;
  /** Set if requests go by file, through the Batch API or by hand. */
  readonly batchFiles: BatchFiles | undefined;
  /** Whether all requests go by file, moved by hand. */
  readonly byHand: boolean;
  /** Opened at the first call. */
  readonly web: () => Web;
}

export const openAiEndpoint = "https://api.openai.com/v1";

/** Base URL of a stage's OpenAI-compatible model. */
const baseUrlOf = ({ baseUrl }: StageModel, environment: Environment): string =>
  baseUrl ?? (environment["OPENAI_BASE_URL"] || openAiEndpoint);

/** Where a stage's text goes, without credentials, to be shown to the user. */
export function destinationOf(
  model: StageModel,
  environment: Environment,
  ownModels?: OwnModels,
): string {
  if (model.provider === ownProvider) return ownModelLabel(ownModels?.get(model.name));
  return model.provider === "openai"
    ? publicAddressOf(baseUrlOf(model, environment))
    : hostOf(model.provider, model.baseUrl);
}

/** The key of an OpenAI-compatible endpoint: optional for the user's own server, required for the public one. */
export function openAiKey(model: StageModel, environment: Environment): string | null {
  const name = model.keyFrom ?? "OPENAI_API_KEY";
  const key = environment[name];
  if (key) return key;
  if (model.keyFrom === null && baseUrlOf(model, environment) !== openAiEndpoint) return null;
  throw new PipelineError(
    "bad-settings",
    `The model openai:${model.name} needs a key, but ${name} is not set.`,
    { hint: `Type: export ${name}=…  — or work without a key: --model rules, or --batch files.` },
  );
}

const langChainKey = (
  { keyFrom, provider }: StageModel,
  environment: Environment,
): string | null => {
  const name = keyFrom ?? usualKey(provider);
  return name === null ? null : (environment[name] ?? null);
};

/** How requests are worded for an endpoint, based on what is known about it. */
function phrasingOf(address: string, model: StageModel, { dialects, templates }: ClientParts) {
  const schemaText = (language: "zh" | "en", schema: object) =>
    templates.text("again/json-reply", language, { schema: JSON.stringify(schema) });
  return { dialect: dialects(address, model.name, model.output), schemaText };
}

function ownClient(model: StageModel, parts: ClientParts): Model {
  const object = requireOwnModel(parts.ownModels, model.name);
  const phrasing = phrasingOf(ownModelLabel(object), model, parts);
  return adaptModel(object, { model, ...phrasing, ...parts });
}

function onlineModel(model: StageModel, parts: ClientParts): Model {
  const { settings, environment, endpoints } = parts;
  if (model.provider === ownProvider) return ownClient(model, parts);
  const sampling = samplingFor(model, settings);
  if (model.provider !== "openai") {
    const { provider, name, baseUrl, timeout } = model;
    return createLangChain({
      ...sampling,
      provider,
      name,
      baseUrl,
      apiKey: langChainKey(model, environment),
      keyName: model.keyFrom ?? undefined,
      timeout: timeout.whole * 1000,
      env: environment,
    });
  }
  const baseUrl = baseUrlOf(model, environment);
  const address = publicAddressOf(baseUrl);
  return createOpenAiModel({
    ...sampling,
    model: model.name,
    baseUrl,
    apiKey: openAiKey(model, environment),
    keyName: model.keyFrom ?? undefined,
    post: endpoints.http(address, model).postJson,
    ...phrasingOf(address, model, parts),
  });
}

/** A web search as a model: its results are journaled like replies. */
const webModel = (search: string, web: () => Web): Model =>
  searchModel({
    baseAddress: search,
    ask: async (address, signal) => {
      const page = await resultOrFailure(() => web().get(address, { signal, endpoint: true }));
      return "code" in page ? page : { text: page.bytes.toString("utf8") };
    },
    readPage: (address, signal) => readPage(web(), address, signal),
  });

const endpointKey = "RAGWRIGHT_ENDPOINT_KEY";

/** A user's own RAG as a model, within the limits of its address, or of its function or process. */
function ragModel(model: StageModel, { ownModels, environment, endpoints }: ClientParts): Model {
  const passedModel = ownModels.get(model.name);
  if (isModel(passedModel))
    return endpoints.withLimits(model.name, model, passedModel, client => client);
  const url = model.baseUrl ?? "";
  // The system's replies may name any model.
  const prices = readPrices();
  const rag = endpointModel({
    url,
    apiKey: environment[endpointKey] || null,
    keyName: endpointKey,
    post: endpoints.http(publicAddressOf(url), model).postJson,
    priceOf: name => priceOf(prices, name),
  });
  return endpoints.withLimits(publicAddressOf(url), model, rag, client => client);
}

const ruleModel = ({ settings, floorHash }: Pick<ClientParts, "settings" | "floorHash">): Model =>
  rulesModel({
    answerers: ruleAnswerers,
    version: floorHash,
    domains: readSchemas(settings),
    randomSeed: settings.randomSeed,
  });

/** A stage's model without wrappers: one attempt per call, no limits. */
export function bareModel(model: StageModel, parts: ClientParts): Model {
  if (model.provider === "search") return webModel(model.baseUrl ?? "", parts.web);
  return model.provider === "rules" ? ruleModel(parts) : onlineModel(model, parts);
}

/** Identity of a stage's model, without its key. */
export function modelIdentityOf(
  model: StageModel,
  parts: Pick<ClientParts, "settings" | "floorHash" | "web">,
): Pick<Model, "name" | "settings" | "paid"> {
  if (model.provider === "search") return webModel(model.baseUrl ?? "", parts.web);
  return model.provider === "rules"
    ? ruleModel(parts)
    : { name: model.name, settings: samplingFor(model, parts.settings), paid: true };
}

type LimitingParts = Pick<ClientParts, "endpoints" | "environment" | "budget" | "prices"> &
  Partial<Pick<ClientParts, "ownModels">>;

/** Adds the limits of the model's endpoint, the run's budget, and retries after transient errors. */
export function limitedClient<Q extends SizedRequest, R extends MeteredReply, S extends object>(
  model: StageModel,
  client: Client<Q, R, S>,
  parts: LimitingParts,
): Client<Q, R, S> {
  const { endpoints, environment, budget, prices, ownModels } = parts;
  if (model.provider === "search" || model.provider === "rules") return client;
  const price = priceOf(prices, model.name);
  return endpoints.withLimits(destinationOf(model, environment, ownModels), model, client, inner =>
    budget && price ? withBudget(inner, budget, price) : inner,
  );
}

/** A stage's model with all its wrappers except the journal. */
function makeClient(model: StageModel, parts: ClientParts): Model {
  const { settings, environment, budget, prices, batchFiles, byHand } = parts;
  if (model.provider === "rag") return ragModel(model, parts);
  if (model.provider === "search" || model.provider === "rules") return bareModel(model, parts);
  const price = priceOf(prices, model.name);
  if (batchFiles && (byHand || model.batch)) {
    const address = destinationOf(model, environment);
    const { dialect, schemaText } = phrasingOf(address, model, parts);
    const fileModel = createParkedModel(batchFiles, {
      name: model.name,
      settings: samplingFor(model, settings),
      endpoint: byHand ? null : address,
      phrasing: { dialect: dialect.current(), schemaText },
    });
    return budget && price ? settleReplies(fileModel, budget, price) : fileModel;
  }
  return limitedClient(model, onlineModel(model, parts), parts);
}

/** Makes one model per distinct setting: stages with equal settings share a client. */
export function createModelFactory(
  journal: Journal,
  parts: ClientParts,
  earlierReplies: EarlierReplies,
): (model: StageModel) => Model {
  const models = new Map<string, Model>();
  return model => {
    const key = JSON.stringify(model);
    const client =
      models.get(key) ?? withChatJournal(journal, makeClient(model, parts), earlierReplies);
    models.set(key, client);
    return client;
  };
}
