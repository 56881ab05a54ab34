// Classifies an endpoint's failures: they stop the run, are transient, or concern one row alone. No message contains a key.

import { PipelineError, ReplyError } from "../../engine/errors.ts";
import type { HttpReply } from "./http.ts";
import type { HttpFailure, HttpFault } from "./http-failure.ts";
import { readRateState } from "./rate-headers.ts";
import { hideSecrets, publicAddressOf, secretsOf } from "./redaction.ts";
import { type TransientFailure, RetryableError } from "../limits/retry.ts";
import { pageWords, type ServerError, parseServerError } from "./server-error-body.ts";

/** An endpoint, as its errors refer to it. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly model: string;
  /** Null for servers that use none. */
  readonly apiKey: string | null;
  /** The environment variable that holds the key; OPENAI_API_KEY if absent. */
  readonly keyName?: string | undefined;
}

/** The endpoint of a model that a program created: its address and key are inside the model. */
export interface PassedModelEndpoint {
  /** Its name in messages: `openai.chat`. */
  readonly label: string;
  readonly model: string;
  readonly secrets: readonly string[];
}

type AnyEndpoint = Endpoint | PassedModelEndpoint;

export const endpointNameOf = (endpoint: AnyEndpoint): string =>
  "label" in endpoint ? endpoint.label : publicAddressOf(endpoint.baseUrl);

export const secretsIn = (endpoint: AnyEndpoint): readonly string[] =>
  "label" in endpoint ? endpoint.secrets : secretsOf(endpoint);

/** Maximum characters of a server's message that are quoted. */
const maxQuote = 500;

const nameOf = (endpoint: AnyEndpoint) => `${endpointNameOf(endpoint)} (model ${endpoint.model})`;
const keyNameOf = (endpoint: AnyEndpoint) =>
  "label" in endpoint
    ? "the key that the program gave the model"
    : (endpoint.keyName ?? "OPENAI_API_KEY");
const redact = (endpoint: AnyEndpoint, text: string) =>
  hideSecrets(text, secretsIn(endpoint)).slice(0, maxQuote);
const urlCheck = "Is the base URL right? It usually ends in /v1.";

const hints: Record<number, (endpoint: AnyEndpoint) => string> = {
  401: endpoint => `Is ${keyNameOf(endpoint)} set, and is it this server's key?`,
  402: () =>
    "The account has no credit left: top it up or use another key, then run the same command again.",
  403: endpoint =>
    `Is this key allowed to use this model? Check ${keyNameOf(endpoint)}, the account's permissions and the model's name.`,
  404: () => "Check the model's name and the base URL (it usually ends in /v1).",
  405: () => urlCheck,
  410: () => "The model is no longer offered: choose another.",
  501: () =>
    "This server does not support the request: check the base URL, or choose another model.",
};

const creditWording =
  /insufficient[\s_.-]*(?:quota|balance|credit|funds)|billing_(?:hard_limit_reached|not_active)|arrearage|余额不足|欠费/i;
/** Wording of refusals that concern one request's text: the text of the next row may be accepted. */
const textWording =
  /context[\s_]*(?:length|window)|input[\s_]*(?:length|tokens?)|prompt is too long|too long|content[\s_]*(?:policy|filter|management)|flagged|moderation|data_inspection|invalid_prompt|(?<!case[- ])sensitive|敏感/i;

/** Settings shared by all requests of a run, and what to do if a server refuses one. */
const settingHints: [RegExp, string][] = [
  [
    /\btemperature\b/i,
    "Leave temperature out of this model's settings, or set one that it accepts.",
  ],
  [
    /\bmax_(?:completion_)?tokens\b/i,
    "The model cannot write replies as long as this prompt needs: choose another model, or lower thinkingTokens.",
  ],
  [
    /response.?format|json.?schema|json.?object/i,
    "Set `output: json` or `output: prompt` for this model.",
  ],
  [/\bseed\b/i, "Choose another model or server: this one does not accept such a seed."],
  [
    /\bsystem\b.*\b(?:role|message|prompt|instruction)|\brole\b.*\bsystem\b/i,
    "Choose a model that accepts system messages.",
  ],
  [
    /^model$|model_not_found|\bmodel\b.*\b(?:not found|not exist|does not exist|unknown|invalid|not supported|not available|unavailable)\b|模型不存在/i,
    "Check the model's name.",
  ],
];

// The field a server names is more reliable than its prose, which may quote a document.
function settingHintOf({ message, code, field }: ServerError): string | undefined {
  const subject = field === "" ? `${code} ${message.slice(0, 200)}` : field;
  return settingHints.find(([pattern]) => pattern.test(subject))?.[1];
}

/** Seconds or an HTTP date, as in `Retry-After`; a value in milliseconds takes precedence. */
function retryAfterOf({ headers }: HttpReply): string | null {
  const exact = Number(headers.get("retry-after-ms") ?? "");
  return Number.isFinite(exact) && exact > 0 ? String(exact / 1000) : headers.get("retry-after");
}

/** What to do about an error that every row would meet; undefined if it is transient or concerns one row. */
function stoppingHint(
  endpoint: AnyEndpoint,
  { status }: HttpReply,
  error: ServerError,
): string | undefined {
  if (status >= 500 && status !== 501) return undefined;
  if (creditWording.test(`${error.code} ${error.message}`)) return hints[402]?.(endpoint);
  if (status === 429 || status === 408 || status === 409) return undefined;
  if (status < 400) return "Set the base URL to the address it moved to.";
  if (status !== 401 && textWording.test(`${error.code} ${error.message}`)) return undefined;
  return hints[status]?.(endpoint) ?? settingHintOf(error);
}

function redirectNote({ headers }: HttpReply): string {
  const target = headers.get("location");
  return target !== null && /^https?:/i.test(target) && URL.canParse(target)
    ? ` and points to ${publicAddressOf(target)}`
    : "";
}

/** The gateway in front of the server timed out: the work may have been done. */
const gatewayTimeouts = [504, 524];
/** Also sent by gateways that lost the reply: an API refuses at once, whereas a late error may follow finished work. */
const lateStatuses = [500, 502, 503];
/** Milliseconds within which an API itself refuses. */
const maxRefusalTime = 1000;

const isMaybeBilled = ({ status, elapsed = Number.POSITIVE_INFINITY }: HttpReply): boolean =>
  gatewayTimeouts.includes(status) || (lateStatuses.includes(status) && elapsed > maxRefusalTime);

/** Error for a reply whose status is not 2xx: PipelineError to stop the run, RetryableError, or ReplyError for the row alone. */
export function statusError(endpoint: AnyEndpoint, reply: HttpReply): Error {
  const { status, headers } = reply;
  const error = parseServerError(reply.text);
  // A server's message about a wrong key may contain the key, in unforeseen ways.
  const quote =
    status === 401 || error.message === "" ? "" : `: ${redact(endpoint, error.message)}`;
  const message = `${nameOf(endpoint)} refused the request with status ${status}${redirectNote(reply)}${quote}`;
  const hint = stoppingHint(endpoint, reply, error);
  if (hint !== undefined) return new PipelineError("provider", message, { hint });
  const details = {
    status,
    retryAfter: retryAfterOf(reply),
    maybeBilled: isMaybeBilled(reply),
    rates: readRateState(headers, Date.now()),
  };
  if (status === 429)
    return new RetryableError(
      "rate-limited",
      `${message}. If this continues, lower the limits (concurrency, requestsPerMinute, tokensPerMinute).`,
      details,
    );
  if (status === 408 || status === 409 || status >= 500)
    return new RetryableError("unavailable", message, details);
  return new ReplyError("technical", "bad-request", message, null);
}

interface Wording {
  readonly code: TransientFailure;
  readonly describe: (detail: string, limit: number | null) => string;
}

const runningCheck = "Is the server running, and is the base URL right?";

const faultWordings: Record<HttpFault, Wording> = {
  unreachable: {
    code: "unavailable",
    describe: detail => `cannot be reached: ${detail}. ${runningCheck}`,
  },
  "slow-connect": {
    code: "timeout",
    describe: (_, limit) =>
      `accepted no connection within ${limit} s (timeout.connect). ${runningCheck}`,
  },
  "slow-start": {
    code: "timeout",
    describe: (_, limit) => `did not begin a reply within ${limit} s (timeout.firstByte).`,
  },
  stalled: {
    code: "timeout",
    describe: (_, limit) =>
      `stopped in the middle of a reply and sent nothing more for ${limit} s (timeout.idle).`,
  },
  slow: {
    code: "timeout",
    describe: (_, limit) => `sent no complete reply within ${limit} s (timeout.whole).`,
  },
  broken: {
    code: "unavailable",
    describe: detail => `broke off the connection before its reply was complete: ${detail}.`,
  },
  garbled: {
    code: "garbled",
    describe: detail => `sent something that is not an HTTP reply: ${detail}. ${urlCheck}`,
  },
  "too-long": { code: "garbled", describe: () => "sent a reply that did not end after 32 MB." },
};

/** Certificate errors: trying again does not help. */
const certificateWording = /certificate|self[- ]signed|altname|CERT_/i;

/** Error for a request that got no complete reply. */
export function transportError(
  endpoint: AnyEndpoint,
  { fault, mayBeSent, detail, limit }: HttpFailure,
): Error {
  const { code, describe } = faultWordings[fault];
  const message = `${nameOf(endpoint)} ${describe(redact(endpoint, detail), limit)}`;
  if (fault !== "unreachable" || !certificateWording.test(detail))
    return new RetryableError(code, message, { maybeBilled: mayBeSent });
  return new PipelineError(
    "provider",
    `${nameOf(endpoint)} cannot be trusted: ${redact(endpoint, detail)}.`,
    {
      hint: "Fix the server's certificate, or set NODE_EXTRA_CA_CERTS to its issuer's, then run the same command again.",
    },
  );
}

/** Stands in for a reply that a package has read and found unusable. */
export const emptyReply: HttpReply = {
  status: 200,
  headers: { get: () => null },
  text: "{}",
};

/** Error for a reply of status 200 that is not the `expectedReply` ("a chat completion"). */
export function garbledError(
  endpoint: AnyEndpoint,
  { text, headers }: HttpReply,
  expectedReply: string,
): RetryableError {
  const pageText = pageWords(text);
  const serverMessage = pageText ?? parseServerError(text).message;
  const quotation =
    serverMessage === "" ? "" : ` ("${redact(endpoint, serverMessage).slice(0, 200)}")`;
  const kind = pageText !== undefined ? "a web page" : text.trim() === "" ? "nothing" : "something";
  const message = `${nameOf(endpoint)} sent ${kind}${quotation} ${pageText === undefined ? "that is not" : "and not"} ${expectedReply}. ${urlCheck}`;
  return new RetryableError("garbled", message, {
    maybeBilled: true,
    rates: readRateState(headers, Date.now()),
  });
}
