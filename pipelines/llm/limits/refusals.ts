// What a failed request tells of its endpoint: whether it had too much to do, whether the request costs, when to ask again.

import { PipelineError, ReplyError } from "../../engine/errors.ts";
import { RetryableError, retryAfterWait } from "./retry.ts";

/** What the server asks for is waited for so long at most, milliseconds: where it is more, `retrying` ends the run. */
const longestPause = 600_000;
/** Nobody asks for so long after the second wave that a server refused of late; doubled for each further wave. */
const firstPause = 500;
const longestOwnPause = 15_000;
/** Statuses of servers that have too much to do: vLLM, Azure and llama.cpp say 503, Anthropic 529. */
const overloaded: readonly (number | null)[] = [503, 529];

// A server with too much to do needs less at once, whichever number it says so with: the reaction is the same, and
// mild. One that cannot be reached at all, or broke on this request, has not said that it was asked too much.
export const isRefusal = (error: RetryableError) =>
  error.code === "rate-limited" || overloaded.includes(error.status);

// A request the server would not take costs nothing; of what is unknown, the worst is supposed.
export const isUnbilled = (error: unknown) =>
  error instanceof RetryableError
    ? !error.maybeBilled
    : error instanceof ReplyError || error instanceof PipelineError;

const ownPause = (waves: number) =>
  waves < 2 ? 0 : Math.min(longestOwnPause, firstPause * 2 ** (waves - 2));

/** Milliseconds in which nobody should ask, after an error that was the last of so many waves of refusals. */
export const pauseAfter = (error: RetryableError, waves: number, now: number): number =>
  Math.min(longestPause, Math.max(retryAfterWait(error.retryAfter, now), ownPause(waves)));
