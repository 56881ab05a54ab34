// The connection to the queue's Redis: opened or refused with a reason, waited for when lost, given up after a while.

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
  /** The seal of everything written to and read from Redis. */
  readonly seal: Seal;
  /** Options for connections that BullMQ opens itself; BullMQ closes those. */
  readonly options: RedisOptions;
  /** Aborted with a PipelineError("queue") when Redis is given up. */
  readonly lost: AbortSignal;
  /** Waits a moment for pending answers, then disconnects. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** Called once when Redis stops answering, and once when it answers again. */
  readonly onTrouble: (text: string) => void;
  /** Milliseconds without an answer after which Redis is given up: ten minutes by default, and at most five seconds for the first answer. */
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
  // Pending commands wait through an outage and are sent again after it.
  maxRetriesPerRequest: null,
  enableOfflineQueue: true,
  autoResendUnfulfilledCommands: true,
  retryStrategy: times => Math.min(times * 50, maxRetryWait),
  maxLoadingRetryTime: maxRetryWait,
  // A blocking read sends nothing: only keep-alive shows that the other side is gone.
  keepAlive: 10_000,
  // Milliseconds; by default a dead connection keeps the process alive for two more seconds.
  disconnectTimeout: 100,
});

/** Rejects with PipelineError("queue") if Redis does not answer within 5 s or refuses the user; with "bad-settings" if the package is not installed. */
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

/** Ends a connection in any state. Pending commands are rejected. */
export function letGo(redis: Redis): void {
  // ioredis cannot end a connection that waits to reconnect: pending commands would wait for ever.
  if (redis.status === "reconnecting") redis.connect().catch(() => undefined);
  redis.disconnect();
  redis.stream?.destroy();
}

/** Returns a function that ends the connection and also rejects the commands of an earlier, broken one: ioredis keeps those apart until a connection is ready. */
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

// No ioredis error becomes a cause: it may hold the command, and with it the password.
const isRefusal = (error: Error) =>
  error.name === "ReplyError" &&
  /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:invalid password|AUTH |DB index|invalid DB))/.test(
    error.message,
  );

const reasonOf = (error: Error) =>
  "code" in error && typeof error.code === "string" ? error.code : error.message;

function refused({ shown }: QueuePlace, { message }: Error): PipelineError {
  const hint = / DB /.test(message)
    ? "End the address with a database that this Redis has, such as /0."
    : "Set RAGWRIGHT_QUEUE_USER and RAGWRIGHT_QUEUE_PASSWORD to a user and a password that this Redis knows.";
  return new PipelineError("queue", `Redis at ${shown} refuses the connection: ${message}`, {
    hint,
  });
}

const silent = ({ shown, tls }: QueuePlace, reason: string) =>
  new PipelineError("queue", `Redis at ${shown} does not answer: ${reason}`, {
    hint: tls
      ? "Is Redis running there, with TLS? Set RAGWRIGHT_QUEUE_CA to the PEM file of the CA that signed its certificate. A server without TLS has an address that begins with redis://."
      : "Start it (redis-server --appendonly yes --maxmemory-policy noeviction), or fix the address. A server with TLS has an address that begins with rediss://.",
  });

interface FirstWait {
  readonly place: QueuePlace;
  /** Milliseconds. */
  readonly longest: number;
  readonly signal: AbortSignal | undefined;
}

/** Resolves at the first answer; if there is none, ends the connection. */
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
  /** All connections, blocking ones included. */
  readonly all: ReadonlyMap<Redis, unknown>;
  readonly place: QueuePlace;
  readonly onTrouble: (text: string) => void;
  readonly patience: number;
  readonly onLost: (error: PipelineError) => void;
}

/** Unanswered pings, one per second, after which a connected server counts as not answering, and after which its connections are cut. */
const unanswered = { trouble: 5, broken: 15 };

/** Reports outages, and when one has lasted too long. Counts pings, not time: this process may have been suspended itself. */
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
      hint: "The journal is kept. When Redis is back, run the same command again.",
    },
  );
