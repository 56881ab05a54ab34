// Tries a request again after failures that pass: back-off with jitter, never sooner than the server asked.

import { setTimeout } from "node:timers/promises";
import { PipelineError, ReplyError } from "../../engine/errors.ts";
import type { Client, Metered, RateState, Sized } from "../model.ts";
import type { OutageWatch } from "./outage.ts";

export type PassingFailure = "rate-limited" | "unavailable" | "timeout" | "garbled";

interface Passing {
  /** The server's `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter?: string | null;
  /** Whether the server may have done the work, and may charge for it, though no reply came. */
  readonly maybeBilled?: boolean;
  readonly rates?: RateState | undefined;
  /** HTTP status; null where no answer came. */
  readonly status?: number | null;
}

/** A failure that may pass. Unwrapped it fails its row like any technical one. */
export class RetryableError extends ReplyError {
  readonly retryAfter: string | null;
  readonly maybeBilled: boolean;
  readonly rates: RateState | undefined;
  readonly status: number | null;

  constructor(
    code: PassingFailure,
    message: string,
    { retryAfter = null, maybeBilled = false, rates, status = null }: Passing = {},
  ) {
    super("technical", code, message, null);
    this.retryAfter = retryAfter;
    this.maybeBilled = maybeBilled;
    this.rates = rates;
    this.status = status;
  }
}

/** What is thrown when the tries are over: the last failure, with the tries and the time they took. */
export class GivenUp extends ReplyError {
  readonly tries: number;
  /** Of the last try. */
  readonly maybeBilled: boolean;
  readonly rates: RateState | undefined;

  constructor(last: RetryableError, tries: number, milliseconds: number) {
    super(
      "technical",
      last.code,
      `${last.message} (${tries} ${tries === 1 ? "try" : "tries"} in ${durationOf(milliseconds)})`,
      null,
    );
    this.tries = tries;
    this.maybeBilled = last.maybeBilled;
    this.rates = last.rates;
  }
}

const durationOf = (milliseconds: number) =>
  milliseconds < 120_000
    ? `${Math.round(milliseconds / 1000)} s`
    : `${Math.round(milliseconds / 60_000)} min`;

/** Time and chance, given by tests. `random` is in 0 … 1. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

const systemClock: Clock = {
  now: () => Date.now(),
  // A signal of its own, since hundreds of rows wait on the run's at once; a stop ends the wait with its own reason.
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, { signal: AbortSignal.any([signal]) }).catch(() =>
      signal.throwIfAborted(),
    ),
  random: () => Math.random(),
};

export interface RetryOptions {
  readonly tries: number;
  /** Milliseconds before the second try; doubled for each further one. */
  readonly firstWait: number;
  /** Milliseconds. A server that asks for more ends the run: it means a day's quota, and every row would meet it. */
  readonly longestWait: number;
  readonly clock: Clock;
  /** Shared by all who ask one endpoint. */
  readonly outage?: OutageWatch;
}

const defaults: RetryOptions = {
  tries: 6,
  firstWait: 1000,
  longestWait: 600_000,
  clock: systemClock,
};

/** Milliseconds until the time a `Retry-After` names; 0 when it is absent or not understood. */
export function retryAfterWait(header: string | null, now: number): number {
  if (header === null || header.trim() === "") return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, Math.ceil(wait)) : 0;
}

// Between half and all of the doubled wait, so that many rows refused at once do not come back at once.
function waitBefore(
  attempt: number,
  error: RetryableError,
  { clock, firstWait, longestWait }: RetryOptions,
): number {
  const doubled = Math.min(longestWait, firstWait * 2 ** (attempt - 1));
  const jittered = doubled * (0.5 + clock.random() / 2);
  return Math.max(jittered, retryAfterWait(error.retryAfter, clock.now()));
}

// With the day when it is another one.
function timeOf(milliseconds: number, now: number): string {
  const [time, today] = [new Date(milliseconds), new Date(now)];
  const two = (number: number) => String(number).padStart(2, "0");
  const hours = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return time.toDateString() === today.toDateString()
    ? hours
    : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${hours}`;
}

function askedToComeLater(
  error: RetryableError,
  wait: number,
  { clock, outage }: RetryOptions,
): PipelineError {
  const now = clock.now();
  // Rounded up to whole minutes: who comes back then does not come too early.
  const time = timeOf(Math.ceil((now + wait) / 60_000) * 60_000, now);
  return new PipelineError(
    "provider",
    `${outage?.place ?? "The endpoint"} takes no more requests until ${time}: ${error.message}`,
    {
      hint: `Everything answered so far is kept. After ${time}, type the same command again.`,
      cause: error,
    },
  );
}

/** Waits before the next try, or throws what ends the tries. */
async function waitOrEnd(
  error: unknown,
  tried: { readonly tries: number; readonly since: number },
  options: RetryOptions,
  signal: AbortSignal,
): Promise<void> {
  const { clock, longestWait, outage } = options;
  if (!(error instanceof RetryableError)) throw error;
  const wait = waitBefore(tried.tries, error, options);
  if (wait > longestWait) throw askedToComeLater(error, wait, options);
  if (tried.tries >= options.tries) {
    const end = new GivenUp(error, tried.tries, clock.now() - tried.since);
    outage?.gaveUp(end);
    outage?.stopped.throwIfAborted();
    throw end;
  }
  await clock.sleep(wait, outage ? AbortSignal.any([signal, outage.stopped]) : signal);
}

/**
 * Asks again after a RetryableError, at most `tries` times in all; then the row fails with GivenUp. What ends the run
 * (a wait of hours, an endpoint that is down, a PipelineError) ends it for all that share the endpoint.
 */
export function retrying<Request extends Sized, Reply extends Metered, Settings extends object>(
  client: Client<Request, Reply, Settings>,
  options: Partial<RetryOptions> = {},
): Client<Request, Reply, Settings> {
  const all = { ...defaults, ...options };
  const { clock, outage } = all;
  const tried = async (request: Request, signal: AbortSignal): Promise<Reply> => {
    const since = clock.now();
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      outage?.stopped.throwIfAborted();
      try {
        const reply = await client.complete(request, signal);
        outage?.replied();
        return reply;
      } catch (error) {
        await waitOrEnd(error, { tries, since }, all, signal);
      }
    }
  };
  const complete = (request: Request, signal: AbortSignal) =>
    tried(request, signal).catch((error: unknown) => {
      if (error instanceof PipelineError) outage?.stop(error);
      throw error;
    });
  return { ...client, complete };
}
