// Clears what runs leave in Redis, except calls in flight and late posts, which are kept for the run's next start.

import type { Redis } from "ioredis";
import { openBlobs } from "./blobs.ts";
import { postLifetime, redisKeys, runKey } from "./redis-keys.ts";

/** Clears rows and artifacts of this or earlier coordinator starts, and what remains of removed queues. */
export async function clearContents(redis: Redis): Promise<void> {
  await openBlobs(redis).dropAll();
  await redis.del(redisKeys.tables);
  await clearRemovedQueues(redis);
}

/** A worker's check for stalled jobs writes even to a removed queue; a worker killed at that point leaves it behind. */
async function clearRemovedQueues(redis: Redis): Promise<void> {
  const currentQueues = new Set((await redis.smembers(redisKeys.epochs)).map(redisKeys.rows));
  const queueOf = (key: string) => key.slice(redisKeys.rowsPrefix.length + 1).split(":")[0] ?? "";
  for await (const keys of redis.scanStream({
    match: `${redisKeys.rowsPrefix}:${redisKeys.rows("*")}:*`,
    count: 1000,
  })) {
    const orphans = (keys as string[]).filter(key => !currentQueues.has(queueOf(key)));
    if (orphans.length > 0) await redis.del(orphans);
  }
}

/** Clears posts to workers that left and have not returned. */
export async function clearUnread(redis: Redis, departed: ReadonlySet<string>): Promise<void> {
  const currentWorkers = new Set(await redis.smembers(redisKeys.workers));
  const unreadWorkers = [...departed].filter(worker => !currentWorkers.has(worker));
  if (unreadWorkers.length > 0) await redis.del(unreadWorkers.map(redisKeys.toWorker));
}

/** Keeps late posts about a run (a sign-off, or replies) for a limited time. */
export async function expireLatePosts(redis: Redis, run: string): Promise<void> {
  const stream = redisKeys.toCoordinator(runKey(run));
  if ((await redis.xlen(stream)) === 0) await redis.del(stream);
  else await redis.expire(stream, postLifetime);
}
