// Opens one endpoint's connections: requests with time limits, replies of bounded size. A client based on fetch would take several times as much CPU time per call.

import { setMaxListeners } from "node:events";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import type { Timeouts } from "../../../schemas/model-settings.ts";
import { failureOf, HttpFailure, slowFailure } from "./http-failure.ts";
import { type AbortListeners, createAbortListeners } from "../limits/abort-listeners.ts";

/** Maximum bytes of a reply. No model's reply comes near this; a reply of endless white space or garbage fails here. */
const maxReplyBytes = 32 * 1024 * 1024;
/** Maximum delay of a timer, in milliseconds: Node fires longer ones immediately. */
export const maxTimer = 2 ** 31 - 1;

export interface ReplyHeaders {
  /** Looks up a header by its lower-case name. */
  get(name: string): string | null;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly text: string;
  /** Milliseconds from sending the request to the end of the reply; absent if not measured. */
  readonly elapsed?: number;
}

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as it is, an object as JSON. */
  readonly body: string | object;
  readonly signal: AbortSignal;
}

export interface Http {
  /** Posts JSON; returns a reply of any status and follows no redirects. Throws HttpFailure, or the signal's reason. */
  postJson(request: PostRequest): Promise<HttpReply>;
  /** Ends requests in flight and closes idle connections. */
  close(): Promise<void>;
}

interface HttpSettings {
  /** Whether to use the environment's proxies (HTTP_PROXY, HTTPS_PROXY, except for hosts in NO_PROXY). */
  readonly proxied?: boolean;
  /** Requests in flight at once, each on its own connection. */
  readonly connections: number;
  /** Seconds. */
  readonly timeout: Timeouts;
}

/** Calls `stop` when the signal aborts; the returned function cancels this. Hundreds of calls may wait on a run's signal. */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  setMaxListeners(0, signal);
  signal.addEventListener("abort", stop, { once: true });
  return () => signal.removeEventListener("abort", stop);
}

const timerDelay = (seconds: number) => Math.min(maxTimer, Math.max(1, Math.ceil(seconds * 1000)));

const joinValues = (value: string | string[] | undefined): string | null =>
  value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;

const headersOf = (raw: Record<string, string | string[] | undefined>): ReplyHeaders => ({
  get: name => joinValues(raw[name]),
});

const decoders: Record<string, (bytes: Buffer, limit: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

// Compression is not requested, yet some proxies compress every reply.
function decodeBody(chunks: readonly Buffer[], headers: ReplyHeaders): string {
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  const decompress = decoders[headers.get("content-encoding")?.toLowerCase() ?? ""];
  try {
    return (decompress ? decompress(bytes, { maxOutputLength: maxReplyBytes }) : bytes)
      .toString("utf8")
      .replace(/^\uFEFF/, "");
  } catch (error) {
    throw new HttpFailure({
      fault: "garbled",
      mayBeSent: true,
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}

/** Callbacks that end requests in flight when their signal aborts. */
type Stops = AbortListeners<() => void>;

interface OutgoingRequest {
  readonly stops: Stops;
  readonly agent: Dispatcher;
  readonly timeout: Timeouts;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly signal: AbortSignal;
}

interface Settlers {
  readonly resolve: (reply: HttpReply) => void;
  readonly reject: (reason: unknown) => void;
}

/** Collects one reply. The first outcome counts: the complete reply, a failure, the time limit, or a stop. */
function receiver(
  { timeout, signal, stops }: OutgoingRequest,
  { resolve, reject }: Settlers,
): Dispatcher.DispatchHandler {
  let connection: Dispatcher.DispatchController | undefined;
  let isOver = false;
  let reply = { status: 0, headers: headersOf({}) };
  const chunks: Buffer[] = [];
  const finish = () => {
    isOver = true;
    clearTimeout(timer);
    stops.remove(signal, stop);
  };
  const fail = (reason: unknown) => {
    if (isOver) return;
    finish();
    reject(reason);
    connection?.abort(new Error("abandoned"));
  };
  const timer = setTimeout(
    () => fail(slowFailure(connection !== undefined, timeout)),
    timerDelay(timeout.whole),
  );
  const stop = () => fail(signal.reason);
  stops.add(signal, stop);
  return {
    // Called only when the first byte is about to be written.
    onRequestStart: controller => {
      connection = controller;
      if (isOver) controller.abort(new Error("abandoned"));
    },
    onResponseStart: (_, status, headers) => {
      reply = { status, headers: headersOf(headers) };
    },
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd: () => {
      if (isOver) return;
      finish();
      try {
        resolve({ ...reply, text: decodeBody(chunks, reply.headers) });
      } catch (error) {
        reject(error);
      }
    },
    onResponseError: (_, error) => fail(failureOf(error, connection !== undefined, timeout)),
  };
}

function send(request: OutgoingRequest): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    if (request.signal.aborted) return reject(request.signal.reason);
    const { origin, pathname, search } = new URL(request.url);
    const { agent, headers, body } = request;
    agent.dispatch(
      { origin, path: `${pathname}${search}`, method: "POST", headers, body },
      receiver(request, { resolve, reject }),
    );
  });
}

/** Sent to every server: compressed replies cost more than they save. */
const identityEncoding = { "accept-encoding": "identity" };

/** Creates the client of an endpoint; no connection is opened before the first request. */
export function openHttp({ connections, timeout, proxied = false }: HttpSettings): Http {
  const agent = new (proxied ? EnvHttpProxyAgent : Agent)({
    connections,
    connect: { timeout: timerDelay(timeout.connect) },
    headersTimeout: timerDelay(timeout.firstByte),
    bodyTimeout: timerDelay(timeout.idle),
    maxResponseSize: maxReplyBytes,
  });
  const stops = createAbortListeners<() => void>(stopCallbacks =>
    stopCallbacks.forEach(stop => stop()),
  );
  const common = { agent, timeout, stops };
  return {
    postJson: async ({ url, headers, body, signal }) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const startTime = performance.now();
      const reply = await send({
        ...common,
        url,
        headers: { "content-type": "application/json", ...identityEncoding, ...headers },
        body: text,
        signal,
      });
      return { ...reply, elapsed: performance.now() - startTime };
    },
    close: () => agent.destroy(),
  };
}
