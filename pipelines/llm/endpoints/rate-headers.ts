// Reads a server's limits from its headers, in the formats of OpenAI and Anthropic.

import type { RateState } from "../model.ts";
import type { ReplyHeaders } from "./http.ts";

const unitsInMilliseconds: Record<string, number> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 0.000_001,
};
const durationPattern = /^(?:\d+(?:\.\d+)?(?:ms|us|µs|ns|d|h|m|s))+$/;

// Bare numbers are seconds from now, or the time since 1970 in seconds or milliseconds.
function waitOfNumber(value: number, now: number): number {
  if (value < 1e9) return value * 1000;
  return value < 1e12 ? value * 1000 - now : value - now;
}

function resetOf(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (text === "") return null;
  if (durationPattern.test(text)) {
    const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|us|µs|ns|d|h|m|s)/g);
    return [...parts].reduce(
      (sum, [, amount, unit = ""]) => sum + Number(amount) * (unitsInMilliseconds[unit] ?? 0),
      0,
    );
  }
  const value = Number(text);
  const wait = Number.isFinite(value) ? waitOfNumber(value, now) : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

function countOf(header: string | null): number | null {
  const value = header === null || header.trim() === "" ? Number.NaN : Number(header);
  return Number.isFinite(value) && value >= 0 ? value : null;
}

type Bucket = Readonly<Record<"limit" | "remaining" | "reset", number | null>>;

const bucketNames = (
  kind: "requests" | "tokens",
): [limit: string, remaining: string, reset: string][] => [
  [`x-ratelimit-limit-${kind}`, `x-ratelimit-remaining-${kind}`, `x-ratelimit-reset-${kind}`],
  [
    `anthropic-ratelimit-${kind}-limit`,
    `anthropic-ratelimit-${kind}-remaining`,
    `anthropic-ratelimit-${kind}-reset`,
  ],
];

const headerNames = { requests: bucketNames("requests"), tokens: bucketNames("tokens") };

function bucketOf(
  headers: Pick<ReplyHeaders, "get">,
  kind: "requests" | "tokens",
  now: number,
): Bucket {
  for (const [limit, remaining, reset] of headerNames[kind]) {
    const bucket = {
      limit: countOf(headers.get(limit)),
      remaining: countOf(headers.get(remaining)),
      reset: resetOf(headers.get(reset), now),
    };
    // A limit of zero comes from a gateway that has none configured; in that case its other numbers mean nothing either.
    if (bucket.limit !== null && bucket.limit < 1) return { ...bucket, remaining: null };
    if (bucket.limit !== null || bucket.remaining !== null) return bucket;
  }
  return { limit: null, remaining: null, reset: null };
}

/** A quota that takes longer than a minute to refill is daily or hourly, not per minute. */
const limitPerMinute = ({ limit, reset }: Bucket) =>
  reset !== null && reset > 61_000 ? null : limit;

/** Reads the limits; undefined if the headers give none. `now` is milliseconds since 1970. */
export function readRateState(
  headers: Pick<ReplyHeaders, "get">,
  now: number,
): RateState | undefined {
  const [requests, tokens] = [bucketOf(headers, "requests", now), bucketOf(headers, "tokens", now)];
  if (
    [requests.limit, requests.remaining, tokens.limit, tokens.remaining].every(
      value => value === null,
    )
  )
    return undefined;
  return {
    requestsPerMinute: limitPerMinute(requests),
    tokensPerMinute: limitPerMinute(tokens),
    remainingRequests: requests.remaining,
    remainingTokens: tokens.remaining,
    requestsReset: requests.reset,
    tokensReset: tokens.reset,
  };
}
