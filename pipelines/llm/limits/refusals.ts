// Reads a failed request: whether it may have been billed, and how long to pause before asking again.

import { PipelineError, ReplyError } from "../../engine/errors.ts";
import { RetryableError, retryAfterWait } from "./retry.ts";

/** Milliseconds: the longest pause a server can ask for; for more than that, `retrying` ends the run. */
const maxPause = 600_000;
/** Milliseconds without requests once refusals agree; doubled each time that the next request is refused too. */
const firstPause = 500;
const maxOwnPause = 15_000;
// A refused request costs nothing; for unknown errors the worst is assumed.
export const isUnbilled = (error: unknown) =>
  error instanceof RetryableError
    ? !error.maybeBilled
    : error instanceof ReplyError || error instanceof PipelineError;

const ownPause = (agreed: number) => Math.min(maxOwnPause, firstPause * 2 ** (agreed - 1));

/** Milliseconds in which nothing should be sent; `agreed` is how often refusals agreed, `error` the last of them. */
export const pauseAfter = (error: RetryableError, agreed: number, now: number): number =>
  Math.min(maxPause, Math.max(retryAfterWait(error.retryAfter, now), ownPause(agreed)));
