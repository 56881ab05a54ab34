// Reads a run's status from its queue's Redis: whether its coordinator is running, rows and calls in progress, when each worker was last heard from.

import type { Redis } from "ioredis";
import type { QueueStatus, WorkerStatus } from "../../schemas/output/status.ts";
import { PipelineError } from "../engine/errors.ts";
import { openConnection } from "./connection.ts";
import { type Heartbeat, parseHeartbeat } from "./heartbeat.ts";
import { AnnouncedRun, parseAs, type RowsJob } from "./messages.ts";
import { heartbeatLife, redisKeys } from "./redis-keys.ts";
import type { QueueAddress } from "./queue-address.ts";
import { withRedisErrors } from "./redis-errors.ts";
import { openRowsQueue } from "./rows-queue.ts";

/** Status of a queue in which no run can be seen, for whatever reason. */
export const emptyStatus = {
  coordinator: false,
  run: null,
  rows: { waiting: 0, withWorkers: 0 },
  calls: 0,
  workers: [],
};

function stateOf(
  { leaving, epoch: ownEpoch, refuses }: Heartbeat,
  epoch: string | null,
): WorkerStatus["state"] {
  if (leaving) return "leaving";
  if (epoch === null || ownEpoch !== epoch) return "waits";
  return refuses === null ? "works" : "refuses";
}

function workerOf(
  name: string,
  heartbeat: Heartbeat | undefined,
  { epoch, lifeLeft }: { readonly epoch: string | null; readonly lifeLeft: number },
): WorkerStatus {
  const silence = { host: null, since: null, rows: 0, capacity: null, calls: 0, ended: 0 };
  if (!heartbeat) return { name, state: "silent", ...silence, lastSign: null, refuses: null };
  const { host, since, rows, capacity, calls, ended, refuses } = heartbeat;
  const state = stateOf(heartbeat, epoch);
  return {
    name,
    state,
    host,
    since,
    rows,
    capacity,
    calls,
    ended,
    lastSign: Math.max(0, heartbeatLife - lifeLeft),
    refuses: state === "refuses" ? refuses : null,
  };
}

/** Reads the status of all workers on a queue, by name; `epoch` identifies the coordinator start in question. */
export async function readWorkers(redis: Redis, epoch: string | null): Promise<WorkerStatus[]> {
  const ids = (await withRedisErrors(redis.smembers(redisKeys.workers))).sort();
  if (ids.length === 0) return [];
  const [heartbeats, ...livesLeft] = await withRedisErrors(
    Promise.all([
      redis.mget(ids.map(redisKeys.worker)),
      ...ids.map(id => redis.pttl(redisKeys.worker(id))),
    ]),
  );
  // A worker that left between the two reads has not fallen silent: it is no longer listed.
  const listedIds = heartbeats.includes(null)
    ? new Set(await withRedisErrors(redis.smembers(redisKeys.workers)))
    : undefined;
  return ids.flatMap((id, index) => {
    if (listedIds && !listedIds.has(id)) return [];
    return [
      workerOf(id, parseHeartbeat(heartbeats[index] ?? null), {
        epoch,
        lifeLeft: livesLeft[index] ?? 0,
      }),
    ];
  });
}

/** Counts the rows in jobs that no worker has taken. */
async function countWaitingRows(redis: Redis, epoch: string): Promise<number> {
  const queue = await openRowsQueue({ redis }, epoch);
  try {
    // This involves two reads: a job may be taken between them.
    const jobs: readonly ({ readonly data?: RowsJob } | undefined)[] = await queue.getJobs([
      "waiting",
    ]);
    return jobs.reduce((sum, job) => sum + (job?.data?.rows?.length ?? 0), 0);
  } finally {
    await queue.close();
  }
}

async function readFleet(
  redis: Redis,
): Promise<Omit<QueueStatus, "place" | "reachable" | "problem">> {
  const [holder, announcement] = await withRedisErrors(
    Promise.all([redis.get(redisKeys.coordinator), redis.get(redisKeys.announcement)]),
  );
  const { epoch, run } = parseAs(AnnouncedRun, announcement) ?? { epoch: null, run: null };
  const [workers, waiting] = await Promise.all([
    readWorkers(redis, epoch),
    epoch === null ? 0 : withRedisErrors(countWaitingRows(redis, epoch)),
  ]);
  const sum = (field: "rows" | "calls") =>
    workers.reduce((total, worker) => total + worker[field], 0);
  return {
    coordinator: holder !== null && holder === epoch,
    run,
    rows: { waiting, withWorkers: sum("rows") },
    calls: sum("calls"),
    workers,
  };
}

async function withTimeLimit<T>(
  milliseconds: number,
  address: QueueAddress,
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new PipelineError(
      "queue",
      `Redis at ${address.displayAddress} no longer answers.`,
      {
        hint: "Try again in a while.",
      },
    );
    timer = setTimeout(() => reject(error), milliseconds);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Reads a queue once, within a few times `maxWait` (milliseconds). If Redis does not answer, or refuses, `problem` says why. */
export async function readQueue(address: QueueAddress, maxWait: number): Promise<QueueStatus> {
  const base = { place: address.displayAddress, reachable: true, problem: null };
  try {
    const connection = await openConnection(address, {
      onTrouble: () => undefined,
      maxOutage: maxWait,
    });
    try {
      return { ...base, ...(await withTimeLimit(maxWait, address, readFleet(connection.redis))) };
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    return { ...base, ...emptyStatus, reachable: false, problem: `${error.message} ${error.hint}` };
  }
}
