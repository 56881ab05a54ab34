// The queue of an epoch's rows, as BullMQ keeps it.

import type { ConnectionOptions, Queue } from "bullmq";
import type { Connection } from "./connection.ts";
import type { RowsJob } from "./messages.ts";
import { names } from "./names.ts";

export type RowsQueue = Queue<RowsJob>;

/** For a coordinator. Trouble with the connection is told by the connection itself. */
export async function openRowsQueue({ options }: Pick<Connection, "options">, epoch: string): Promise<RowsQueue> {
  const { Queue } = await import("bullmq");
  const queue = new Queue<RowsJob>(names.rows(epoch), { connection: options as ConnectionOptions, prefix: names.rowsPrefix, skipMetasUpdate: true });
  queue.on("error", () => undefined);
  return queue;
}

/** Empties the queues of earlier epochs: what was in them is wanted no more. */
export async function removeQueues(connection: Pick<Connection, "options" | "redis">, epochs: readonly string[]): Promise<void> {
  for (const epoch of epochs) {
    const queue = await openRowsQueue(connection, epoch);
    await queue.obliterate({ force: true });
    await queue.close();
    await connection.redis.srem(names.epochs, epoch);
  }
}
