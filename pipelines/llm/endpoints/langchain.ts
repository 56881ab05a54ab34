// Creates models of other providers through LangChain, which is loaded at the first request and never traces.

import { createRequire } from "node:module";
import { PipelineError } from "../../engine/errors.ts";
import { schemaName } from "./chat.ts";
import { withDeadline } from "./deadline.ts";
import { callError, creationError } from "./package-errors.ts";
import { type ProviderEndpoint, endpointFields, requireProvider } from "./langchain-providers.ts";
import { messageReply } from "./langchain-reply.ts";
import {
  type Message,
  type Model,
  type ModelRequest,
  type ModelSettings,
  samplingOf,
} from "../model.ts";
import { type Endpoint, garbledError, emptyReply } from "./provider-errors.ts";
import { hideCompleteSecrets, secretsOf } from "./redaction.ts";

export { hostOf, usualKey } from "./langchain-providers.ts";

export type Environment = Record<string, string | undefined>;

export interface LangChainSettings extends ModelSettings, ProviderEndpoint {
  /** LangChain's name for the provider: `anthropic`, `mistralai`, `ollama` … */
  readonly provider: string;
  /** The model's name, without provider. */
  readonly name: string;
  /** Milliseconds for one complete reply. */
  readonly timeout: number;
  /** The process's own environment, in which tracing is switched off: LangChain reads it. */
  readonly env: Environment;
}

/** The part of LangChain used here: a model bound to a reply schema. */
interface BoundModel {
  invoke(messages: { role: Message["role"]; content: string }[], options: object): Promise<unknown>;
}

/** Environment variables that make LangChain send prompts to a third party, or print them. */
const leakingVariables = [
  "LANGSMITH_TRACING",
  "LANGSMITH_TRACING_V2",
  "LANGCHAIN_TRACING",
  "LANGCHAIN_TRACING_V2",
  "LANGSMITH_GATEWAY",
  "LANGCHAIN_VERBOSE",
];

/** Switches off tracing, LangSmith's gateway and printing, whatever the environment says. */
export function forbidTracing(env: Environment): void {
  for (const name of leakingVariables) env[name] = "false";
}

function checkInstalled(provider: string): void {
  const { package: name } = requireProvider(provider);
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (error) {
    // An installed package may support `import` only.
    if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) return;
    throw new PipelineError(
      "bad-settings",
      `${provider} models need the package ${name}, which is not installed.`,
      { hint: `Type: npm install ${name}` },
    );
  }
}

/** A model's constructor fields for a given reply length. */
function fieldsOf(
  { temperature, seed, topP, ...settings }: LangChainSettings,
  maxReplyTokens: number,
  sample: number,
): Record<string, unknown> {
  const { lengthField, seed: seedField, package: name } = requireProvider(settings.provider);
  return {
    modelProvider: settings.provider,
    // Wrappers do the retrying.
    maxRetries: 0,
    [lengthField]: maxReplyTokens,
    ...(temperature === null ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed !== null && seedField ? { [seedField]: seed + sample } : {}),
    // OpenAI's refusals are only in the raw response.
    ...(name === "@langchain/openai" ? { __includeRawResponse: true } : {}),
    ...endpointFields(settings),
  };
}

async function bind(
  settings: LangChainSettings,
  { prompt, replySchema, maxReplyTokens, sample }: ModelRequest,
): Promise<BoundModel> {
  forbidTracing(settings.env);
  const { initChatModel } = await import("langchain/chat_models/universal");
  const configurable = await initChatModel(
    settings.name,
    fieldsOf(settings, maxReplyTokens, sample),
  );
  const model = await configurable._getModelInstance();
  return model.withStructuredOutput(
    { ...replySchema },
    {
      includeRaw: true,
      name: schemaName(prompt.name),
      ...requireProvider(settings.provider).output,
    },
  );
}

/** Creates each model once per reply schema and length, and per seed if that is a setting. */
function boundModels(settings: LangChainSettings): (request: ModelRequest) => Promise<BoundModel> {
  const modelsBySchema = new WeakMap<object, Map<string, Promise<BoundModel>>>();
  const hasSeedSetting =
    settings.seed !== null && requireProvider(settings.provider).seed !== undefined;
  return request => {
    const schemaModels =
      modelsBySchema.get(request.replySchema) ?? new Map<string, Promise<BoundModel>>();
    modelsBySchema.set(request.replySchema, schemaModels);
    const key = JSON.stringify([
      request.prompt.name,
      request.maxReplyTokens,
      hasSeedSetting ? request.sample : 0,
    ]);
    const boundModel = schemaModels.get(key) ?? bind(settings, request);
    schemaModels.set(key, boundModel);
    return boundModel;
  };
}

export const rawOf = (output: unknown): unknown =>
  typeof output === "object" && output !== null && "raw" in output ? output.raw : undefined;

/**
 * Creates a model with structured output, by tool call or JSON schema; the reply is the raw text, whether it fits or not.
 * Unknown providers, packages that are not installed and missing keys throw PipelineError("bad-settings") at once.
 */
export function createLangChain(settings: LangChainSettings): Model {
  endpointFields(settings);
  checkInstalled(settings.provider);
  const { provider, name, baseUrl, apiKey, timeout, seed } = settings;
  const { home, key, account, package: packageName } = requireProvider(provider);
  const endpoint: Endpoint = {
    baseUrl: baseUrl ?? home,
    model: name,
    apiKey,
    keyName: settings.keyName ?? key ?? account,
  };
  const secrets = secretsOf(endpoint);
  const modelFor = boundModels(settings);
  const invoke = async (
    boundModel: BoundModel,
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const messages = request.messages.map(({ role, content }) => ({ role, content }));
    const options = { callbacks: [], ...(seed === null ? {} : { seed: seed + request.sample }) };
    const startTime = performance.now();
    return withDeadline(timeout, signal, ownSignal =>
      boundModel.invoke(messages, { ...options, signal: ownSignal }),
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      throw callError(error, { endpoint, timeout, elapsed: performance.now() - startTime });
    });
  };
  const complete: Model["complete"] = async (request, signal) => {
    signal.throwIfAborted();
    const boundModel = await modelFor(request).catch((error: unknown) => {
      throw creationError(error, endpoint, packageName);
    });
    const reply = messageReply(rawOf(await invoke(boundModel, request, signal)), request);
    if (!reply) throw garbledError(endpoint, emptyReply, "a chat message");
    return { ...reply, text: hideCompleteSecrets(reply.text, secrets) };
  };
  return { name, settings: samplingOf(settings), paid: true, complete };
}
