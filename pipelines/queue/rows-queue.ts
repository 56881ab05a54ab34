// The queue of an epoch's rows, as BullMQ keeps it.

import { randomUUID } from "node:crypto";
import type { Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { Connection } from "./connection.ts";
import { rowsIn } from "./message-forms.ts";
import type { RowsJob, RowTask } from "./messages.ts";
import { names } from "./names.ts";
import { loadBullMq } from "./packages.ts";

export type RowsQueue = Queue<RowsJob>;

/** Over a connection of the caller's, which tells of all trouble and ends what waits for an answer when Redis is given up. */
export async function openRowsQueue(
  { redis }: Pick<Connection, "redis">,
  epoch: string,
): Promise<RowsQueue> {
  const { Queue } = await loadBullMq();
  const queue = new Queue<RowsJob>(names.rows(epoch), {
    connection: redis,
    prefix: names.rowsPrefix,
    skipMetasUpdate: true,
  });
  queue.on("error", () => undefined);
  return queue;
}

/** Empties the queues of earlier epochs: what was in them is wanted no more. */
export async function removeQueues(
  connection: Pick<Connection, "redis">,
  epochs: readonly string[],
): Promise<void> {
  for (const epoch of epochs) {
    const queue = await openRowsQueue(connection, epoch);
    await queue.obliterate({ force: true });
    await queue.close();
    await connection.redis.srem(names.epochs, epoch);
  }
}

/** For a worker that has let go of an epoch: each look for stalled jobs writes to the queue, even to one that was removed meanwhile. */
export async function forgetRemovedQueue(redis: Redis, epoch: string): Promise<void> {
  if ((await redis.sismember(names.epochs, epoch)) === 0)
    await redis.del(
      ["meta", "stalled-check"].map(key => `${names.rowsPrefix}:${names.rows(epoch)}:${key}`),
    );
}

interface QueueOfEpoch {
  readonly connection: Pick<Connection, "seal">;
  readonly epoch: string;
}

export interface TakenJob {
  /** Locks it. */
  readonly token: string;
  readonly job: Job<RowsJob>;
  readonly rows: readonly RowTask[];
}

/** The next job for a worker; undefined where there is none, or one that is not the coordinator's, which is taken away. */
export async function nextRows(
  jobs: Worker<RowsJob>,
  { connection, epoch, worker }: QueueOfEpoch & { readonly worker: string },
): Promise<TakenJob | undefined> {
  const token = lockToken(worker);
  const job = await jobs.getNextJob(token);
  if (job?.id === undefined) return undefined;
  const rows = rowsIn(connection.seal.check(names.rows(epoch), job.data));
  if (rows) return { job, rows, token };
  await endJob(job, token);
  return undefined;
}

/** One that was given to another meanwhile is nobody's to end. */
export const endJob = (job: Job<RowsJob>, token: string): Promise<unknown> =>
  job.moveToCompleted("", token, false).catch(() => undefined);

/** What locks one job for a worker. */
export const lockToken = (worker: string): string => `${worker}/${randomUUID()}`;

/** For a worker that starts: jobs that it had when it was killed go to others at once, not when their locks have run out. */
export async function giveBack(
  connection: Pick<Connection, "redis">,
  { epoch, worker }: { readonly epoch: string; readonly worker: string },
): Promise<void> {
  const queue = await openRowsQueue(connection, epoch);
  try {
    const ids = await queue.getRanges(["active"], 0, -1);
    const tokens =
      ids.length > 0
        ? await connection.redis.mget(
            ids.map(id => `${names.rowsPrefix}:${names.rows(epoch)}:${id}:lock`),
          )
        : [];
    for (const [index, token] of tokens.entries()) {
      const job = token?.startsWith(`${worker}/`)
        ? await queue.getJob(ids[index] ?? "")
        : undefined;
      // One that was ended or given to another meanwhile is nobody's to give back.
      if (job && token) await job.moveToWait(token).catch(() => undefined);
    }
  } finally {
    await queue.close();
  }
}
