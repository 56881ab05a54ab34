// LangChain chat models that a program passes in: recognized by their shape, so that their package is not needed here.

import { PipelineError } from "../../engine/errors.ts";
import {
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
  samplingOf,
} from "../model.ts";
import type { BroughtSettings } from "./ai-sdk.ts";
import { messagesOf, schemaName } from "./chat.ts";
import { withDeadline } from "./deadline.ts";
import { type Environment, forbidTracing, rawOf } from "./langchain.ts";
import { outputOf } from "./langchain-providers.ts";
import { messageReply } from "./langchain-reply.ts";
import { secretsWithin } from "./object-secrets.ts";
import { callError } from "./package-errors.ts";
import { garbledError, type MadeEndpoint, nothing } from "./provider-errors.ts";
import { hideWhole } from "./redaction.ts";

/** The parts used of a LangChain chat model (`new ChatOpenAI(…)`). */
export interface LangChainChatModel {
  // Methods, since packages narrow their parameters.
  invoke(messages: never, options?: never): Promise<unknown>;
  _modelType(): string;
  _llmType(): string;
}

type Field = "model" | "modelName" | "modelId" | "temperature" | "topP" | "bindTools";
type KnownChatModel = LangChainChatModel & Readonly<Partial<Record<Field, unknown>>>;

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

/** The provider's name for the model, or else the kind of class. */
export function chatModelName(object: LangChainChatModel): string {
  const { model, modelName, modelId }: KnownChatModel = object;
  const name = [model, modelName, modelId].find(each => typeof each === "string" && each !== "");
  return typeof name === "string" ? name : object._llmType();
}

/** Its name in errors. */
export const chatModelPlace = (object: LangChainChatModel): string =>
  `langchain.${object._llmType()}`;

/** A model, alone or bound to a reply schema. */
interface Invoked {
  invoke(messages: readonly Message[], options: object): Promise<unknown>;
}

interface Structured {
  withStructuredOutput(schema: object, options: object): Invoked;
}

/** Binds the reply schema by tools or JSON schema if the class supports that, else describes it in words. */
function boundTo(object: KnownChatModel, request: ModelRequest, settings: BroughtSettings) {
  const { dialect: memory, schemaText } = settings;
  const dialect = memory.now();
  if (typeof object.bindTools === "function" && dialect.output === "schema") {
    const { prompt, replySchema } = request;
    const options = { includeRaw: true, name: schemaName(prompt.name) };
    const bound = (object as unknown as Structured).withStructuredOutput(
      { ...replySchema },
      { ...options, ...outputOf(object._llmType()) },
    );
    return { bound, messages: messagesOf(request, { dialect, schemaText }) };
  }
  const inWords = { ...dialect, output: "prompt" as const };
  return {
    bound: object as unknown as Invoked,
    messages: messagesOf(request, { dialect: inWords, schemaText }),
  };
}

/** Some classes return the parsed reply instead of the reply itself. */
const asMessage = (output: unknown): unknown =>
  typeof output === "object" && output !== null && !("raw" in output)
    ? { content: JSON.stringify(output) }
    : undefined;

/** The object's own value, which calls cannot change: PipelineError("bad-settings") if the settings name another. */
function ownValue(
  object: KnownChatModel,
  field: "temperature" | "topP",
  wanted: number | null,
): number | null {
  const value = object[field];
  const own = typeof value === "number" ? value : null;
  if (wanted === null || wanted === own) return own;
  throw new PipelineError(
    "bad-settings",
    `The ${field} of ${chatModelName(object)} was fixed when the program made it, but the settings name ${wanted}.`,
    { hint: `Set ${field} where the model is made: new ChatOpenAI({ model, ${field} }).` },
  );
}

/**
 * Wraps a LangChain chat model as a Model. Temperature and maximum reply length are the object's own; it makes one try,
 * since retries are the wrappers' work.
 */
export function chatObjectModel(
  object: LangChainChatModel,
  settings: BroughtSettings & { readonly env: Environment },
): Model {
  const name = chatModelName(object);
  const { timeout, seed, env } = settings;
  const temperature = ownValue(object, "temperature", settings.temperature);
  const topP = settings.topP && ownValue(object, "topP", settings.topP);
  const ask = async (request: ModelRequest, endpoint: MadeEndpoint, signal: AbortSignal) => {
    forbidTracing(env);
    const { bound, messages } = boundTo(object, request, settings);
    const sampling = seed === null ? {} : { seed: seed + request.sample };
    const from = performance.now();
    return withDeadline(timeout, signal, own =>
      bound.invoke(messages, { callbacks: [], maxRetries: 0, ...sampling, signal: own }),
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      throw callError(error, { endpoint, timeout, took: performance.now() - from });
    });
  };
  let found: Promise<string[]> | undefined;
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const secrets = await (found ??= secretsWithin(object));
    const endpoint = { place: chatModelPlace(object), model: name, secrets };
    const message = await ask(request, endpoint, signal);
    const reply = [rawOf(message), message, asMessage(message)]
      .map(each => messageReply(each, request))
      .find(each => each !== undefined);
    if (!reply) throw garbledError(endpoint, nothing, "a chat message");
    return { ...reply, text: hideWhole(reply.text, secrets) };
  };
  return {
    name,
    settings: samplingOf({ temperature, seed, topP: topP ?? undefined }),
    paid: true,
    complete,
  };
}
