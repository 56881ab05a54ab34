// What Redis refuses, in words for whoever can fix it.

import { PipelineError } from "../engine/errors.ts";

/** As ioredis says it. */
export const closed = "Connection is closed.";

const goOn = "then run the same command again: what is journaled is kept.";

const remedies: readonly (readonly [RegExp, string])[] = [
  [/^OOM/, `Give Redis more memory (maxmemory), ${goOn}`],
  [/^MISCONF/, `Redis cannot write to its disk: see its log. Fix that, ${goOn}`],
  [/^(?:NOPERM|NOAUTH)/, `Let the queue's user have all commands on the keys ragwright:*, ${goOn}`],
  [
    /WRONGTYPE/,
    "Another program uses keys that begin with ragwright: there. Take another database of that Redis: its number stands at the end of the URL (redis://host:6379/1).",
  ],
];

/** What Redis answers to a command, or to all the commands of some work; PipelineError("queue") where it refuses one, or the connection was given up. */
export async function orRefused<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw inWords(error);
  }
}

/** Whatever else was thrown is returned as it is. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === closed)
    return new PipelineError("queue", "The connection to Redis was given up.", {
      hint: `Fix it, ${goOn}`,
    });
  if (!isRefused(error)) return error;
  const hint = remedies.find(([form]) => form.test(error.message))?.[1] ?? `Fix it, ${goOn}`;
  return new PipelineError("queue", `Redis refuses a command: ${error.message}`, { hint });
}

/** Of a Redis that starts, runs a long script, or gives its place to another. */
const passing = /^(?:LOADING|BUSY|UNBLOCKED) /;

/** Whether it will refuse the same again. */
export const isRefusedForGood = (error: unknown): boolean =>
  isRefused(error) && !passing.test(error.message);

/** Whether Redis answered, and said no. */
export const isRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === "ReplyError";
