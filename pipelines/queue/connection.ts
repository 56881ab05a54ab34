// The connection to the queue's Redis: made at once or told why not, waited for when it is lost, given up after a while.

import { setTimeout as pause } from "node:timers/promises";
import type { Redis, RedisOptions } from "ioredis";
import { PipelineError } from "../engine/errors.ts";
import { loadIoredis } from "./packages.ts";
import type { QueuePlace } from "./place.ts";
import { closed } from "./redis-errors.ts";
import { createSeal, type Seal } from "./seal.ts";

export interface Connection {
  readonly redis: Redis;
  /** Another connection, for reads that block; given up and closed with this one. */
  duplicate(): Promise<Redis>;
  /** Of what is put there and read there. */
  readonly seal: Seal;
  /** As BullMQ takes them for connections of its own; those are theirs to close. */
  readonly options: RedisOptions;
  /** Aborted, with a PipelineError("queue"), when Redis is waited for no longer. */
  readonly lost: AbortSignal;
  /** Waits a moment for what was asked, and lets go. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** Told once when Redis does not answer, and once when it does again. */
  readonly onTrouble: (text: string) => void;
  /** Milliseconds without an answer after which Redis is given up: ten minutes unless told, and at most five seconds for the first one. */
  readonly patience?: number;
  /** Ends the wait for the first answer. */
  readonly signal?: AbortSignal;
}

/** Milliseconds. */
const [firstAnswer, maxRetryWait, usualPatience, lastAnswers] = [5000, 1000, 600_000, 1000];

const optionsFor = ({ host, port, db, username, password, tls }: QueuePlace): RedisOptions => ({
  host,
  port,
  db,
  ...(username === undefined ? {} : { username }),
  ...(password === undefined ? {} : { password }),
  ...(tls ? { tls } : {}),
  // Whatever waits for an answer waits through an outage, and is sent again after it.
  maxRetriesPerRequest: null,
  enableOfflineQueue: true,
  autoResendUnfulfilledCommands: true,
  retryStrategy: times => Math.min(times * 50, maxRetryWait),
  maxLoadingRetryTime: maxRetryWait,
  // A read that blocks sends nothing: only this tells that the other side has gone without a word.
  keepAlive: 10_000,
  // Milliseconds; else a connection that is gone keeps the process for two seconds more.
  disconnectTimeout: 100,
});

/** Rejects with PipelineError("queue") when Redis does not answer within 5 s, or refuses the user; with "bad-settings" where the package is not installed. */
export async function openConnection(
  place: QueuePlace,
  { onTrouble, patience = usualPatience, signal }: ConnectionOptions,
): Promise<Connection> {
  const { Redis } = await loadIoredis();
  const options = optionsFor(place);
  const redis = new Redis(options);
  await answered(redis, { place, longest: Math.min(firstAnswer, patience), signal });
  const all = new Map([[redis, holdUnanswered(redis)]]);
  const lost = new AbortController();
  const leave = () => {
    outages.end();
    for (const end of all.values()) end();
  };
  const onLost = (error: PipelineError) => {
    lost.abort(error);
    leave();
  };
  const outages = watchOutages({ redis, all, place, onTrouble, patience, onLost });
  const duplicate = async () => {
    lost.signal.throwIfAborted();
    const copy = redis.duplicate();
    copy.on("error", () => undefined);
    copy.once("end", () => all.delete(copy));
    all.set(copy, holdUnanswered(copy));
    return copy;
  };
  const close = async () => {
    outages.end();
    if (redis.status === "ready")
      await Promise.race([
        redis.quit().catch(() => undefined),
        pause(lastAnswers, undefined, { ref: false }),
      ]);
    leave();
  };
  const seal = createSeal(place.secret);
  return { redis, seal, duplicate, options, lost: lost.signal, close };
}

/** Ends a connection, in whatever state it is. What waits for an answer is rejected. */
export function letGo(redis: Redis): void {
  // ioredis cannot end one that waits to be made again: what waits for it would wait for ever.
  if (redis.status === "reconnecting") redis.connect().catch(() => undefined);
  redis.disconnect();
  redis.stream?.destroy();
}

/** Returns what ends the connection, and rejects also what was asked over an earlier one that broke off: ioredis keeps that apart until one is ready. */
function holdUnanswered(redis: Redis): () => void {
  const asked = new Set<Redis["commandQueue"]>();
  redis.on("close", () => asked.add(redis.commandQueue)).on("ready", () => asked.clear());
  return () => {
    letGo(redis);
    for (const queue of asked)
      for (let item = queue.shift(); item; item = queue.shift())
        item.command.reject(new Error(closed));
  };
}

// No error of ioredis becomes a cause: it may hold the command, and that the password.
const isRefusal = (error: Error) =>
  error.name === "ReplyError" &&
  /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:invalid password|AUTH |DB index|invalid DB))/.test(
    error.message,
  );

const reasonOf = (error: Error) =>
  "code" in error && typeof error.code === "string" ? error.code : error.message;

function refused({ shown }: QueuePlace, { message }: Error): PipelineError {
  const hint = / DB /.test(message)
    ? "Let the address end in a database that this Redis has, such as /0."
    : "Set RAGWRIGHT_QUEUE_USER and RAGWRIGHT_QUEUE_PASSWORD to a user and a password that this Redis knows.";
  return new PipelineError("queue", `Redis at ${shown} refuses the connection: ${message}`, {
    hint,
  });
}

const silent = ({ shown, tls }: QueuePlace, reason: string) =>
  new PipelineError("queue", `Redis at ${shown} does not answer: ${reason}`, {
    hint: tls
      ? "Is Redis running there, with TLS? Who signed its certificate is told by RAGWRIGHT_QUEUE_CA, the path of a PEM file. A server without TLS has an address that begins with redis://."
      : "Start it (redis-server --appendonly yes --maxmemory-policy noeviction), or fix the address. A server with TLS has an address that begins with rediss://.",
  });

interface FirstWait {
  readonly place: QueuePlace;
  /** Milliseconds. */
  readonly longest: number;
  readonly signal: AbortSignal | undefined;
}

/** Resolves at the first answer; else lets the connection go. */
async function answered(redis: Redis, { place, longest, signal }: FirstWait): Promise<void> {
  let last = "nothing came back";
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once("ready", resolve);
      redis.on("error", error => {
        last = reasonOf(error);
        if (isRefusal(error)) reject(refused(place, error));
      });
      timer = setTimeout(() => reject(silent(place, last)), longest);
      onAbort = () => reject(signal?.reason as Error);
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted) onAbort();
    });
  } catch (error) {
    letGo(redis);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

interface Watched {
  readonly redis: Redis;
  /** With those that block. */
  readonly all: ReadonlyMap<Redis, unknown>;
  readonly place: QueuePlace;
  readonly onTrouble: (text: string) => void;
  readonly patience: number;
  readonly onLost: (error: PipelineError) => void;
}

/** Pings in vain, one a second, until a server that keeps its connections counts as one that does not answer; until they are broken off. */
const unanswered = { trouble: 5, broken: 15 };

/** Tells of outages, and when one has lasted too long. Counts pings, not time: this process may have been held up itself. */
function watchOutages({ redis, all, place, onTrouble, patience, onLost }: Watched): {
  end(): void;
} {
  let outage: NodeJS.Timeout | undefined;
  let missed = 0;
  let pinging = false;
  const down = () => {
    if (outage) return;
    outage = setTimeout(() => onLost(givenUp(place, patience)), patience);
    onTrouble(`Redis at ${place.shown} does not answer; waiting for it.`);
  };
  const up = () => {
    missed = 0;
    if (!outage) return;
    clearTimeout(outage);
    outage = undefined;
    onTrouble(`Redis at ${place.shown} answers again.`);
  };
  const ping = async () => {
    pinging = true;
    await redis.ping().then(up, () => undefined);
    pinging = false;
  };
  const beat = setInterval(() => {
    if (!pinging) return void ping();
    missed++;
    if (missed === unanswered.trouble) down();
    if (missed % unanswered.broken === 0) for (const each of all.keys()) each.stream?.destroy();
  }, 1000);
  const onError = (error: Error) => isRefusal(error) && onLost(refused(place, error));
  redis.on("close", down).on("ready", up).on("error", onError);
  return {
    end: () => {
      clearInterval(beat);
      clearTimeout(outage);
      redis.off("close", down).off("ready", up).off("error", onError);
    },
  };
}

const givenUp = ({ shown }: QueuePlace, patience: number) =>
  new PipelineError(
    "queue",
    `Redis at ${shown} has not answered for ${Math.round(patience / 1000)} s.`,
    {
      hint: "Everything that is journaled is kept. When Redis is back, run the same command again.",
    },
  );
