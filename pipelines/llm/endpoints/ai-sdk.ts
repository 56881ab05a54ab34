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
import { findSecrets } from "./object-secrets.ts";
import { callError, refusalIn } from "./package-errors.ts";
import { garbledError, type PassedModelEndpoint, emptyReply } from "./provider-errors.ts";
import { hideSecrets, hideCompleteSecrets } from "./redaction.ts";
import { parseServerError } from "./server-error-body.ts";

/** The parts used here of an AI SDK `LanguageModel` (`openai("gpt-4o-mini")`), from version 2 of its specification. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  // Declared as a method, so that classes with narrower parameters are assignable.
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
export interface PassedModelSettings extends ModelSettings {
  /** Milliseconds for one complete reply. */
  readonly timeout: number;
  readonly dialect: DialectMemory;
  readonly schemaText: SchemaText;
}

interface Call {
  readonly object: AiSdkModel;
  readonly settings: PassedModelSettings;
  readonly request: ModelRequest;
  readonly dialect: Dialect;
}

const promptMessageOf = ({ role, content }: Message) =>
  role === "system" ? { role, content } : { role, content: [{ type: "text", text: content }] };

/** The options of `doGenerate`. A later sample from a seeded model uses the next seed; otherwise it would be the same reply. */
function optionsOf({ settings, request, dialect }: Call) {
  const { temperature, seed, topP, schemaText } = settings;
  const { prompt, replySchema, maxReplyTokens, sample } = request;
  const schemaFields =
    dialect.output === "schema"
      ? { schema: { ...replySchema }, name: schemaName(prompt.name) }
      : {};
  return {
    prompt: messagesOf(request, { dialect, schemaText }).map(promptMessageOf),
    maxOutputTokens: maxReplyTokens,
    ...(temperature === null ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed === null || !dialect.seed ? {} : { seed: seed + sample }),
    ...(dialect.output === "prompt" ? {} : { responseFormat: { type: "json", ...schemaFields } }),
  };
}

/** Names of the SDK's errors for mistakes in the program, which would make every request fail. */
const programErrorName =
  /^AI_(?:LoadAPIKey|LoadSetting|NoSuchModel|UnsupportedFunctionality)Error$/;

function failureOf(
  error: unknown,
  endpoint: PassedModelEndpoint,
  circumstances: { timeout: number; elapsed: number },
) {
  if (!(error instanceof Error) || !programErrorName.test(error.name))
    return callError(error, { endpoint, ...circumstances });
  const quotation = hideSecrets(error.message, endpoint.secrets).slice(0, 500);
  return new PipelineError(
    "bad-settings",
    `${endpoint.label} (model ${endpoint.model}) cannot be called: ${quotation}`,
    { hint: "Check how the program creates the model, then run it again." },
  );
}

/** Calls the model in the current dialect; if the model refuses part of it, calls again at once in a reduced one. */
async function generate(
  call: Omit<Call, "dialect">,
  currentDialect: () => Dialect,
  context: { readonly endpoint: PassedModelEndpoint; readonly signal: AbortSignal },
): Promise<unknown> {
  const { object, settings } = call;
  const { timeout, dialect: dialectMemory } = settings;
  for (;;) {
    const remembered = dialectMemory.current();
    const dialect = currentDialect();
    const options = optionsOf({ ...call, dialect });
    const startTime = performance.now();
    try {
      return await withDeadline(timeout, context.signal, async abortSignal =>
        object.doGenerate({ ...options, abortSignal } as never),
      );
    } catch (error) {
      context.signal.throwIfAborted();
      const refusal = refusalIn(error);
      const { message, field } = parseServerError(refusal?.text ?? "");
      // The remembered dialect is reduced each time, so that no request is repeated forever.
      const sentDialect = { ...dialect, output: remembered.output };
      const status = refusal?.status ?? 0;
      if (!dialectMemory.learnFromRefusal(sentDialect, { status, wording: `${field} ${message}` }))
        throw failureOf(error, context.endpoint, {
          timeout,
          elapsed: performance.now() - startTime,
        });
    }
  }
}

/** Throws PipelineError("wrong-use") for a model with a specification older than version 2. */
function checkVersion({ specificationVersion, provider, modelId }: AiSdkModel): void {
  if (/^v(?:[2-9]|\d\d)$/.test(specificationVersion)) return;
  throw new PipelineError(
    "wrong-use",
    `The model ${modelId} of ${provider} has version ${specificationVersion} of the AI SDK's specification, but v2 is the oldest supported.`,
    { hint: "Install a version of its package for AI SDK 5 or later." },
  );
}

/**
 * Wraps an AI SDK model as a Model. The reply's schema is sent as such if the object passes it on, otherwise in words. One
 * try per call: wrappers do the retrying.
 */
export function wrapAiSdkModel(object: AiSdkModel, settings: PassedModelSettings): Model {
  checkVersion(object);
  const { modelId: name, provider: label } = object;
  const { dialect: dialectMemory } = settings;
  let acceptsSchema = !("supportsStructuredOutputs" in object && !object.supportsStructuredOutputs);
  const currentDialect = (): Dialect => {
    const dialect = dialectMemory.current();
    return dialect.output === "schema" && !acceptsSchema ? { ...dialect, output: "json" } : dialect;
  };
  let secrets: Promise<string[]> | undefined;
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const endpoint = { label, model: name, secrets: await (secrets ??= findSecrets(object)) };
    const call = { object, settings, request };
    const result = await generate(call, currentDialect, { endpoint, signal });
    const generated = generatedReply(result, request);
    if (!generated) throw garbledError(endpoint, emptyReply, "a result of doGenerate");
    if (generated.ignoredSchema) acceptsSchema = false;
    return {
      ...generated.reply,
      text: hideCompleteSecrets(generated.reply.text, endpoint.secrets),
    };
  };
  return { name, settings: samplingOf(settings), paid: true, complete };
}
