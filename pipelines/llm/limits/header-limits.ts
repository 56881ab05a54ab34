// One model's limits as a server's headers state them, and what may therefore be started.

import type { RateState } from "../model.ts";
import { createSlidingWindow, type WindowEntry } from "./sliding-window.ts";

/** Milliseconds. Longer resets are not waited for: a server that still refuses then will say so. */
const maxReset = 120_000;

/** A started request, with the totals started up to and including it. */
export interface ToldStart {
  readonly entry: WindowEntry;
  readonly requests: number;
  readonly tokens: number;
}

/** Nothing beyond `upTo`, counted from the first request, may start until the server's count begins again. */
interface Remaining {
  readonly upTo: number;
  readonly until: number;
}

export interface ToldLimits {
  /** Milliseconds until a request may be started; 0 if it may start now. */
  wait(tokens: number, now: number): number;
  start(tokens: number, now: number): ToldStart;
  correct(start: ToldStart, tokens: number): void;
  /** Adopts the limits that came with the reply to `start`, or with its refusal. */
  tell(start: ToldStart, rates: RateState, now: number): void;
}

const sane = (value: number | null, least: number) =>
  value !== null && Number.isFinite(value) && value >= least ? value : null;

const nothingTold: Remaining = { upTo: Infinity, until: 0 };

interface Dimension {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly reset: number | null;
}

// Limits of zero or below come from gateways that have none configured: then the rest means nothing either.
function remainingOf(
  { limit, remaining, reset }: Dimension,
  startedBefore: number,
  now: number,
): Remaining {
  const [left, wait] = [sane(remaining, 0), sane(reset, 0)];
  if (left === null || wait === null || (limit !== null && sane(limit, 1) === null))
    return nothingTold;
  return { upTo: startedBefore + left, until: now + Math.min(wait, maxReset) };
}

const waitFor = ({ upTo, until }: Remaining, wanted: number, now: number) =>
  wanted > upTo ? Math.max(0, until - now) : 0;

/** Counts all starts from the beginning, so that limits learned later also apply to the minute before. */
export function createToldLimits(): ToldLimits {
  const window = createSlidingWindow({ requests: Infinity, tokens: Infinity });
  const started = { requests: 0, tokens: 0 };
  const remaining = { requests: nothingTold, tokens: nothingTold };
  let newest = 0;
  return {
    wait: (tokens, now) => {
      const remainingWait = Math.max(
        waitFor(remaining.requests, started.requests + 1, now),
        waitFor(remaining.tokens, started.tokens + tokens, now),
      );
      return Math.max(remainingWait, window.wait(tokens, now));
    },
    start: (tokens, now) => {
      started.requests++;
      started.tokens += tokens;
      return { entry: window.start(tokens, now), ...started };
    },
    correct: ({ entry }, tokens) => window.correct(entry, tokens),
    tell: (start, rates, now) => {
      // A slow reply brings outdated limits.
      if (start.requests < newest) return;
      newest = start.requests;
      const { requestsPerMinute, tokensPerMinute } = rates;
      window.limits = {
        requests: sane(requestsPerMinute, 1) ?? window.limits.requests,
        tokens: sane(tokensPerMinute, 1) ?? window.limits.tokens,
      };
      remaining.requests = remainingOf(
        {
          limit: requestsPerMinute,
          remaining: rates.remainingRequests,
          reset: rates.requestsReset,
        },
        start.requests,
        now,
      );
      remaining.tokens = remainingOf(
        { limit: tokensPerMinute, remaining: rates.remainingTokens, reset: rates.tokensReset },
        start.tokens,
        now,
      );
    },
  };
}
