// Models of the Vercel AI SDK that a program brings: known by their shape, so that the package itself is not needed here.

import { PipelineError } from "../../engine/errors.ts";
import {
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  samplingOf,
} from "../model.ts";
import { type GeneratedReply, generatedReply } from "./ai-sdk-reply.ts";
import { messagesOf, schemaName, type SchemaText } from "./chat.ts";
import { withDeadline } from "./deadline.ts";
import type { Dialect, DialectMemory } from "./dialect.ts";
import { secretsWithin } from "./object-secrets.ts";
import { callError, refusalIn } from "./package-errors.ts";
import { garbledError, type MadeEndpoint, nothing } from "./provider-errors.ts";
import { hideAll, hideWhole } from "./redaction.ts";
import { toldIn } from "./server-words.ts";

/** What is used of a `LanguageModel` of the AI SDK (`openai("gpt-4o-mini")`), of versions 2 and later of its specification. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  // A method, as packages narrow what it takes.
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

/** How a model that a program brings is asked here. */
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

/** What `doGenerate` takes. A later sample of a seeded model takes the next seed, or it would be the same draw. */
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

/** Mistakes of the program, which every request would meet alike; by the names of the SDK's errors. */
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

/** Asks in the dialect of now; what the model refuses of it is asked again at once in a lesser one. */
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
      const { message, field } = toldIn(refusal?.text ?? "");
      const told = { status: refusal?.status ?? 0, told: `${field} ${message}` };
      // What is known comes down a step each time, so that no request is sent twice without end.
      if (!memory.refused({ ...dialect, output: known.output }, told))
        throw failureOf(error, asked.endpoint, { timeout, took: performance.now() - from });
    }
  }
}

/** PipelineError("wrong-use") for one of a specification from before version 2. */
function checkVersion({ specificationVersion, provider, modelId }: AiSdkModel): void {
  if (/^v(?:[2-9]|\d\d)$/.test(specificationVersion)) return;
  throw new PipelineError(
    "wrong-use",
    `The model ${modelId} of ${provider} is of version ${specificationVersion} of the AI SDK's specification, and v2 is the first that is known here.`,
    { hint: "Install a version of its package for AI SDK 5 or later." },
  );
}

/**
 * Behind the interface of a model. The reply's schema goes along where the object passes it on, else in words; tries
 * are the wrappers' work: `doGenerate` makes one.
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
    const read: GeneratedReply | undefined = generatedReply(result, request);
    if (!read) throw garbledError(endpoint, nothing, "a result of doGenerate");
    if (read.dropsSchema) takesSchema = false;
    return { ...read.reply, text: hideWhole(read.reply.text, endpoint.secrets) };
  };
  return { name, settings: samplingOf(settings), paid: true, complete };
}
