// What is said where a server asks to be left alone for hours: the run ends, and until when.

import { PipelineError } from "../../engine/errors.ts";
import type { RateState } from "../model.ts";

/** Milliseconds: the time since 1970, and for how long nothing more is taken. */
interface Wait {
  readonly now: number;
  readonly wait: number;
}

// Rounded up to whole minutes, so that who comes back then does not come too early; with the day when it is another one.
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

/** A refusal that names a time beyond the longest wait. */
export function askedToComeLater(error: Error, place: string, wait: Wait): PipelineError {
  const time = timeAfter(wait);
  return new PipelineError(
    "provider",
    `${place} takes no more requests until ${time}: ${error.message}`,
    { hint: hintFor(time), cause: error },
  );
}

/** Milliseconds for which the headers of a reply leave nothing; 0 where they leave something, or do not say until when. */
export const closedFor = (rates: RateState | undefined): number =>
  Math.max(
    rates?.remainingRequests === 0 ? (rates.requestsReset ?? 0) : 0,
    rates?.remainingTokens === 0 ? (rates.tokensReset ?? 0) : 0,
  );

/** A reply whose headers leave nothing until a time beyond the longest wait. */
export function closedUntil(place: string, wait: Wait): PipelineError {
  const time = timeAfter(wait);
  return new PipelineError(
    "provider",
    `${place} leaves no more requests until ${time}, by the headers of its last reply.`,
    { hint: hintFor(time) },
  );
}
