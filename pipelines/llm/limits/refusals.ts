// What a failed request tells of its endpoint: whether it had too much to do, whether the request costs, when to ask again.

import { PipelineError, ReplyError } from "../../engine/errors.ts";
import { RetryableError, retryAfterWait } from "./retry.ts";

/** What the server asks for is waited for so long at most, milliseconds: where it is more, `retrying` ends the run. */
const maxPause = 600_000;
/** Nobody asks for so long when refusals agree; doubled each time that the next request is refused, too. */
const firstPause = 500;
const maxOwnPause = 15_000;
// A request the server would not take costs nothing; of what is unknown, the worst is supposed.
export const isUnbilled = (error: unknown) =>
  error instanceof RetryableError
    ? !error.maybeBilled
    : error instanceof ReplyError || error instanceof PipelineError;

const ownPause = (agreed: number) => Math.min(maxOwnPause, firstPause * 2 ** (agreed - 1));

/** Milliseconds in which nobody should ask, when refusals agreed for the so-manieth time and this was the last of them. */
export const pauseAfter = (error: RetryableError, agreed: number, now: number): number =>
  Math.min(maxPause, Math.max(retryAfterWait(error.retryAfter, now), ownPause(agreed)));
