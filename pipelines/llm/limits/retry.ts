// Retries a request after transient failures: back-off with jitter, never sooner than the server asked.

import { setTimeout } from "node:timers/promises";
import { PipelineError, ReplyError } from "../../engine/errors.ts";
import type { Client, MeteredReply, RateState, SizedRequest } from "../model.ts";
import { longRefusalError, quotaWaitOf, quotaError } from "./long-wait-errors.ts";
import type { OutageWatch } from "./outage.ts";

export type TransientFailure = "rate-limited" | "unavailable" | "timeout" | "garbled";

/** The server refused the request, failed while handling it, broke off or garbled its reply, or took too long. */
type Fault = "refused" | "failed" | "cut" | "timeout";

/** Statuses of overloaded servers: vLLM, Azure and llama.cpp send 503, Anthropic 529. */
const overloadStatuses: readonly (number | null)[] = [503, 529];

// An overloaded server needs fewer requests at once, whichever status it sends. One that cannot be reached at all, or
// that failed on this request, has not reported an overload.
function faultOf(code: TransientFailure, status: number | null): Fault {
  if (code === "rate-limited" || overloadStatuses.includes(status)) return "refused";
  if (code === "timeout") return "timeout";
  return code === "unavailable" && status !== null ? "failed" : "cut";
}

interface FailureDetails {
  /** The server's `Retry-After`: seconds or an HTTP date. */
  readonly retryAfter?: string | null;
  /** Whether the server may have done the work and may bill it, although no reply came. */
  readonly maybeBilled?: boolean;
  readonly rates?: RateState | undefined;
  /** HTTP status; null if no answer came. */
  readonly status?: number | null;
}

/** A failure that may be transient. Without retries it fails its row like any technical one. */
export class RetryableError extends ReplyError {
  readonly retryAfter: string | null;
  readonly maybeBilled: boolean;
  readonly rates: RateState | undefined;
  readonly status: number | null;
  readonly fault: Fault;

  constructor(
    code: TransientFailure,
    message: string,
    { retryAfter = null, maybeBilled = false, rates, status = null }: FailureDetails = {},
  ) {
    super("technical", code, message, null);
    this.retryAfter = retryAfter;
    this.maybeBilled = maybeBilled;
    this.rates = rates;
    this.status = status;
    this.fault = faultOf(code, status);
  }
}

/** Error after the last try: the last failure, with the number of tries and the time they took. */
function givenUpError(last: RetryableError, tries: number, milliseconds: number): ReplyError {
  const effort = `${tries} ${tries === 1 ? "try" : "tries"} in ${durationOf(milliseconds)}`;
  return new ReplyError("technical", last.code, `${last.message} (${effort})`, null);
}

const durationOf = (milliseconds: number) =>
  milliseconds < 120_000
    ? `${Math.round(milliseconds / 1000)} s`
    : `${Math.round(milliseconds / 60_000)} min`;

/** Time and randomness, replaced in tests. `random` returns a number from 0 to 1. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Has its own signal, since hundreds of rows wait on the signal of the run at once; a stop ends the wait with its reason.
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, { signal: AbortSignal.any([signal]) }).catch(() =>
      signal.throwIfAborted(),
    ),
  random: () => Math.random(),
};

export interface RetryOptions {
  /** Maximum tries per kind of fault; twice as many for refusals, which cost nothing. */
  readonly tries: number;
  /** Milliseconds before another try; doubled for each further one while no request gets a reply. */
  readonly firstWait: number;
  /** Milliseconds. If a server requires more, the run ends: that is a daily quota, and every row would hit it. */
  readonly longestWait: number;
  readonly clock: Clock;
  /** Shared by all who use one endpoint. */
  readonly outage?: OutageWatch;
}

const defaults: RetryOptions = {
  tries: 6,
  firstWait: 1000,
  longestWait: 600_000,
  clock: systemClock,
};

/** Milliseconds until the time in a `Retry-After` header; 0 if it is absent or not understood. */
export function retryAfterWait(header: string | null, now: number): number {
  if (header === null || header.trim() === "") return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, Math.ceil(wait)) : 0;
}

const endpointNameOf = ({ outage }: RetryOptions) => outage?.endpoint ?? "The endpoint";

/** The history of a request. */
interface RequestHistory {
  readonly startedAt: number;
  readonly tries: Record<Fault, number>;
  /** Tries in a row that failed while no other request to this endpoint got a reply. */
  failedTriesInARow: number;
  /** Number of replies from this endpoint, to any request, up to the last failure of this one. */
  replyCount: number;
}

const totalOf = ({ tries }: RequestHistory) =>
  Object.values(tries).reduce((sum, count) => sum + count, 0);

// Between half and all of the doubled wait, so that rows refused together are not retried together.
function waitBefore(
  { failedTriesInARow }: RequestHistory,
  error: RetryableError,
  { clock, firstWait, longestWait }: RetryOptions,
): number {
  const doubled = Math.min(longestWait, firstWait * 2 ** (failedTriesInARow - 1));
  const jittered = doubled * (0.5 + clock.random() / 2);
  return Math.max(jittered, retryAfterWait(error.retryAfter, clock.now()));
}

/** Waits before the next try, or throws the error that ends the request. */
async function waitOrEnd(
  error: RetryableError,
  history: RequestHistory,
  options: RetryOptions,
  signal: AbortSignal,
): Promise<void> {
  const { clock, longestWait, outage } = options;
  const wait = waitBefore(history, error, options);
  if (wait > longestWait)
    throw longRefusalError(error, endpointNameOf(options), { now: clock.now(), wait });
  if (history.tries[error.fault] >= options.tries * (error.fault === "refused" ? 2 : 1)) {
    const givenUp = givenUpError(error, totalOf(history), clock.now() - history.startedAt);
    outage?.recordGivenUp(givenUp);
    outage?.stopSignal.throwIfAborted();
    throw givenUp;
  }
  outage?.reportWait(clock.now() + wait, error.message);
  await clock.sleep(wait, outage ? AbortSignal.any([signal, outage.stopSignal]) : signal);
}

/**
 * Retries after a RetryableError, up to the maximum number of tries per kind of fault; then the row fails. Whatever ends
 * the run (a wait of hours, an endpoint that is down, a PipelineError) ends it for all that share the endpoint.
 */
export function withRetries<
  Request extends SizedRequest,
  Reply extends MeteredReply,
  Settings extends object,
>(
  client: Client<Request, Reply, Settings>,
  options: Partial<RetryOptions> = {},
): Client<Request, Reply, Settings> {
  const settings = { ...defaults, ...options };
  const { clock, outage } = settings;
  let replyCount = 0;
  const tryOnce = async (request: Request, signal: AbortSignal): Promise<Reply> => {
    signal.throwIfAborted();
    outage?.stopSignal.throwIfAborted();
    const reply = await client.complete(request, signal);
    replyCount++;
    outage?.recordReply();
    const quotaWait = quotaWaitOf(reply.rates);
    if (quotaWait > settings.longestWait)
      outage?.stop(quotaError(endpointNameOf(settings), { now: clock.now(), wait: quotaWait }));
    return reply;
  };
  const tryUntilReply = async (request: Request, signal: AbortSignal): Promise<Reply> => {
    const history: RequestHistory = {
      startedAt: clock.now(),
      tries: { refused: 0, failed: 0, cut: 0, timeout: 0 },
      failedTriesInARow: 0,
      replyCount,
    };
    for (;;) {
      try {
        return await tryOnce(request, signal);
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        history.tries[error.fault]++;
        history.failedTriesInARow =
          replyCount === history.replyCount ? history.failedTriesInARow + 1 : 1;
        history.replyCount = replyCount;
        await waitOrEnd(error, history, settings, signal);
      }
    }
  };
  const complete = (request: Request, signal: AbortSignal) =>
    tryUntilReply(request, signal).catch((error: unknown) => {
      if (error instanceof PipelineError) outage?.stop(error);
      throw error;
    });
  return { ...client, complete };
}
