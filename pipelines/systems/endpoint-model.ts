// Wraps a user's own RAG over HTTP in the interface of a model, so that its answers are journaled like any reply.

import { hash } from "node:crypto";
import { PipelineError, ReplyError } from "../engine/errors.ts";
import { parseJson } from "../engine/lines.ts";
import type { Http, HttpReply } from "../llm/endpoints/http.ts";
import { HttpFailure } from "../llm/endpoints/http-failure.ts";
import { transportError } from "../llm/endpoints/provider-errors.ts";
import { hideSecrets, publicAddressOf, secretsOf } from "../llm/endpoints/redaction.ts";
import { pageWords, parseServerError } from "../llm/endpoints/server-error-body.ts";
import { RetryableError } from "../llm/limits/retry.ts";
import type { Model } from "../llm/model.ts";
import { systemModel } from "./item-request.ts";
import {
  expectedReply,
  readSystemReply,
  type ReplyContext,
  type ReplyTiming,
} from "./system-reply.ts";

export interface EndpointSettings extends Pick<ReplyContext, "priceOf"> {
  /** The address to post questions to, including any query. */
  readonly url: string;
  /** Sent as a bearer token; null if none is set. */
  readonly apiKey: string | null;
  /** The environment variable that holds the key. */
  readonly keyName: string;
  readonly post: Http["postJson"];
}

/** Maximum number of characters of a server's own text that a message quotes. */
const maxQuote = 300;

/** The model's name in journals and keys: a different path or query is a different system. Contains no secrets. */
export function endpointName(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `rag:${host}${pathname.replace(/\/+$/, "")}${search === "" ? "" : `#${hash("sha256", search).slice(0, 8)}`}`;
}

/** Reads the reply in the form that all other code reads. Throws ReplyError for an invalid one: this row fails, and the next run asks again. */
function readReply(
  { url, priceOf }: EndpointSettings,
  { text }: HttpReply,
  timing: ReplyTiming,
): string {
  const value = parseJson(text);
  const label = publicAddressOf(url);
  if (value === undefined) {
    const description = pageWords(text) === undefined ? "something that is not JSON" : "a web page";
    throw new RetryableError("garbled", `${label} sent ${description}. ${expectedReply}.`);
  }
  return readSystemReply(value, { label, timing, priceOf, text });
}

const hints: Record<number, (settings: EndpointSettings) => string> = {
  401: ({ keyName }) => `Is ${keyName} set, and is it this server's key?`,
  403: ({ keyName }) => `Is ${keyName} set, and does this key have access?`,
};

/** Statuses that every question would get, because the address or the key is wrong. */
const fatalStatuses = [401, 403, 404, 405, 415, 501];

function statusError(settings: EndpointSettings, { status, text, headers }: HttpReply): Error {
  const detail = status === 401 ? "" : parseServerError(text).message;
  const secrets = secretsOf({ baseUrl: settings.url, apiKey: settings.apiKey });
  const message = `${publicAddressOf(settings.url)} refused the question with status ${status}${detail === "" ? "" : `: ${hideSecrets(detail, secrets).slice(0, maxQuote)}`}`;
  if (status < 400 || fatalStatuses.includes(status))
    return new PipelineError("provider", message, {
      hint:
        hints[status]?.(settings) ??
        "Is --endpoint the full address to which questions are posted?",
    });
  const retryInfo = { status, retryAfter: headers.get("retry-after") };
  if (status === 429)
    return new RetryableError(
      "rate-limited",
      `${message}. If this continues, lower --concurrency or --rpm.`,
      retryInfo,
    );
  if (status === 408 || status === 409 || status >= 500)
    return new RetryableError("unavailable", message, retryInfo);
  return new ReplyError("technical", "bad-request", message, null);
}

async function post(
  settings: EndpointSettings,
  body: object,
  signal: AbortSignal,
): Promise<HttpReply> {
  const { url, apiKey } = settings;
  const headers = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  return settings.post({ url, headers, body, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    const endpoint = { baseUrl: url, model: endpointName(url), apiKey, keyName: settings.keyName };
    throw error instanceof HttpFailure ? transportError(endpoint, error) : error;
  });
}

/** A model that answers only `endpointPrompt`, by one POST of {id, question, type, language}, plus asOf if the item has a date, and beginning and continuation for a correction. */
export const endpointModel = (settings: EndpointSettings): Model =>
  systemModel(endpointName(settings.url), async (item, failedTries, signal) => {
    const start = performance.now();
    const reply = await post(settings, item, signal);
    const milliseconds = Math.round(performance.now() - start);
    if (reply.status < 200 || reply.status >= 300) throw statusError(settings, reply);
    return readReply(settings, reply, { milliseconds, failedTries });
  });
