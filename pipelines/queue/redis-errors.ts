// Explains Redis's refusals to a person who can fix what caused them.

import { PipelineError } from "../engine/errors.ts";

/** ioredis's own message. */
export const closedMessage = "Connection is closed.";

const resumption = "then run the same command again: the journal is kept.";

const remedies: readonly (readonly [RegExp, string])[] = [
  [/^OOM/, `Give Redis more memory (maxmemory), ${resumption}`],
  [/^MISCONF/, `Redis cannot write to its disk: see its log. Fix that, ${resumption}`],
  [
    /^(?:NOPERM|NOAUTH)/,
    `Allow the queue's user all commands on the keys ragwright:*, ${resumption}`,
  ],
  [
    /WRONGTYPE/,
    "Another program uses keys that begin with ragwright: there. Use another database of that Redis: its number is the end of the URL (redis://host:6379/1).",
  ],
];

/** Returns Redis's answer to commands; throws PipelineError("queue") if it refuses one, or if the connection was abandoned. */
export async function withRedisErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toRedisError(error);
  }
}

/** Explains an error of Redis; returns any other error unchanged. */
export function toRedisError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === closedMessage)
    return new PipelineError("queue", "The connection to Redis was abandoned.", {
      hint: `Fix it, ${resumption}`,
    });
  if (!isRefused(error)) return error;
  const hint =
    remedies.find(([pattern]) => pattern.test(error.message))?.[1] ?? `Fix it, ${resumption}`;
  return new PipelineError("queue", `Redis refuses a command: ${error.message}`, { hint });
}

/** Refusals while Redis starts, runs a long script, or fails over. */
const transientRefusal = /^(?:LOADING|BUSY|UNBLOCKED) /;

/** Whether Redis would refuse the same command again. */
export const isRefusedForGood = (error: unknown): boolean =>
  isRefused(error) && !transientRefusal.test(error.message);

/** Whether Redis answered with a refusal. */
export const isRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === "ReplyError";
