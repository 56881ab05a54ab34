// Explains to a person why the connection to Redis cannot be opened, or was abandoned.

import { PipelineError } from "../engine/errors.ts";
import type { QueueAddress } from "./queue-address.ts";

// No ioredis error becomes a cause: it may hold the command, and with it the password.
export const isConnectionRefusal = (error: Error) =>
  error.name === "ReplyError" &&
  /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:invalid password|AUTH |DB index|invalid DB))/.test(
    error.message,
  );

export const reasonOf = (error: Error) =>
  "code" in error && typeof error.code === "string" ? error.code : error.message;

export function connectionRefusalError(
  { displayAddress }: QueueAddress,
  { message }: Error,
): PipelineError {
  const hint = / DB /.test(message)
    ? "End the address with the number of a database that this Redis has, such as /0."
    : "Set RAGWRIGHT_QUEUE_USER and RAGWRIGHT_QUEUE_PASSWORD to a user and a password that this Redis knows.";
  const problem = `Redis at ${displayAddress} refuses the connection: ${message}`;
  return new PipelineError("queue", problem, { hint });
}

export const noAnswerError = ({ displayAddress, tls }: QueueAddress, reason: string) =>
  new PipelineError("queue", `Redis at ${displayAddress} does not answer: ${reason}`, {
    hint: tls
      ? "Is Redis running there, with TLS? Set RAGWRIGHT_QUEUE_CA to the PEM file of the CA that signed its certificate. A server without TLS has an address that begins with redis://."
      : "Start it (redis-server --appendonly yes --maxmemory-policy noeviction), or fix the address. A server with TLS has an address that begins with rediss://.",
  });

/** Error for a Redis that has not answered for `maxOutage` milliseconds. */
export const outageError = ({ displayAddress }: QueueAddress, maxOutage: number) =>
  new PipelineError(
    "queue",
    `Redis at ${displayAddress} has not answered for ${Math.round(maxOutage / 1000)} s.`,
    {
      hint: "The journal is kept. When Redis is back, run the same command again.",
    },
  );
