// LangChain chat models that a program passes in: recognized by their shape, so that their package is not needed here.

import { PipelineError } from "../../engine/errors.ts";
import {
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
  samplingOf,
} from "../model.ts";
import type { PassedModelSettings } from "./ai-sdk.ts";
import { messagesOf, schemaName } from "./chat.ts";
import { withDeadline } from "./deadline.ts";
import { type Environment, forbidTracing, rawOf } from "./langchain.ts";
import { outputOf } from "./langchain-providers.ts";
import { messageReply } from "./langchain-reply.ts";
import { findSecrets } from "./object-secrets.ts";
import { callError } from "./package-errors.ts";
import { garbledError, type PassedModelEndpoint, emptyReply } from "./provider-errors.ts";
import { hideCompleteSecrets } from "./redaction.ts";

/** The parts used here of a LangChain chat model (`new ChatOpenAI(…)`). */
export interface LangChainChatModel {
  // Declared as methods, so that classes with narrower parameters are assignable.
  invoke(messages: never, options?: never): Promise<unknown>;
  _modelType(): string;
  _llmType(): string;
}

type ChatModelField = "model" | "modelName" | "modelId" | "temperature" | "topP" | "bindTools";
type KnownChatModel = LangChainChatModel & Readonly<Partial<Record<ChatModelField, unknown>>>;

export const isLangChainChatModel = (value: unknown): value is LangChainChatModel =>
  typeof value === "object" &&
  value !== null &&
  "invoke" in value &&
  typeof value.invoke === "function" &&
  "_llmType" in value &&
  typeof value._llmType === "function" &&
  "_modelType" in value &&
  typeof value._modelType === "function" &&
  value._modelType() === "base_chat_model";

/** The provider's name for the model, or else the type that its class reports. */
export function chatModelName(object: LangChainChatModel): string {
  const { model, modelName, modelId }: KnownChatModel = object;
  const name = [model, modelName, modelId].find(value => typeof value === "string" && value !== "");
  return typeof name === "string" ? name : object._llmType();
}

/** How errors name the model. */
export const chatModelLabel = (object: LangChainChatModel): string =>
  `langchain.${object._llmType()}`;

/** A model, alone or bound to a reply schema. */
interface BoundModel {
  invoke(messages: readonly Message[], options: object): Promise<unknown>;
}

interface StructuredModel {
  withStructuredOutput(schema: object, options: object): BoundModel;
}

/** Binds the reply schema by tools or JSON schema if the class supports that, otherwise describes it in words. */
function bindSchema(object: KnownChatModel, request: ModelRequest, settings: PassedModelSettings) {
  const { dialect: dialectMemory, schemaText } = settings;
  const dialect = dialectMemory.current();
  if (typeof object.bindTools === "function" && dialect.output === "schema") {
    const { prompt, replySchema } = request;
    const options = { includeRaw: true, name: schemaName(prompt.name) };
    const boundModel = (object as unknown as StructuredModel).withStructuredOutput(
      { ...replySchema },
      { ...options, ...outputOf(object._llmType()) },
    );
    return { boundModel, messages: messagesOf(request, { dialect, schemaText }) };
  }
  const promptDialect = { ...dialect, output: "prompt" as const };
  return {
    boundModel: object as unknown as BoundModel,
    messages: messagesOf(request, { dialect: promptDialect, schemaText }),
  };
}

/** Some classes return the parsed reply instead of the reply itself. */
const messageOfParsed = (output: unknown): unknown =>
  typeof output === "object" && output !== null && !("raw" in output)
    ? { content: JSON.stringify(output) }
    : undefined;

/** The object's own value, which calls cannot change: throws PipelineError("bad-settings") if the settings say otherwise. */
function readOwnValue(
  object: KnownChatModel,
  field: "temperature" | "topP",
  settingsValue: number | null,
): number | null {
  const value = object[field];
  const ownValue = typeof value === "number" ? value : null;
  if (settingsValue === null || settingsValue === ownValue) return ownValue;
  throw new PipelineError(
    "bad-settings",
    `The ${field} of ${chatModelName(object)} was fixed when the program created it, but the settings say ${settingsValue}.`,
    { hint: `Set ${field} where the model is created: new ChatOpenAI({ model, ${field} }).` },
  );
}

/**
 * Wraps a LangChain chat model as a Model. Temperature and maximum reply length are the object's own. One try per call,
 * since wrappers do the retrying.
 */
export function wrapLangChainChatModel(
  object: LangChainChatModel,
  settings: PassedModelSettings & { readonly env: Environment },
): Model {
  const name = chatModelName(object);
  const { timeout, seed, env } = settings;
  const temperature = readOwnValue(object, "temperature", settings.temperature);
  const topP = settings.topP && readOwnValue(object, "topP", settings.topP);
  const invoke = async (
    request: ModelRequest,
    endpoint: PassedModelEndpoint,
    signal: AbortSignal,
  ) => {
    forbidTracing(env);
    const { boundModel, messages } = bindSchema(object, request, settings);
    const sampling = seed === null ? {} : { seed: seed + request.sample };
    const startTime = performance.now();
    return withDeadline(timeout, signal, ownSignal =>
      boundModel.invoke(messages, { callbacks: [], maxRetries: 0, ...sampling, signal: ownSignal }),
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      throw callError(error, { endpoint, timeout, elapsed: performance.now() - startTime });
    });
  };
  let foundSecrets: Promise<string[]> | undefined;
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const secrets = await (foundSecrets ??= findSecrets(object));
    const endpoint = { label: chatModelLabel(object), model: name, secrets };
    const message = await invoke(request, endpoint, signal);
    const reply = [rawOf(message), message, messageOfParsed(message)]
      .map(candidate => messageReply(candidate, request))
      .find(candidate => candidate !== undefined);
    if (!reply) throw garbledError(endpoint, emptyReply, "a chat message");
    return { ...reply, text: hideCompleteSecrets(reply.text, secrets) };
  };
  return {
    name,
    settings: samplingOf({ temperature, seed, topP: topP ?? undefined }),
    paid: true,
    complete,
  };
}
