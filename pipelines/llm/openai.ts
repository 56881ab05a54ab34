// Any endpoint that speaks OpenAI's chat completions, asked once a call; tries and limits are wrappers' work.

import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { PipelineError, ReplyError } from "../engine/errors.ts";
import { chatBody, chatReply } from "./chat.ts";
import type { Model, ModelSettings } from "./model.ts";
import { RetryableError } from "./retry.ts";

export interface OpenAiSettings extends ModelSettings {
  readonly model: string;
  /** `https://api.openai.com/v1`, or any compatible server's. */
  readonly baseUrl: string;
  /** Null for servers that take none. */
  readonly apiKey: string | null;
  /** Milliseconds for one whole reply. */
  readonly timeout: number;
}

// Everything the client would otherwise take from the environment is set here.
const clientOf = ({ baseUrl, apiKey, timeout }: OpenAiSettings) =>
  new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout,
    logLevel: "off",
  });

function placeOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`;
}

// Servers repeat a key, whole or in part, in their own messages.
function withoutKey(text: string, apiKey: string | null): string {
  const hidden = apiKey ? text.replaceAll(apiKey, "[key]") : text;
  return hidden.replace(/\bsk-[\w*.-]{4,200}/g, "[key]").slice(0, 500);
}

const advice: Record<number, string> = {
  401: "Is OPENAI_API_KEY set, and is it this server's key?",
  403: "May this key use this model? Check OPENAI_API_KEY, the account's rights and the model's name.",
  404: "Check the model's name and the base URL (it usually ends in /v1).",
};

/** An error the whole run meets alike: it stops at once. */
function stopping(status: number, settings: OpenAiSettings, told: string): PipelineError {
  const place = `${placeOf(settings.baseUrl)} (model ${settings.model})`;
  // What a server says about a wrong key may hold the key.
  const said = status === 401 || told === "" ? "" : `: ${told}`;
  return new PipelineError("provider", `${place} refused the request with status ${status}${said}`, {
    hint: advice[status] ?? "The account has no credit left: top it up or use another key, then type the same command again.",
  });
}

function statusError(error: APIError, settings: OpenAiSettings): Error {
  const told = withoutKey(error.message, settings.apiKey);
  const status = Number(error.status);
  if (status in advice) return stopping(status, settings, told);
  if (status === 429 && error.code === "insufficient_quota") return stopping(status, settings, told);
  const retryAfter = error.headers?.get("retry-after") ?? null;
  if (status === 429) return new RetryableError("rate-limited", told, { retryAfter });
  if (status === 408 || status === 409 || status >= 500) return new RetryableError("unavailable", told, { retryAfter });
  return new ReplyError("technical", "bad-request", told, null);
}

function translated(error: unknown, settings: OpenAiSettings): unknown {
  const place = placeOf(settings.baseUrl);
  if (error instanceof APIConnectionTimeoutError || (error instanceof Error && error.name === "TimeoutError")) {
    return new RetryableError("timeout", `${place} gave no whole reply within ${settings.timeout / 1000} s.`);
  }
  if (error instanceof APIConnectionError) return new RetryableError("unavailable", `${place} cannot be reached: ${withoutKey(causeOf(error), settings.apiKey)}`);
  if (error instanceof APIError) return statusError(error, settings);
  if (error instanceof SyntaxError) return new RetryableError("garbled", `${place} sent a reply that is not JSON.`);
  // A connection that breaks inside a body is fetch's TypeError.
  if (error instanceof TypeError) return new RetryableError("unavailable", `${place} broke off its reply: ${error.message}`);
  return error;
}

const causeOf = (error: Error): string => (error.cause instanceof Error ? causeOf(error.cause) : error.message);

/** The SDK's own time limit ends with the headers; this one holds for the body too. */
async function withDeadline<T>(timeout: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(timeout);
  try {
    return await work(AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    throw deadline.aborted ? deadline.reason : error;
  }
}

/** Structured output by JSON schema. Refusals, cut and empty replies come back as replies; `ask` judges them. */
export function openAi(settings: OpenAiSettings): Model {
  const client = clientOf(settings);
  const model = { name: settings.model, settings: { temperature: settings.temperature, seed: settings.seed }, paid: true };
  const complete: Model["complete"] = async (request, signal) => {
    const body = await withDeadline(settings.timeout, signal, merged => client.chat.completions.create(chatBody(model, request), { signal: merged })).catch((error: unknown) => {
      signal.throwIfAborted();
      throw translated(error, settings);
    });
    const reply = chatReply(body, request);
    if (!reply) throw new RetryableError("garbled", `${placeOf(settings.baseUrl)} sent something other than a chat completion.`);
    return reply;
  };
  return { ...model, complete };
}
