// Opens the connection to the queue's Redis, or says why it cannot; waits while the connection is lost, and abandons it after a while.

import { setTimeout as pause } from "node:timers/promises";
import type { Redis, RedisOptions } from "ioredis";
import type { PipelineError } from "../engine/errors.ts";
import {
  outageError,
  isConnectionRefusal,
  reasonOf,
  connectionRefusalError,
  noAnswerError,
} from "./connection-errors.ts";
import { loadIoredis } from "./load-packages.ts";
import type { QueueAddress } from "./queue-address.ts";
import { closedMessage } from "./redis-errors.ts";
import { createSeal, type Seal } from "./seal.ts";

export interface Connection {
  readonly redis: Redis;
  /** Another connection, for reads that block; abandoned and closed with this one. */
  duplicate(): Promise<Redis>;
  /** Signs what is written to Redis, and verifies what is read. */
  readonly seal: Seal;
  /** Options for connections that BullMQ opens itself; BullMQ closes those. */
  readonly options: RedisOptions;
  /** Aborted with a PipelineError("queue") when the connection is abandoned. */
  readonly lostSignal: AbortSignal;
  /** Waits a moment for pending answers, then disconnects. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** Called once when Redis stops answering, and once when it answers again. */
  readonly onTrouble: (text: string) => void;
  /** Milliseconds without an answer after which the connection is abandoned: ten minutes by default, and at most five seconds for the first answer. */
  readonly maxOutage?: number;
  /** Ends the wait for the first answer. */
  readonly signal?: AbortSignal;
}

/** Times in milliseconds. */
const [maxFirstWait, maxRetryWait, defaultMaxOutage, maxCloseWait] = [5000, 1000, 600_000, 1000];

const optionsFor = ({ host, port, db, username, password, tls }: QueueAddress): RedisOptions => ({
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
  endpoint: QueueAddress,
  { onTrouble, maxOutage = defaultMaxOutage, signal }: ConnectionOptions,
): Promise<Connection> {
  const { Redis } = await loadIoredis();
  const options = optionsFor(endpoint);
  const redis = new Redis(options);
  await awaitFirstAnswer(redis, { endpoint, maxWait: Math.min(maxFirstWait, maxOutage), signal });
  const connections = new Map([[redis, createEnder(redis)]]);
  const lostController = new AbortController();
  const endAll = () => {
    outages.end();
    for (const end of connections.values()) end();
  };
  const onLost = (error: PipelineError) => {
    lostController.abort(error);
    endAll();
  };
  const outages = watchOutages({ redis, connections, endpoint, onTrouble, maxOutage, onLost });
  const duplicate = async () => {
    lostController.signal.throwIfAborted();
    const copy = redis.duplicate();
    copy.on("error", () => undefined);
    copy.once("end", () => connections.delete(copy));
    connections.set(copy, createEnder(copy));
    return copy;
  };
  const close = async () => {
    outages.end();
    if (redis.status === "ready")
      await Promise.race([
        redis.quit().catch(() => undefined),
        pause(maxCloseWait, undefined, { ref: false }),
      ]);
    endAll();
  };
  const seal = createSeal(endpoint.secret);
  return { redis, seal, duplicate, options, lostSignal: lostController.signal, close };
}

/** Ends a connection in any state. Pending commands are rejected. */
export function endConnection(redis: Redis): void {
  // ioredis cannot end a connection that is waiting to reconnect: pending commands would wait forever.
  if (redis.status === "reconnecting") redis.connect().catch(() => undefined);
  redis.disconnect();
  redis.stream?.destroy();
}

/** Returns a function that ends the connection and also rejects the commands of an earlier, broken one: ioredis keeps those separate until a connection is ready. */
function createEnder(redis: Redis): () => void {
  const brokenQueues = new Set<Redis["commandQueue"]>();
  redis
    .on("close", () => brokenQueues.add(redis.commandQueue))
    .on("ready", () => brokenQueues.clear());
  return () => {
    endConnection(redis);
    for (const queue of brokenQueues)
      for (let item = queue.shift(); item; item = queue.shift())
        item.command.reject(new Error(closedMessage));
  };
}

interface FirstAnswerOptions {
  readonly endpoint: QueueAddress;
  /** Milliseconds. */
  readonly maxWait: number;
  readonly signal: AbortSignal | undefined;
}

/** Resolves at the first answer; if there is none, ends the connection. */
async function awaitFirstAnswer(
  redis: Redis,
  { endpoint, maxWait, signal }: FirstAnswerOptions,
): Promise<void> {
  let lastReason = "no answer came";
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once("ready", resolve);
      redis.on("error", error => {
        lastReason = reasonOf(error);
        if (isConnectionRefusal(error)) reject(connectionRefusalError(endpoint, error));
      });
      timer = setTimeout(() => reject(noAnswerError(endpoint, lastReason)), maxWait);
      onAbort = () => reject(signal?.reason as Error);
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted) onAbort();
    });
  } catch (error) {
    endConnection(redis);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

interface WatchOptions {
  readonly redis: Redis;
  /** All connections, including blocking ones. */
  readonly connections: ReadonlyMap<Redis, unknown>;
  readonly endpoint: QueueAddress;
  readonly onTrouble: (text: string) => void;
  readonly maxOutage: number;
  readonly onLost: (error: PipelineError) => void;
}

/** Numbers of unanswered pings, at one per second: after `trouble` of them a connected server counts as not answering, after `broken` its connections are cut. */
const unansweredPings = { trouble: 5, broken: 15 };

/** Reports outages, and calls `onLost` if one lasts too long. Counts pings, not time, since this process may itself have been suspended. */
function watchOutages({
  redis,
  connections,
  endpoint,
  onTrouble,
  maxOutage,
  onLost,
}: WatchOptions): {
  end(): void;
} {
  let outageTimer: NodeJS.Timeout | undefined;
  let missedPings = 0;
  let isPinging = false;
  const startOutage = () => {
    if (outageTimer) return;
    outageTimer = setTimeout(() => onLost(outageError(endpoint, maxOutage)), maxOutage);
    onTrouble(`Redis at ${endpoint.displayAddress} is not answering; waiting for it.`);
  };
  const endOutage = () => {
    missedPings = 0;
    if (!outageTimer) return;
    clearTimeout(outageTimer);
    outageTimer = undefined;
    onTrouble(`Redis at ${endpoint.displayAddress} is answering again.`);
  };
  const ping = async () => {
    isPinging = true;
    await redis.ping().then(endOutage, () => undefined);
    isPinging = false;
  };
  const pingTimer = setInterval(() => {
    if (!isPinging) return void ping();
    missedPings++;
    if (missedPings === unansweredPings.trouble) startOutage();
    if (missedPings % unansweredPings.broken === 0)
      for (const connection of connections.keys()) connection.stream?.destroy();
  }, 1000);
  const onError = (error: Error) =>
    isConnectionRefusal(error) && onLost(connectionRefusalError(endpoint, error));
  redis.on("close", startOutage).on("ready", endOutage).on("error", onError);
  return {
    end: () => {
      clearInterval(pingTimer);
      clearTimeout(outageTimer);
      redis.off("close", startOutage).off("ready", endOutage).off("error", onError);
    },
  };
}
