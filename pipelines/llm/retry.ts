// Tries a request again after failures that pass: back-off with jitter, never sooner than the server asked.

import { setTimeout } from "node:timers/promises";
import { ReplyError } from "../engine/errors.ts";
import type { Client, Metered, RateState, Sized } from "./model.ts";

export type PassingFailure = "rate-limited" | "unavailable" | "timeout" | "garbled";

interface Passing {
  /** The server's `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter?: string | null;
  /** Whether the server may have done the work, and may charge for it, though no reply came. */
  readonly maybeBilled?: boolean;
  readonly rates?: RateState | undefined;
}

/** A failure that may pass. Unwrapped it fails its row like any technical one. */
export class RetryableError extends ReplyError {
  readonly retryAfter: string | null;
  readonly maybeBilled: boolean;
  readonly rates: RateState | undefined;

  constructor(code: PassingFailure, message: string, { retryAfter = null, maybeBilled = false, rates }: Passing = {}) {
    super("technical", code, message, null);
    this.retryAfter = retryAfter;
    this.maybeBilled = maybeBilled;
    this.rates = rates;
  }
}

/** Time and chance, given by tests. `random` is in 0 … 1. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

const systemClock: Clock = {
  now: () => Date.now(),
  // A signal of its own, since hundreds of rows wait on the run's at once; a stop ends the wait with its own reason.
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal: AbortSignal.any([signal]) }).catch(() => signal.throwIfAborted()),
  random: () => Math.random(),
};

export interface RetryOptions {
  readonly tries: number;
  /** Milliseconds before the second try; doubled for each further one. */
  readonly firstWait: number;
  /** Milliseconds. A server that asks for more ends the tries. */
  readonly longestWait: number;
  readonly clock: Clock;
}

const defaults: RetryOptions = { tries: 6, firstWait: 1000, longestWait: 120_000, clock: systemClock };

/** Milliseconds until the time a `Retry-After` names; 0 when it is absent or not understood. */
export function retryAfterWait(header: string | null, now: number): number {
  if (header === null || header.trim() === "") return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, Math.ceil(wait)) : 0;
}

// Between half and all of the doubled wait, so that many rows refused at once do not come back at once.
function waitBefore(attempt: number, error: RetryableError, options: RetryOptions): number {
  const doubled = Math.min(options.longestWait, options.firstWait * 2 ** (attempt - 1));
  const jittered = doubled * (0.5 + options.clock.random() / 2);
  return Math.max(jittered, retryAfterWait(error.retryAfter, options.clock.now()));
}

const giveUp = (error: RetryableError, tries: number) => new ReplyError("technical", error.code, `${error.message} (${tries} ${tries === 1 ? "try" : "tries"})`, null);

/** Asks again after a RetryableError, at most `tries` times in all; then the row fails as technical with its code. */
export function retrying<Request extends Sized, Reply extends Metered, Settings extends object>(
  client: Client<Request, Reply, Settings>,
  options: Partial<RetryOptions> = {},
): Client<Request, Reply, Settings> {
  const all = { ...defaults, ...options };
  const complete = async (request: Request, signal: AbortSignal): Promise<Reply> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await client.complete(request, signal);
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        const wait = waitBefore(attempt, error, all);
        if (attempt >= all.tries || wait > all.longestWait) throw giveUp(error, attempt);
        await all.clock.sleep(wait, signal);
      }
      signal.throwIfAborted();
    }
  };
  return { ...client, complete };
}
