// Tracks one model's limits as given in a server's headers, and says when a request may start.

import type { RateState } from "../model.ts";
import { createSlidingWindow, type WindowEntry } from "./sliding-window.ts";

/** Maximum wait for a reset, in milliseconds: a server that still refuses then will say so. */
const maxReset = 120_000;

/** A started request, with the totals up to and including it. */
export interface CountedStart {
  readonly entry: WindowEntry;
  readonly requests: number;
  readonly tokens: number;
}

/** Until the server's count restarts, the total since the first request may not exceed `maxTotal`. */
interface Remaining {
  readonly maxTotal: number;
  readonly until: number;
}

export interface HeaderLimits {
  /** Milliseconds until a request may be started; 0 if it may start now. */
  wait(tokens: number, now: number): number;
  start(tokens: number, now: number): CountedStart;
  correct(start: CountedStart, tokens: number): void;
  /** Adopts the limits that came with the reply to `start`, or with its refusal. */
  adopt(start: CountedStart, rates: RateState, now: number): void;
}

const saneOrNull = (value: number | null, min: number) =>
  value !== null && Number.isFinite(value) && value >= min ? value : null;

const noLimit: Remaining = { maxTotal: Infinity, until: 0 };

type Dimension = Readonly<Record<"limit" | "remaining" | "reset", number | null>>;

// A limit of zero or below comes from a gateway that has none configured; in that case its other numbers mean nothing either.
function remainingOf(
  { limit, remaining, reset }: Dimension,
  totalBefore: number,
  now: number,
): Remaining {
  const [left, wait] = [saneOrNull(remaining, 0), saneOrNull(reset, 0)];
  if (left === null || wait === null || (limit !== null && saneOrNull(limit, 1) === null))
    return noLimit;
  return { maxTotal: totalBefore + left, until: now + Math.min(wait, maxReset) };
}

const waitFor = ({ maxTotal, until }: Remaining, total: number, now: number) =>
  total > maxTotal ? Math.max(0, until - now) : 0;

/** Counts all starts from the beginning, so that limits learned later also apply to the minute before. */
export function createHeaderLimits(): HeaderLimits {
  const window = createSlidingWindow({ requests: Infinity, tokens: Infinity });
  const totals = { requests: 0, tokens: 0 };
  const remaining = { requests: noLimit, tokens: noLimit };
  let newestStart = 0;
  return {
    wait: (tokens, now) => {
      const remainingWait = Math.max(
        waitFor(remaining.requests, totals.requests + 1, now),
        waitFor(remaining.tokens, totals.tokens + tokens, now),
      );
      return Math.max(remainingWait, window.wait(tokens, now));
    },
    start: (tokens, now) => {
      totals.requests++;
      totals.tokens += tokens;
      return { entry: window.start(tokens, now), ...totals };
    },
    correct: ({ entry }, tokens) => window.correct(entry, tokens),
    adopt: (start, rates, now) => {
      // The limits in a slow reply are outdated.
      if (start.requests < newestStart) return;
      newestStart = start.requests;
      const { requestsPerMinute, tokensPerMinute } = rates;
      window.limits = {
        requests: saneOrNull(requestsPerMinute, 1) ?? window.limits.requests,
        tokens: saneOrNull(tokensPerMinute, 1) ?? window.limits.tokens,
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
