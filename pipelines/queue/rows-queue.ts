// The BullMQ queue of an epoch's rows: opening and removing it, taking and ending its jobs.

import { randomUUID } from "node:crypto";
import type { Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { Connection } from "./connection.ts";
import { parseRows, type RowsJob, type RowTask } from "./messages.ts";
import { redisKeys } from "./redis-keys.ts";
import { loadBullMq } from "./load-packages.ts";

export type RowsQueue = Queue<RowsJob>;

/** Opens a queue on the caller's connection, which reports all problems and rejects pending commands when the connection is abandoned. */
export async function openRowsQueue(
  { redis }: Pick<Connection, "redis">,
  epoch: string,
): Promise<RowsQueue> {
  const { Queue } = await loadBullMq();
  const queue = new Queue<RowsJob>(redisKeys.rows(epoch), {
    connection: redis,
    prefix: redisKeys.rowsPrefix,
    skipMetasUpdate: true,
  });
  queue.on("error", () => undefined);
  return queue;
}

/** Removes the queues of earlier epochs: their rows are no longer needed. */
export async function removeQueues(
  connection: Pick<Connection, "redis">,
  epochs: readonly string[],
): Promise<void> {
  for (const epoch of epochs) {
    const queue = await openRowsQueue(connection, epoch);
    await queue.obliterate({ force: true });
    await queue.close();
    await connection.redis.srem(redisKeys.epochs, epoch);
  }
}

/** Deletes what remains of a removed queue, for a worker that has left its epoch: a check for stalled jobs writes even to a removed queue. */
export async function forgetRemovedQueue(redis: Redis, epoch: string): Promise<void> {
  if ((await redis.sismember(redisKeys.epochs, epoch)) === 0)
    await redis.del(
      ["meta", "stalled-check"].map(
        key => `${redisKeys.rowsPrefix}:${redisKeys.rows(epoch)}:${key}`,
      ),
    );
}

interface QueueOfEpoch {
  readonly connection: Pick<Connection, "seal">;
  readonly epoch: string;
}

export interface TakenJob {
  /** The token that locks the job. */
  readonly token: string;
  readonly job: Job<RowsJob>;
  readonly rows: readonly RowTask[];
}

/** Takes the next job for a worker; undefined if there is none, or if it is not the coordinator's and so is deleted. */
export async function takeNextJob(
  jobs: Worker<RowsJob>,
  { connection, epoch, worker }: QueueOfEpoch & { readonly worker: string },
): Promise<TakenJob | undefined> {
  const token = lockToken(worker);
  const job = await jobs.getNextJob(token);
  if (job?.id === undefined) return undefined;
  const rows = parseRows(connection.seal.verify(redisKeys.rows(epoch), job.data));
  if (rows) return { job, rows, token };
  await endJob(job, token);
  return undefined;
}

/** Ends a job; does nothing if it was given to another worker meanwhile. */
export const endJob = (job: Job<RowsJob>, token: string): Promise<unknown> =>
  job.moveToCompleted("", token, false).catch(() => undefined);

/** A new token that locks one job for a worker. */
export const lockToken = (worker: string): string => `${worker}/${randomUUID()}`;

/** Gives back the jobs that a starting worker had when it was killed: others take them at once, not when their locks expire. */
export async function giveBackJobs(
  connection: Pick<Connection, "redis">,
  { epoch, worker }: { readonly epoch: string; readonly worker: string },
): Promise<void> {
  const queue = await openRowsQueue(connection, epoch);
  try {
    const ids = await queue.getRanges(["active"], 0, -1);
    const tokens =
      ids.length > 0
        ? await connection.redis.mget(
            ids.map(id => `${redisKeys.rowsPrefix}:${redisKeys.rows(epoch)}:${id}:lock`),
          )
        : [];
    for (const [index, token] of tokens.entries()) {
      const job = token?.startsWith(`${worker}/`)
        ? await queue.getJob(ids[index] ?? "")
        : undefined;
      // A job ended or reassigned meanwhile need not be given back.
      if (job && token) await job.moveToWait(token).catch(() => undefined);
    }
  } finally {
    await queue.close();
  }
}
