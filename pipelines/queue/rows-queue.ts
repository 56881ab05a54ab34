// The queue of an epoch's rows, as BullMQ keeps it.

import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Connection } from "./connection.ts";
import type { RowsJob } from "./messages.ts";
import { names } from "./names.ts";

export type RowsQueue = Queue<RowsJob>;

/** For a coordinator, over its own connection, which tells of all trouble and ends what waits for an answer when Redis is given up. */
export async function openRowsQueue({ redis }: Pick<Connection, "redis">, epoch: string): Promise<RowsQueue> {
  const { Queue } = await import("bullmq");
  const queue = new Queue<RowsJob>(names.rows(epoch), { connection: redis, prefix: names.rowsPrefix, skipMetasUpdate: true });
  queue.on("error", () => undefined);
  return queue;
}

/** Empties the queues of earlier epochs: what was in them is wanted no more. */
export async function removeQueues(connection: Pick<Connection, "redis">, epochs: readonly string[]): Promise<void> {
  for (const epoch of epochs) {
    const queue = await openRowsQueue(connection, epoch);
    await queue.obliterate({ force: true });
    await queue.close();
    await connection.redis.srem(names.epochs, epoch);
  }
}

/** For a worker that has let go of an epoch: each look for stalled jobs writes to the queue, even to one that was removed meanwhile. */
export async function forgetRemovedQueue(redis: Redis, epoch: string): Promise<void> {
  if ((await redis.sismember(names.epochs, epoch)) === 0) await redis.del(["meta", "stalled-check"].map(key => `${names.rowsPrefix}:${names.rows(epoch)}:${key}`));
}
