// Errors that end the run when a server asks for a wait of hours; they say until when.

import { PipelineError } from "../../engine/errors.ts";
import type { RateState } from "../model.ts";

/** Milliseconds: the time since 1970, and how long the server takes no more requests. */
interface Wait {
  readonly now: number;
  readonly wait: number;
}

// Rounded up to whole minutes, so that nobody comes back too early; with the date if it is not today.
function timeAfter({ now, wait }: Wait): string {
  const [time, today] = [new Date(Math.ceil((now + wait) / 60_000) * 60_000), new Date(now)];
  const two = (number: number) => String(number).padStart(2, "0");
  const hours = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return time.toDateString() === today.toDateString()
    ? hours
    : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${hours}`;
}

const hintFor = (time: string) =>
  `Everything answered so far is kept. After ${time}, run the same command again.`;

/** Error for a refusal that asks for more than the longest wait. */
export function comeLaterError(error: Error, place: string, wait: Wait): PipelineError {
  const time = timeAfter(wait);
  return new PipelineError(
    "provider",
    `${place} takes no more requests until ${time}: ${error.message}`,
    { hint: hintFor(time), cause: error },
  );
}

/** Milliseconds for which a reply's headers allow nothing more; 0 if they allow something, or do not say until when. */
export const closedFor = (rates: RateState | undefined): number =>
  Math.max(
    rates?.remainingRequests === 0 ? (rates.requestsReset ?? 0) : 0,
    rates?.remainingTokens === 0 ? (rates.tokensReset ?? 0) : 0,
  );

/** Error for a reply whose headers allow nothing more for longer than the longest wait. */
export function closedUntil(place: string, wait: Wait): PipelineError {
  const time = timeAfter(wait);
  return new PipelineError(
    "provider",
    `${place} allows no more requests until ${time}, according to the headers of its last reply.`,
    { hint: hintFor(time) },
  );
}
