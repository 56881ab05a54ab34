// Calls any endpoint that speaks OpenAI's chat completions, with one try per call; wrappers do the retrying and enforce the limits.

import { parseJson } from "../../engine/lines.ts";
import { chatBody, chatReply, type SchemaText } from "./chat.ts";
import type { DialectMemory } from "./dialect.ts";
import type { HttpReply } from "./http.ts";
import { authorizationOf, isSuccess, type JsonService, postTo } from "./json-service.ts";
import {
  type Model,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  samplingOf,
} from "../model.ts";
import { garbledError, statusError } from "./provider-errors.ts";
import { readRateState } from "./rate-headers.ts";
import { hideCompleteSecrets, secretsOf } from "./redaction.ts";
import { parseServerError } from "./server-error-body.ts";

export interface OpenAiSettings extends ModelSettings, JsonService {
  readonly dialect: DialectMemory;
  readonly schemaText: SchemaText;
}

/** Sends a request; if the server does not accept its dialect, sends it again at once in a reduced one. */
async function sendInDialect(
  settings: OpenAiSettings,
  headers: Readonly<Record<string, string>>,
  { request, signal }: { request: ModelRequest; signal: AbortSignal },
): Promise<HttpReply> {
  const { model: name, dialect: dialectMemory, schemaText } = settings;
  for (;;) {
    const dialect = dialectMemory.current();
    const body = chatBody({ name, settings }, request, { dialect, schemaText });
    const reply = await postTo(settings, { path: "chat/completions", headers, body, signal });
    if (isSuccess(reply)) return reply;
    const { message, field } = parseServerError(reply.text);
    if (
      !dialectMemory.learnFromRefusal(dialect, {
        status: reply.status,
        wording: `${field} ${message}`,
      })
    )
      throw statusError(settings, reply);
  }
}

/** Creates a model at the endpoint. Returns refusals, truncated and empty replies as replies; `ask` checks them. */
export function createOpenAiModel(settings: OpenAiSettings): Model {
  const headers = { authorization: "Bearer none", ...authorizationOf(settings) };
  const secrets = secretsOf(settings);
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    const answer = await sendInDialect(settings, headers, { request, signal });
    const reply = chatReply(parseJson(answer.text), request);
    if (!reply) throw garbledError(settings, answer, "a chat completion");
    const rates = readRateState(answer.headers, Date.now());
    return {
      ...reply,
      text: hideCompleteSecrets(reply.text, secrets),
      ...(rates ? { rates } : {}),
    };
  };
  return {
    name: settings.model,
    settings: samplingOf(settings),
    paid: true,
    complete,
  };
}
