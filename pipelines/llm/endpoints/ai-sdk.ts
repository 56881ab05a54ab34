// Vercel AI SDK models that a program passes in: recognized by their shape, so that the package itself is not needed here.

import { PipelineError } from "../../engine/errors.ts";
import {
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  samplingOf,
} from "../model.ts";
import { generatedReply } from "./ai-sdk-reply.ts";
import { messagesOf, schemaName, type SchemaText } from "./chat.ts";
import { withDeadline } from "./deadline.ts";
import type { Dialect, DialectMemory } from "./dialect.ts";
import { secretsWithin } from "./object-secrets.ts";
import { callError, refusalIn } from "./package-errors.ts";
import { garbledError, type MadeEndpoint, nothing } from "./provider-errors.ts";
import { hideAll, hideWhole } from "./redaction.ts";
import { parseServerError } from "./server-words.ts";

/** The parts used of an AI SDK `LanguageModel` (`openai("gpt-4o-mini")`), from version 2 of its specification. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  // A method, since packages narrow its parameters.
  doGenerate(options: never): PromiseLike<unknown>;
}

export const isAiSdkModel = (value: unknown): value is AiSdkModel =>
  typeof value === "object" &&
  value !== null &&
  "doGenerate" in value &&
  typeof value.doGenerate === "function" &&
  "modelId" in value &&
  typeof value.modelId === "string" &&
  "provider" in value &&
  typeof value.provider === "string";

/** Settings for a model that a program passes in. */
export interface BroughtSettings extends ModelSettings {
  /** Milliseconds for one whole reply. */
  readonly timeout: number;
  readonly dialect: DialectMemory;
  readonly schemaText: SchemaText;
}

interface Call {
  readonly object: AiSdkModel;
  readonly settings: BroughtSettings;
  readonly request: ModelRequest;
  readonly dialect: Dialect;
}

const turnOf = ({ role, content }: Message) =>
  role === "system" ? { role, content } : { role, content: [{ type: "text", text: content }] };

/** The options of `doGenerate`. A later sample of a seeded model uses the next seed, or it would be the same draw. */
function optionsOf({ settings, request, dialect }: Call) {
  const { temperature, seed, topP, schemaText } = settings;
  const { prompt, replySchema, maxReplyTokens, sample } = request;
  const shape =
    dialect.output === "schema"
      ? { schema: { ...replySchema }, name: schemaName(prompt.name) }
      : {};
  return {
    prompt: messagesOf(request, { dialect, schemaText }).map(turnOf),
    maxOutputTokens: maxReplyTokens,
    ...(temperature === null ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed === null || !dialect.seed ? {} : { seed: seed + sample }),
    ...(dialect.output === "prompt" ? {} : { responseFormat: { type: "json", ...shape } }),
  };
}

/** Mistakes of the program, which would fail every request; by the names of the SDK's errors. */
const stopping = /^AI_(?:LoadAPIKey|LoadSetting|NoSuchModel|UnsupportedFunctionality)Error$/;

function failureOf(error: unknown, endpoint: MadeEndpoint, met: { timeout: number; took: number }) {
  if (!(error instanceof Error) || !stopping.test(error.name))
    return callError(error, { endpoint, ...met });
  const words = hideAll(error.message, endpoint.secrets).slice(0, 500);
  return new PipelineError(
    "bad-settings",
    `${endpoint.place} (model ${endpoint.model}) cannot be asked: ${words}`,
    { hint: "Check how the program makes the model, then run it again." },
  );
}

/** Asks in the current dialect; if the model refuses part of it, asks again at once in a reduced one. */
async function generate(
  call: Omit<Call, "dialect">,
  dialectNow: () => Dialect,
  asked: { readonly endpoint: MadeEndpoint; readonly signal: AbortSignal },
): Promise<unknown> {
  const { object, settings } = call;
  const { timeout, dialect: memory } = settings;
  for (;;) {
    const known = memory.now();
    const dialect = dialectNow();
    const options = optionsOf({ ...call, dialect });
    const from = performance.now();
    try {
      return await withDeadline(timeout, asked.signal, async abortSignal =>
        object.doGenerate({ ...options, abortSignal } as never),
      );
    } catch (error) {
      asked.signal.throwIfAborted();
      const refusal = refusalIn(error);
      const { message, field } = parseServerError(refusal?.text ?? "");
      const told = { status: refusal?.status ?? 0, told: `${field} ${message}` };
      // The known dialect is reduced each time, so that no request is repeated forever.
      if (!memory.refused({ ...dialect, output: known.output }, told))
        throw failureOf(error, asked.endpoint, { timeout, took: performance.now() - from });
    }
  }
}

/** Throws PipelineError("wrong-use") for a model with a specification before version 2. */
function checkVersion({ specificationVersion, provider, modelId }: AiSdkModel): void {
  if (/^v(?:[2-9]|\d\d)$/.test(specificationVersion)) return;
  throw new PipelineError(
    "wrong-use",
    `The model ${modelId} of ${provider} has version ${specificationVersion} of the AI SDK's specification, but v2 is the oldest supported.`,
    { hint: "Install a version of its package for AI SDK 5 or later." },
  );
}

/**
 * Wraps an AI SDK model as a Model. The reply's schema is sent if the object passes it on, else in words. Retries are the
 * wrappers' work: `doGenerate` makes one try.
 */
export function aiSdkModel(object: AiSdkModel, settings: BroughtSettings): Model {
  checkVersion(object);
  const { modelId: name, provider: place } = object;
  const { dialect: memory } = settings;
  let takesSchema = !("supportsStructuredOutputs" in object && !object.supportsStructuredOutputs);
  const dialectNow = (): Dialect => {
    const dialect = memory.now();
    return dialect.output === "schema" && !takesSchema ? { ...dialect, output: "json" } : dialect;
  };
  let secrets: Promise<string[]> | undefined;
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const endpoint = { place, model: name, secrets: await (secrets ??= secretsWithin(object)) };
    const call = { object, settings, request };
    const result = await generate(call, dialectNow, { endpoint, signal });
    const read = generatedReply(result, request);
    if (!read) throw garbledError(endpoint, nothing, "a result of doGenerate");
    if (read.dropsSchema) takesSchema = false;
    return { ...read.reply, text: hideWhole(read.reply.text, endpoint.secrets) };
  };
  return { name, settings: samplingOf(settings), paid: true, complete };
}
