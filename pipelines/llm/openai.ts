// Any endpoint that speaks OpenAI's chat completions, asked once a call; tries and limits are wrappers' work.

import OpenAI, { APIConnectionError } from "openai";
import { PipelineError } from "../engine/errors.ts";
import { chatBody, chatReply, type SchemaText } from "./chat.ts";
import type { DialectMemory } from "./dialect.ts";
import { type Http, HttpFailure, type HttpReply, onAbort, unpacked } from "./http.ts";
import type { Model, ModelReply, ModelRequest, ModelSettings } from "./model.ts";
import { type Endpoint, garbledError, statusError, transportError } from "./provider-errors.ts";
import { rateState } from "./rate-headers.ts";
import { decodedPart, hideWhole, placeOf, secretsOf, urlOf } from "./redaction.ts";
import { parsedJson, toldIn } from "./server-words.ts";

export interface OpenAiSettings extends ModelSettings, Endpoint {
  /** The connections to this endpoint; who opened them closes them. */
  readonly http: Http;
  readonly dialect: DialectMemory;
  readonly schemaText: SchemaText;
}

/** The limits of time are those of `http`. */
const noTimeout = 2 ** 31 - 1;

// What a status means is judged here, by the raw body, which the package's own errors do not keep.
const anyStatus =
  ({ fetch }: Http): typeof globalThis.fetch =>
  async (...request) => ({ ...(await fetch(...request)), ok: true });

// User and password of a base URL serve in place of a key.
function authorization({ baseUrl, apiKey }: Endpoint): { authorization?: string } {
  const { username, password } = urlOf(baseUrl);
  if (apiKey !== null || username === "") return {};
  const pair = `${decodedPart(username)}:${decodedPart(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

// What a header cannot hold would be quoted in the error of whoever finds out.
function keyOf({ apiKey, keyName }: Endpoint): string {
  const key = apiKey?.trim() ?? "none";
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new PipelineError("bad-settings", `${keyName ?? "OPENAI_API_KEY"} holds no key: it is empty, or has blanks, line breaks or characters beyond plain ASCII within.`, {
    hint: `Type: export ${keyName ?? "OPENAI_API_KEY"}=…  — with the key alone.`,
  });
}

// Everything the client would otherwise take from the environment is set here.
const clientOf = ({ http, ...endpoint }: OpenAiSettings) =>
  new OpenAI({
    baseURL: placeOf(endpoint.baseUrl),
    defaultQuery: Object.fromEntries(urlOf(endpoint.baseUrl).searchParams),
    defaultHeaders: { ...unpacked, ...authorization(endpoint) },
    apiKey: keyOf(endpoint),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: noTimeout,
    logLevel: "off",
    fetch: anyStatus(http),
  });

/** The client never takes its listener off a signal, so each call has a signal of its own. */
async function withOwnSignal<T>(signal: AbortSignal, work: (own: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const forget = onAbort(signal, () => own.abort(signal.reason));
  try {
    return await work(own.signal);
  } finally {
    forget();
  }
}

type Send = (body: ReturnType<typeof chatBody>, signal: AbortSignal) => Promise<HttpReply>;

function sender(settings: OpenAiSettings): Send {
  const client = clientOf(settings);
  return async (body, signal) => {
    try {
      const response = await withOwnSignal(signal, own => client.chat.completions.create(body, { signal: own }).asResponse());
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof APIConnectionError && error.cause instanceof HttpFailure) throw transportError(settings, error.cause);
      throw error;
    }
  };
}

const succeeded = ({ status }: HttpReply) => status >= 200 && status < 300;

/** What is sent in a dialect the server does not take is sent again at once in a lesser one. */
async function spoken(settings: OpenAiSettings, send: Send, { request, signal }: { request: ModelRequest; signal: AbortSignal }): Promise<HttpReply> {
  const { model: name, temperature, seed, dialect: memory, schemaText } = settings;
  for (;;) {
    const dialect = memory.now();
    const reply = await send(chatBody({ name, settings: { temperature, seed } }, request, { dialect, schemaText }), signal);
    if (succeeded(reply)) return reply;
    const { message, field } = toldIn(reply.text);
    if (!memory.refused(dialect, { status: reply.status, told: `${field} ${message}` })) throw statusError(settings, reply);
  }
}

/** Refusals, cut and empty replies come back as replies; `ask` judges them. */
export function openAi(settings: OpenAiSettings): Model {
  const send = sender(settings);
  const secrets = secretsOf(settings);
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    const answer = await spoken(settings, send, { request, signal });
    const reply = chatReply(parsedJson(answer.text), request);
    if (!reply) throw garbledError(settings, answer, "a chat completion");
    const rates = rateState(answer.headers, Date.now());
    return { ...reply, text: hideWhole(reply.text, secrets), ...(rates ? { rates } : {}) };
  };
  return { name: settings.model, settings: { temperature: settings.temperature, seed: settings.seed }, paid: true, complete };
}
