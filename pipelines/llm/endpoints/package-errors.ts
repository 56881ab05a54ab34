// Converts failures of LangChain's and the AI SDK's packages, each of which reports status, body and headers in its own way, or not at all.

import { PipelineError, ReplyError } from "../../engine/errors.ts";
import type { HttpReply } from "./http.ts";
import { HttpFailure } from "./http-failure.ts";
import {
  type Endpoint,
  type PassedModelEndpoint,
  endpointNameOf,
  secretsIn,
  statusError,
  transportError,
} from "./provider-errors.ts";
import { hideSecrets } from "./redaction.ts";
import { RetryableError } from "../limits/retry.ts";

/** The circumstances of a failure. */
export interface FailureContext {
  readonly endpoint: Endpoint | PassedModelEndpoint;
  /** Time limit in milliseconds. */
  readonly timeout: number;
  /** Milliseconds from the request until the failure. */
  readonly elapsed: number;
}

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const isStatus = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 300 && value < 600;

function statusOf(error: Fields): number | undefined {
  const { status, statusCode, status_code, response, $metadata } = error;
  return [
    status,
    statusCode,
    status_code,
    fieldsOf(response)["status"],
    fieldsOf($metadata)["httpStatusCode"],
  ].find(isStatus);
}

function headersOf(error: Fields): HttpReply["headers"] {
  const rawHeaders =
    error["headers"] ?? error["responseHeaders"] ?? fieldsOf(error["response"])["headers"];
  const headers =
    rawHeaders instanceof Headers
      ? rawHeaders
      : new Headers(
          Object.entries(fieldsOf(rawHeaders)).map(([name, value]) => [name, String(value)]),
        );
  return { get: name => headers.get(name) };
}

// LangChain appends its own link to some messages.
const messageOf = (error: Error) => error.message.split(/\s*Troubleshooting URL:/)[0]?.trim() ?? "";

function bodyOf(error: Error): string {
  const { error: inner, responseBody, body = responseBody } = fieldsOf(error);
  if (typeof body === "string" && body !== "") return body;
  const errorBody = typeof body === "object" && body !== null ? body : inner;
  if (typeof errorBody !== "object" || errorBody === null)
    return JSON.stringify({ error: { message: messageOf(error) } });
  return JSON.stringify("error" in errorBody ? errorBody : { error: errorBody });
}

const chainOf = (error: Error): Error[] => [
  error,
  ...(error.cause instanceof Error && error.cause !== error ? chainOf(error.cause) : []),
];

const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "";

const connectionCode =
  /^(?:E[A-Z]{4,}|EAI_AGAIN|UND_ERR_\w+|ERR_TLS_\w+|ERR_SSL_\w+|\w*(?:CERT|SELF_SIGNED)\w*)$/;
const unsentCode =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|ERR_SSL_\w+|\w*(?:CERT|SELF_SIGNED)\w*)$/;
const connectionWording = /fetch failed|connection error|socket hang up|terminated|network error/i;

/** Returns an HttpFailure for a connection that failed or broke; undefined for other failures. */
function httpFailureOf(error: Error): HttpFailure | undefined {
  const chain = chainOf(error);
  const code = chain.map(codeOf).find(found => connectionCode.test(found));
  if (code === undefined && !chain.some(({ message }) => connectionWording.test(message)))
    return undefined;
  const sent = !unsentCode.test(code ?? "");
  const detail = `${chain.at(-1)?.message ?? ""}${code === undefined ? "" : ` (${code})`}`;
  return new HttpFailure({ fault: sent ? "broken" : "unreachable", mayBeSent: sent, detail });
}

const isTimeout = (error: Error) => chainOf(error).some(({ name }) => name === "TimeoutError");

const overflowWording = /context|too long|maximum.*tokens/i;

/** The refusal reported by a failure; undefined for other failures. */
export function refusalIn(error: unknown): HttpReply | undefined {
  const status = statusOf(fieldsOf(error));
  return error instanceof Error && status !== undefined
    ? { status, headers: headersOf(fieldsOf(error)), text: bodyOf(error) }
    : undefined;
}

/** Converts the error of a failed call: PipelineError to stop the run, RetryableError, or ReplyError for the row alone. */
export function callError(error: unknown, { endpoint, timeout, elapsed }: FailureContext): unknown {
  const modelName = `${endpointNameOf(endpoint)} (model ${endpoint.model})`;
  if (!(error instanceof Error))
    return new RetryableError("garbled", `${modelName} failed without a message.`, {
      maybeBilled: true,
    });
  const refusal = refusalIn(error);
  if (refusal) return statusError(endpoint, { ...refusal, elapsed });
  if (isTimeout(error))
    return transportError(
      endpoint,
      new HttpFailure({ fault: "slow", mayBeSent: true, limit: timeout / 1000 }),
    );
  const httpFailure = httpFailureOf(error);
  if (httpFailure) return transportError(endpoint, httpFailure);
  const message = `${modelName}: ${hideSecrets(messageOf(error), secretsIn(endpoint)).slice(0, 500)}`;
  if (error.name === "ContextOverflowError" && overflowWording.test(message))
    return new ReplyError("technical", "bad-request", message, null);
  // Any other failure of a package is assumed to be caused by the reply.
  return new RetryableError("garbled", message, { maybeBilled: true });
}

/** Error for a model that cannot even be created; it stops the run. */
export function creationError(
  error: unknown,
  endpoint: Endpoint,
  packageName: string,
): PipelineError {
  const message = hideSecrets(
    error instanceof Error ? messageOf(error) : String(error),
    secretsIn(endpoint),
  ).slice(0, 500);
  return new PipelineError(
    "bad-settings",
    `The package ${packageName} could not create the model ${endpoint.model}: ${message}`,
    {
      hint: `Check the model's settings and its provider's environment variables; or type: npm install ${packageName}@latest`,
    },
  );
}
