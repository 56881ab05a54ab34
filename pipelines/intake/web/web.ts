// The web as a careful visitor sees it: robots.txt kept to, one request a host at a time, every hop checked, all sizes bounded.

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
  /** Names the visitor to servers: `ragwright/0.1.0 (+https://…)`; robots.txt knows it by what stands before the slash. */
  readonly userAgent: string;
  /** Private hosts that may be fetched from, as `host` or `host:port`. */
  readonly allowHosts?: readonly string[];
  /** Folder in which replies are kept; none are kept where absent. */
  readonly cache?: string;
  /** Ask again for what is kept, once for each address; the body is sent only where it changed. */
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
  /** Bytes, in place of the usual bound. */
  readonly longest?: number;
  /** An endpoint that the user named: private or not, without robots.txt, pause and cache. Where it redirects is a page like any. */
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
  /** Ends what is still in flight. */
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

/** Of one request that the server puts off. */
const maxTries = 3;
/** Milliseconds. */
const firstWait = 2000;
const longestWait = 60_000;
const maxCrawlDelay = 30_000;
const never = new AbortController().signal;

/** Milliseconds a server asks to wait; null where it does not say. */
function toldWait(reply: WebReply, now: number): number | null {
  const said = reply.header("retry-after").trim();
  const wait = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** A server that is busy is asked again after the time it names; one that names too long a time is taken at its first word. */
async function patient(
  connections: Connections,
  request: WebRequest,
  clock: WebClock,
): Promise<WebReply> {
  for (let tries = 1; ; tries++) {
    const reply = await connections.send(request);
    const wait = toldWait(reply, clock.now()) ?? firstWait * 2 ** (tries - 1);
    if ((reply.status !== 429 && reply.status !== 503) || tries === maxTries || wait > longestWait)
      return reply;
    await clock.sleep(wait, request.signal);
  }
}

/** How one request is sent, by what it is for: who is allowed, which rules hold, when it is its turn. */
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
      patient(
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

// What is asked for twice at once is fetched once. The first asker's stop is everybody's: they belong to one run.
function together(fetch: (address: string, options: GetOptions) => Promise<WebPage>) {
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
  const fetched = together(async (address, { signal = never, longest = options.longest }) => {
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
