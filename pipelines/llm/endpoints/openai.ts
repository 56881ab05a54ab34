// Calls any endpoint that speaks OpenAI's chat completions, with one try per call; retries and limits are the wrappers' work.

import { PipelineError } from "../../engine/errors.ts";
import { parseJson } from "../../engine/lines.ts";
import { chatBody, chatReply, type SchemaText } from "./chat.ts";
import type { DialectMemory } from "./dialect.ts";
import type { Http, HttpReply } from "./http.ts";
import { HttpFailure } from "./http-failure.ts";
import {
  type Model,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  samplingOf,
} from "../model.ts";
import { type Endpoint, garbledError, statusError, transportError } from "./provider-errors.ts";
import { rateState } from "./rate-headers.ts";
import { decodePart, hideWhole, placeOf, secretsOf, urlOf } from "./redaction.ts";
import { parseServerError } from "./server-error-body.ts";

export interface OpenAiSettings extends ModelSettings, Endpoint {
  /** The connections to this endpoint; closed by whoever opened them. */
  readonly http: Http;
  readonly dialect: DialectMemory;
  readonly schemaText: SchemaText;
}

// Checked here, since an error about an invalid header would quote the key.
function keyOf({ apiKey, keyName }: Endpoint): string {
  const key = apiKey?.trim() ?? "none";
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new PipelineError(
    "bad-settings",
    `${keyName ?? "OPENAI_API_KEY"} holds no key: it is empty, or contains spaces, line breaks or non-ASCII characters.`,
    { hint: `Type: export ${keyName ?? "OPENAI_API_KEY"}=…  — with nothing but the key.` },
  );
}

// User and password in a base URL serve in place of a key.
function authorizationOf(endpoint: Endpoint): string {
  const { username, password } = urlOf(endpoint.baseUrl);
  if (endpoint.apiKey !== null || username === "") return `Bearer ${keyOf(endpoint)}`;
  return `Basic ${Buffer.from(`${decodePart(username)}:${decodePart(password)}`).toString("base64")}`;
}

function addressOf({ baseUrl }: Endpoint): string {
  const { search } = urlOf(baseUrl);
  return `${placeOf(baseUrl).replace(/\/+$/, "")}/chat/completions${search}`;
}

type Send = (body: ReturnType<typeof chatBody>, signal: AbortSignal) => Promise<HttpReply>;

function createSender(settings: OpenAiSettings): Send {
  const url = addressOf(settings);
  const headers = { authorization: authorizationOf(settings) };
  return async (body, signal) => {
    try {
      return await settings.http.postJson({ url, headers, body, signal });
    } catch (error) {
      throw error instanceof HttpFailure ? transportError(settings, error) : error;
    }
  };
}

const isSuccess = ({ status }: HttpReply) => status >= 200 && status < 300;

/** Sends a request; if the server does not accept its dialect, sends it again at once in a reduced one. */
async function sendInDialect(
  settings: OpenAiSettings,
  send: Send,
  { request, signal }: { request: ModelRequest; signal: AbortSignal },
): Promise<HttpReply> {
  const { model: name, dialect: memory, schemaText } = settings;
  for (;;) {
    const dialect = memory.now();
    const reply = await send(
      chatBody({ name, settings }, request, { dialect, schemaText }),
      signal,
    );
    if (isSuccess(reply)) return reply;
    const { message, field } = parseServerError(reply.text);
    if (!memory.learnFromRefusal(dialect, { status: reply.status, wording: `${field} ${message}` }))
      throw statusError(settings, reply);
  }
}

/** Creates a model at the endpoint. Returns refusals, cut and empty replies as replies; `ask` judges them. */
export function openAi(settings: OpenAiSettings): Model {
  const send = createSender(settings);
  const secrets = secretsOf(settings);
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    const answer = await sendInDialect(settings, send, { request, signal });
    const reply = chatReply(parseJson(answer.text), request);
    if (!reply) throw garbledError(settings, answer, "a chat completion");
    const rates = rateState(answer.headers, Date.now());
    return { ...reply, text: hideWhole(reply.text, secrets), ...(rates ? { rates } : {}) };
  };
  return {
    name: settings.model,
    settings: samplingOf(settings),
    paid: true,
    complete,
  };
}
