// Explains refusals of Redis to whoever can fix them.

import { PipelineError } from "../engine/errors.ts";

/** ioredis's own message. */
export const closed = "Connection is closed.";

const goOn = "then run the same command again: the journal is kept.";

const remedies: readonly (readonly [RegExp, string])[] = [
  [/^OOM/, `Give Redis more memory (maxmemory), ${goOn}`],
  [/^MISCONF/, `Redis cannot write to its disk: see its log. Fix that, ${goOn}`],
  [/^(?:NOPERM|NOAUTH)/, `Allow the queue's user all commands on the keys ragwright:*, ${goOn}`],
  [
    /WRONGTYPE/,
    "Another program uses keys that begin with ragwright: there. Use another database of that Redis: its number is the end of the URL (redis://host:6379/1).",
  ],
];

/** Redis's answer to one or more commands; PipelineError("queue") if it refuses one, or the connection was given up. */
export async function withRedisErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toRedisError(error);
  }
}

/** Explains an error of Redis; any other error is returned as it is. */
export function toRedisError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === closed)
    return new PipelineError("queue", "The connection to Redis was given up.", {
      hint: `Fix it, ${goOn}`,
    });
  if (!isRefused(error)) return error;
  const hint = remedies.find(([form]) => form.test(error.message))?.[1] ?? `Fix it, ${goOn}`;
  return new PipelineError("queue", `Redis refuses a command: ${error.message}`, { hint });
}

/** Refusals while Redis starts, runs a long script, or fails over. */
const passing = /^(?:LOADING|BUSY|UNBLOCKED) /;

/** Whether Redis would refuse the same command again. */
export const isRefusedForGood = (error: unknown): boolean =>
  isRefused(error) && !passing.test(error.message);

/** Whether Redis answered with a refusal. */
export const isRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === "ReplyError";
