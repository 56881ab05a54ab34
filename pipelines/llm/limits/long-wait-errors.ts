// Errors that end the run when a server requires a wait of hours, and say when it will accept requests again.

import { PipelineError } from "../../engine/errors.ts";
import type { RateState } from "../model.ts";

/** Milliseconds: the time since 1970, and for how long the server accepts no more requests. */
interface Wait {
  readonly now: number;
  readonly wait: number;
}

// Rounded up to whole minutes, so that the user does not try again too early; with the date if it is not today.
function timeOfEnd({ now, wait }: Wait): string {
  const [time, today] = [new Date(Math.ceil((now + wait) / 60_000) * 60_000), new Date(now)];
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const hours = `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
  return time.toDateString() === today.toDateString()
    ? hours
    : `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())} ${hours}`;
}

const hintFor = (time: string) =>
  `Everything answered so far is kept. After ${time}, run the same command again.`;

/** Error for a refusal that requires more than the maximum wait. */
export function longRefusalError(error: Error, endpoint: string, wait: Wait): PipelineError {
  const time = timeOfEnd(wait);
  return new PipelineError(
    "provider",
    `${endpoint} accepts no more requests until ${time}: ${error.message}`,
    { hint: hintFor(time), cause: error },
  );
}

/** Milliseconds for which a reply's headers allow no more requests; 0 if they allow some, or do not say for how long. */
export const quotaWaitOf = (rates: RateState | undefined): number =>
  Math.max(
    rates?.remainingRequests === 0 ? (rates.requestsReset ?? 0) : 0,
    rates?.remainingTokens === 0 ? (rates.tokensReset ?? 0) : 0,
  );

/** Error for a reply whose headers allow no more requests for longer than the maximum wait. */
export function quotaError(endpoint: string, wait: Wait): PipelineError {
  const time = timeOfEnd(wait);
  return new PipelineError(
    "provider",
    `${endpoint} allows no more requests until ${time}, according to the headers of its last reply.`,
    { hint: hintFor(time) },
  );
}
