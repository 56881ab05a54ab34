// Fetches from the web politely and safely: obeys robots.txt, sends one request per host at a time, checks every hop, limits sizes.

import { createPoliteness, systemClock, type WebClock } from "./politeness.ts";
import { checkedUrl, hostOf } from "./public-addresses.ts";
import { createRobots } from "./robots.ts";
import { openWebCache } from "./cache.ts";
import {
  type Connections,
  openConnections,
  type WebReply,
  type WebRequest,
  type WebTimeouts,
} from "./connections.ts";
import { WebFailure } from "./failure.ts";
import { type SendHop, visit } from "./visits.ts";

export interface WebOptions {
  /** User agent, `ragwright/0.1.0 (+https://…)`; robots.txt matches the part before the slash. */
  readonly userAgent: string;
  /** Private hosts to allow, as `host` or `host:port`. */
  readonly allowHosts?: readonly string[];
  /** Folder in which replies are cached; if absent, they are not. */
  readonly cache?: string;
  /** Whether to revalidate what is cached, once per address; the body is sent only if it changed. */
  readonly revalidate?: boolean;
  /** Seconds. */
  readonly timeout?: Partial<WebTimeouts>;
  /** Bytes of one reply, packed and unpacked. */
  readonly longest?: number;
  /** Milliseconds between two requests to one host; a robots.txt may ask for more. */
  readonly pause?: number;
  readonly clock?: WebClock;
}

interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes, instead of the usual limit. */
  readonly longest?: number;
  /** An endpoint that the user named: may be private; without robots.txt, pause and cache. What it redirects to is an ordinary page. */
  readonly endpoint?: boolean;
}

export interface WebPage {
  /** Where redirects led. */
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Web {
  /** Throws WebFailure for this address alone, PipelineError("disk"), or the signal's reason. */
  get(address: string, options?: GetOptions): Promise<WebPage>;
  /** Ends requests in flight. */
  close(): Promise<void>;
}

type Defaults = Pick<WebOptions, "allowHosts" | "revalidate" | "longest" | "pause" | "clock">;
const defaults: Required<Defaults> = {
  allowHosts: [],
  revalidate: false,
  longest: 5 * 1024 * 1024,
  pause: 1000,
  clock: systemClock,
};
const timeouts: WebTimeouts = { connect: 10, idle: 20, whole: 60 };

/** Tries for one request that a busy server postpones. */
const maxTries = 3;
/** Milliseconds. */
const firstWait = 2000;
const longestWait = 60_000;
const maxCrawlDelay = 30_000;
const never = new AbortController().signal;

/** Milliseconds a server asks to wait; null if it does not say. */
function requestedWait(reply: WebReply, now: number): number | null {
  const retryAfter = reply.header("retry-after").trim();
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** Asks a busy server again after the time it names; if that is too long, its reply is final. */
async function sendWithRetries(
  connections: Connections,
  request: WebRequest,
  clock: WebClock,
): Promise<WebReply> {
  for (let tries = 1; ; tries++) {
    const reply = await connections.send(request);
    const wait = requestedWait(reply, clock.now()) ?? firstWait * 2 ** (tries - 1);
    if ((reply.status !== 429 && reply.status !== 503) || tries === maxTries || wait > longestWait)
      return reply;
    await clock.sleep(wait, request.signal);
  }
}

/** Sends one request according to its kind: checks the host and the rules, and waits for its turn. */
function hopSender(connections: Connections, options: WebOptions & Required<Defaults>): SendHop {
  const { clock, pause, allowHosts } = options;
  const politely = createPoliteness(clock);
  const common = {
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "user-agent": options.userAgent,
  };
  const fetchText = async (address: string, signal: AbortSignal) =>
    (
      await visit({ address, kind: "robots", longest: options.longest, signal }, send)
    ).bytes.toString("utf8");
  const robots = createRobots({
    fetchText,
    userAgent: options.userAgent,
    clock,
    maxDelay: maxCrawlDelay,
  });
  const crawlDelay = async (url: URL, signal: AbortSignal) => {
    const rules = await robots(url.origin, signal);
    if (!rules.allows(url.href))
      throw new WebFailure(
        "robots",
        `${url.href}: the robots.txt of ${url.host} does not allow it.`,
      );
    return rules.crawlDelay;
  };
  const send: SendHop = async ({ address, kind, headers, longest, signal }) => {
    const { url, guarded } = checkedUrl(
      address,
      kind === "endpoint" ? [...allowHosts, hostOf(address)] : allowHosts,
    );
    const work = () =>
      sendWithRetries(
        connections,
        { url, guarded, headers: { ...common, ...headers }, longest, signal },
        clock,
      );
    if (kind === "endpoint") return { url, reply: await work() };
    const delay = kind === "page" ? await crawlDelay(url, signal) : 0;
    return {
      url,
      reply: await politely({ host: url.hostname, pause: Math.max(pause, delay), signal, work }),
    };
  };
  return send;
}

// Concurrent requests for one address are fetched once. The first caller's abort applies to all: they belong to one run.
function deduplicated(fetch: (address: string, options: GetOptions) => Promise<WebPage>) {
  const underWay = new Map<string, Promise<WebPage>>();
  return (address: string, options: GetOptions) => {
    const work =
      underWay.get(address) ?? fetch(address, options).finally(() => underWay.delete(address));
    underWay.set(address, work);
    return work;
  };
}

/** Opens no connection before the first request. */
export function openWeb(given: WebOptions): Web {
  const options = { ...defaults, ...given };
  const connections = openConnections({ ...timeouts, ...given.timeout });
  const cache = given.cache === undefined ? undefined : openWebCache(given.cache);
  const renewed = new Set<string>();
  const send = hopSender(connections, options);
  const fetched = deduplicated(async (address, { signal = never, longest = options.longest }) => {
    const kept = cache?.read(address);
    if (kept && (!options.revalidate || renewed.has(address))) return kept;
    const page = await visit({ address, kind: "page", longest, signal, kept }, send);
    if (page !== kept) cache?.keep(page);
    renewed.add(address);
    return page;
  });
  return {
    get: async (address, get = {}) => {
      const { href } = checkedUrl(
        address,
        get.endpoint ? [...options.allowHosts, hostOf(address)] : options.allowHosts,
      ).url;
      const { longest = options.longest, signal = never } = get;
      signal.throwIfAborted();
      return get.endpoint
        ? visit({ address: href, kind: "endpoint", longest, signal }, send)
        : fetched(href, get);
    },
    close: () => connections.close(),
  };
}
