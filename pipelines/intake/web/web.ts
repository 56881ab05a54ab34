// Fetches from the web politely and safely: obeys robots.txt, sends each host one request at a time, checks every redirect, limits sizes.

import { createHostQueues, systemClock, type WebClock } from "./host-queues.ts";
import { checkUrl, hostOf } from "./public-addresses.ts";
import { createRobots } from "./robots.ts";
import { type CachedPage, openWebCache } from "./page-cache.ts";
import {
  type Connections,
  openConnections,
  type WebReply,
  type WebRequest,
  type WebTimeouts,
} from "./connections.ts";
import { WebFailure } from "./web-failure.ts";
import { type SendHop, visit } from "./visits.ts";

export interface WebOptions {
  /** User agent, `ragwright/0.1.0 (+https://…)`; robots.txt matches the part before the slash. */
  readonly userAgent: string;
  /** Private hosts to allow, as `host` or `host:port`. */
  readonly allowHosts?: readonly string[];
  /** Folder in which replies are cached; if absent, they are not. */
  readonly cache?: string;
  /** Timeouts in seconds. */
  readonly timeout?: Partial<WebTimeouts>;
  /** Maximum size of one reply in bytes, compressed and uncompressed. */
  readonly maxBytes?: number;
  /** Milliseconds between two requests to one host; a robots.txt may ask for more. */
  readonly pause?: number;
  readonly clock?: WebClock;
}

interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** Maximum size in bytes, in place of the default. */
  readonly maxBytes?: number;
  /** Whether the user named this address: it may be private, and needs no robots.txt, pause or cache. What it redirects to is an ordinary page. */
  readonly endpoint?: boolean;
}

export type WebPage = Pick<CachedPage, "url" | "contentType" | "bytes">;

export interface Web {
  /** Throws WebFailure for this address alone, PipelineError("disk"), or the signal's reason. */
  get(address: string, options?: GetOptions): Promise<WebPage>;
  /** Aborts requests in flight. */
  close(): Promise<void>;
}

type Defaults = Pick<WebOptions, "allowHosts" | "maxBytes" | "pause" | "clock">;
const defaults: Required<Defaults> = {
  allowHosts: [],
  maxBytes: 5 * 1024 * 1024,
  pause: 1000,
  clock: systemClock,
};
const defaultTimeouts: WebTimeouts = { connect: 10, idle: 20, whole: 60 };

/** Maximum number of attempts at a request that a busy server postpones. */
const maxAttempts = 3;
const firstWaitMilliseconds = 2000;
const maxWaitMilliseconds = 60_000;
const maxCrawlDelayMilliseconds = 30_000;
const neverAborted = new AbortController().signal;

/** How many milliseconds a server asks clients to wait; null if it does not say. */
function requestedWait(reply: WebReply, now: number): number | null {
  const retryAfter = reply.header("retry-after").trim();
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** Repeats a request to a busy server after the time it names; if that is too long, its reply is final. */
async function sendWithRetries(
  connections: Connections,
  request: WebRequest,
  clock: WebClock,
): Promise<WebReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await connections.send(request);
    const wait = requestedWait(reply, clock.now()) ?? firstWaitMilliseconds * 2 ** (attempt - 1);
    if (
      (reply.status !== 429 && reply.status !== 503) ||
      attempt === maxAttempts ||
      wait > maxWaitMilliseconds
    )
      return reply;
    await clock.sleep(wait, request.signal);
  }
}

/** Checks the URL of an address; an endpoint that the user named may be on any host. */
const checkAddress = (address: string, allowHosts: readonly string[], isEndpoint: boolean) =>
  checkUrl(address, isEndpoint ? [...allowHosts, hostOf(address)] : allowHosts);

/** Sends one request according to its kind: checks the host and the rules, and waits for its turn. */
function createHopSender(
  connections: Connections,
  options: WebOptions & Required<Defaults>,
): SendHop {
  const { clock, pause, allowHosts, userAgent } = options;
  const sendPolitely = createHostQueues(clock);
  const headers = {
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "user-agent": userAgent,
  };
  const fetchText = async (address: string, signal: AbortSignal) => {
    const page = await visit({ address, kind: "robots", maxBytes: options.maxBytes, signal }, send);
    return page.bytes.toString("utf8");
  };
  const maxDelay = maxCrawlDelayMilliseconds;
  const robots = createRobots({ fetchText, userAgent, clock, maxDelay });
  const crawlDelay = async (url: URL, signal: AbortSignal) => {
    const rules = await robots(url.origin, signal);
    if (!rules.allows(url.href))
      throw new WebFailure(
        "robots",
        `${url.href}: the robots.txt of ${url.host} does not allow it.`,
      );
    return rules.crawlDelay;
  };
  const send: SendHop = async ({ address, kind, maxBytes, signal }) => {
    const { url, mustBePublic } = checkAddress(address, allowHosts, kind === "endpoint");
    const request = { url, mustBePublic, headers, maxBytes, signal };
    const work = () => sendWithRetries(connections, request, clock);
    if (kind === "endpoint") return { url, reply: await work() };
    const delay = Math.max(pause, kind === "page" ? await crawlDelay(url, signal) : 0);
    const reply = await sendPolitely({ host: url.hostname, pause: delay, signal, work });
    return { url, reply };
  };
  return send;
}

/** Fetches concurrent requests for one address once. The first caller's abort applies to all: they belong to one run. */
function deduplicate(fetch: (address: string, options: GetOptions) => Promise<WebPage>) {
  const inFlight = new Map<string, Promise<WebPage>>();
  return (address: string, options: GetOptions) => {
    const work =
      inFlight.get(address) ?? fetch(address, options).finally(() => inFlight.delete(address));
    inFlight.set(address, work);
    return work;
  };
}

/** Opens access to the web; no connection is opened before the first request. */
export function openWeb(webOptions: WebOptions): Web {
  const options = { ...defaults, ...webOptions };
  const connections = openConnections({ ...defaultTimeouts, ...webOptions.timeout });
  const cache = webOptions.cache === undefined ? undefined : openWebCache(webOptions.cache);
  const send = createHopSender(connections, options);
  const fetchPage = deduplicate(
    async (address, { signal = neverAborted, maxBytes = options.maxBytes }) => {
      const cachedPage = cache?.read(address);
      if (cachedPage) return cachedPage;
      const page = await visit({ address, kind: "page", maxBytes, signal }, send);
      cache?.keep(page);
      return page;
    },
  );
  return {
    get: async (address, getOptions = {}) => {
      const isEndpoint = getOptions.endpoint === true;
      const { href } = checkAddress(address, options.allowHosts, isEndpoint).url;
      const { maxBytes = options.maxBytes, signal = neverAborted } = getOptions;
      signal.throwIfAborted();
      return isEndpoint
        ? visit({ address: href, kind: "endpoint", maxBytes, signal }, send)
        : fetchPage(href, getOptions);
    },
    close: () => connections.close(),
  };
}
