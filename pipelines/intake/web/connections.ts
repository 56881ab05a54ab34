// Sends one request to one web server: with limits on time and size, and only to a public address unless its host was allowed.

import { Agent, type Dispatcher } from "undici";
import { publicLookup } from "./public-addresses.ts";
import { acceptedEncodings, collectBytes, decodeBody } from "./reply-body.ts";
import { WebFailure, type WebFailureCode } from "./web-failure.ts";

/** In seconds. */
export interface WebTimeouts {
  readonly connect: number;
  /** Until the reply begins, and between two pieces of it. */
  readonly idle: number;
  /** For a request as a whole. */
  readonly whole: number;
}

export interface WebRequest {
  readonly url: URL;
  /** Whether the host must have a public address. */
  readonly mustBePublic: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum size of the body in bytes, compressed and uncompressed. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface WebReply {
  readonly status: number;
  /** The value of a header by its lower-case name; empty if the server sent none. */
  readonly header: (name: string) => string;
  /** Empty unless the request succeeded. */
  readonly bytes: Buffer;
}

export interface Connections {
  /** Any status is a reply; no redirect is followed. Throws WebFailure, or the signal's reason. */
  send(request: WebRequest): Promise<WebReply>;
  close(): Promise<void>;
}

const failureCodes: Record<string, WebFailureCode> = {
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "garbled",
  UND_ERR_SOCKET: "broken",
  ECONNRESET: "broken",
  EPIPE: "broken",
};

/** A host with several addresses fails with one error per address. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map(inner => (inner instanceof Error ? inner.message : String(inner))).join("; ")
    : error.message;

function failureOf(error: unknown, { host }: URL): Error {
  if (error instanceof WebFailure) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "code" in error ? String(error.code) : "";
  if (code === "UND_ERR_INVALID_ARG") return error;
  return new WebFailure(
    error.name === "HTTPParserError" ? "garbled" : (failureCodes[code] ?? "unreachable"),
    `${host}: ${messageOf(error)}`,
  );
}

async function readReply(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { url, maxBytes }: WebRequest,
): Promise<WebReply> {
  const header = (name: string) => [headers[name] ?? []].flat().join(", ");
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const bounds = { address: url.href, maxBytes };
  // The body of an error page or a redirect is not read.
  if (!isSuccess) body.on("error", () => {}).destroy();
  const bytes = isSuccess
    ? decodeBody(await collectBytes(body, bounds), header("content-encoding"), bounds)
    : Buffer.alloc(0);
  return { status: statusCode, header, bytes };
}

async function sendRequest(
  agent: Agent,
  request: WebRequest,
  maxSeconds: number,
): Promise<WebReply> {
  const { url, headers, signal } = request;
  signal.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  const timer = setTimeout(
    () =>
      controller.abort(
        new WebFailure("timeout", `${url.host}: no complete reply within ${maxSeconds} seconds.`),
      ),
    maxSeconds * 1000,
  );
  signal.addEventListener("abort", abort, { once: true });
  try {
    const path = `${url.pathname}${url.search}`;
    const response = await agent.request({
      origin: url.origin,
      path,
      method: "GET",
      headers: { "accept-encoding": acceptedEncodings, ...headers },
      signal: controller.signal,
    });
    return await readReply(response, request);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw failureOf(error, url);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** Opens no connection before the first request. */
export function openConnections({ connect, idle, whole }: WebTimeouts): Connections {
  const limits = { headersTimeout: idle * 1000, bodyTimeout: idle * 1000, connections: 4 };
  const agent = new Agent({ ...limits, connect: { timeout: connect * 1000 } });
  // The check is part of the lookup, so that a name cannot resolve to one host when checked and to another when used.
  const guardedAgent = new Agent({
    ...limits,
    connect: { timeout: connect * 1000, lookup: publicLookup },
  });
  return {
    send: request => sendRequest(request.mustBePublic ? guardedAgent : agent, request, whole),
    close: async () => {
      await Promise.all([agent.destroy(), guardedAgent.destroy()]);
    },
  };
}
