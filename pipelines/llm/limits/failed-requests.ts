// Interprets a failed request: whether it may have been billed, and how long to pause before the next one.

import { ParkedError, PipelineError, ReplyError } from "../../engine/errors.ts";
import { RetryableError, retryAfterWait } from "./retry.ts";

/** Maximum pause in milliseconds that a server can ask for; a request for more ends the run. */
const maxPause = 600_000;
/** Milliseconds without requests once an overload is confirmed; doubled each time the next request is refused too, up to the maximum. */
const initialBackoff = 500;
const maxBackoff = 15_000;

/** Whether a failed request certainly cost nothing. After a stop it may have been sent; an unknown error counts as billed. */
export function isUnbilled(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && error === signal.reason) return false;
  if (error instanceof RetryableError) return !error.maybeBilled;
  return (
    error instanceof ReplyError || error instanceof PipelineError || error instanceof ParkedError
  );
}

const backoffOf = (confirmationCount: number) =>
  Math.min(maxBackoff, initialBackoff * 2 ** (confirmationCount - 1));

/** Milliseconds for which nothing should be sent; `confirmationCount` is the number of refusals that confirm an overload, `error` the last one. */
export const pauseAfter = (error: RetryableError, confirmationCount: number, now: number): number =>
  Math.min(maxPause, Math.max(retryAfterWait(error.retryAfter, now), backoffOf(confirmationCount)));
