// The replay server's own rate limits: who is let in, what the headers say, and the most it ever saw at once.

import type { ReplaySettings } from "./settings.ts";
import { slidingWindow } from "./windows.ts";

export interface Refusal {
  readonly message: string;
  /** Milliseconds until it may be let in; null when the server does not say. */
  readonly wait: number | null;
}

export interface LimitsSeen {
  /** Requests that came in any window, those refused too. */
  readonly mostRequests: number;
  /** Requests and tokens let in, in any window. */
  readonly mostRequestsLetIn: number;
  readonly mostTokensLetIn: number;
  readonly mostInFlight: number;
  readonly inFlight: number;
  readonly refused: number;
}

export interface ServerLimits {
  /** Lets a request in and counts it until `leave` is called, or says why not. */
  enter(tokens: number): Refusal | undefined;
  leave(): void;
  /** `x-ratelimit-…` of the limits that are set. */
  headers(): Record<string, string>;
  seen(): LimitsSeen;
}

/** As OpenAI writes durations: `120ms`, `1.2s`, `6m0s`. */
function duration(milliseconds: number): string {
  const rounded = Math.ceil(milliseconds);
  if (rounded < 1000) return `${rounded}ms`;
  if (rounded < 60_000) return `${rounded / 1000}s`;
  const seconds = Math.ceil(rounded / 1000);
  return `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

export function serverLimits(
  { rpm, tpm, maxConcurrency, window }: ReplaySettings,
  now: () => number,
): ServerLimits {
  const came = slidingWindow(window);
  const requests = slidingWindow(window);
  const tokens = slidingWindow(window);
  let inFlight = 0;
  let mostInFlight = 0;
  let refused = 0;

  const refusal = (at: number, amount: number): Refusal | undefined => {
    if (maxConcurrency !== null && inFlight >= maxConcurrency)
      return { message: `Too many concurrent requests (limit ${maxConcurrency}).`, wait: null };
    if (rpm !== null && requests.sum(at) + 1 > rpm)
      return {
        message: `Rate limit reached on requests per min (limit ${rpm}).`,
        wait: requests.waitUntil(at, rpm - 1),
      };
    if (tpm === null || tokens.sum(at) + amount <= tpm) return undefined;
    const message = `Rate limit reached on tokens per min (limit ${tpm}, used ${tokens.sum(at)}, requested ${amount}).`;
    return { message, wait: amount > tpm ? null : tokens.waitUntil(at, tpm - amount) };
  };

  return {
    enter: amount => {
      const at = now();
      came.add(at, 1);
      const refuse = refusal(at, amount);
      if (refuse) {
        refused++;
        return refuse;
      }
      requests.add(at, 1);
      tokens.add(at, amount);
      mostInFlight = Math.max(mostInFlight, ++inFlight);
      return undefined;
    },
    leave: () => {
      inFlight--;
    },
    headers: () => {
      const at = now();
      const of = (name: string, limit: number | null, held: typeof requests) =>
        limit === null
          ? {}
          : {
              [`x-ratelimit-limit-${name}`]: String(limit),
              [`x-ratelimit-remaining-${name}`]: String(limit - held.sum(at)),
              [`x-ratelimit-reset-${name}`]: duration(held.waitUntil(at, 0)),
            };
      return { ...of("requests", rpm, requests), ...of("tokens", tpm, tokens) };
    },
    seen: () => ({
      mostRequests: came.most,
      mostRequestsLetIn: requests.most,
      mostTokensLetIn: tokens.most,
      mostInFlight,
      inFlight,
      refused,
    }),
  };
}
