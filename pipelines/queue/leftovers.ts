// What runs leave in Redis: nothing but calls in the air and posts that came late, which wait for the run's next start.

import type { Redis } from "ioredis";
import { openBlobs } from "./blobs.ts";
import { longestWait, names, runKey } from "./names.ts";

/** Rows and artifacts, of this start of a coordinator or of an earlier one, and what is left of queues that were removed. */
export async function clearContents(redis: Redis): Promise<void> {
  await openBlobs(redis).dropAll();
  await redis.del(names.tables);
  await clearRemovedQueues(redis);
}

/** A worker's look for stalled jobs writes to a queue that was removed meanwhile; one that is killed then cannot take it back. */
async function clearRemovedQueues(redis: Redis): Promise<void> {
  const there = new Set((await redis.smembers(names.epochs)).map(names.rows));
  const queueOf = (key: string) => key.slice(names.rowsPrefix.length + 1).split(":")[0] ?? "";
  for await (const keys of redis.scanStream({
    match: `${names.rowsPrefix}:${names.rows("*")}:*`,
    count: 1000,
  })) {
    const left = (keys as string[]).filter(key => !there.has(queueOf(key)));
    if (left.length > 0) await redis.del(left);
  }
}

/** Posts to workers that went, and have not come back. */
export async function clearUnread(redis: Redis, gone: ReadonlySet<string>): Promise<void> {
  const there = new Set(await redis.smembers(names.workers));
  const unread = [...gone].filter(worker => !there.has(worker));
  if (unread.length > 0) await redis.del(unread.map(names.toWorker));
}

/** Posts about a run that came in late: a farewell, or replies. */
export async function leavePosts(redis: Redis, run: string): Promise<void> {
  const stream = names.toCoordinator(runKey(run));
  if ((await redis.xlen(stream)) === 0) await redis.del(stream);
  else await redis.expire(stream, longestWait);
}
