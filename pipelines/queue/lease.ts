// The lease that limits a queue to one coordinator: kept by heartbeats, taken over when it expires or the run restarts.

import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { PipelineError } from "../engine/errors.ts";
import { AnnouncedRun, parseAs } from "./messages.ts";
import { heartbeatLife, redisKeys } from "./redis-keys.ts";

/** Milliseconds between two polls of a lease that is taken. */
const pollPause = 500;

export interface Lease {
  readonly epoch: string;
  /** Identifies a run: directory and machine. */
  readonly run: string;
  readonly address: string;
}

const readAnnouncedRun = async (redis: Redis): Promise<AnnouncedRun | undefined> =>
  parseAs(AnnouncedRun, await redis.get(redisKeys.announcement));

const inUseError = (run: string, address: string) =>
  new PipelineError("locked", `The queue at ${address} is in use by another run: ${run}.`, {
    hint: "Wait until it has ended, or use another database of that Redis: its number is the end of the URL (redis://host:6379/1).",
  });

/** Stands for the name of a run that is not announced yet. */
const unnamedRun = "one that is just starting";

/** Takes the lease if it is free and returns whether it was: only one of two simultaneous callers gets it. */
const takeFreeLease = async (redis: Redis, epoch: string): Promise<boolean> =>
  (await redis.set(redisKeys.coordinator, epoch, "PX", heartbeatLife, "NX")) === "OK";

/** Takes the lease, at once if the run itself holds it: the directory's lock ensures that its holder is a dead process. */
export async function takeLease(redis: Redis, { epoch, run, address }: Lease): Promise<void> {
  const deadline = performance.now() + heartbeatLife + 2 * pollPause;
  for (;;) {
    if (await takeFreeLease(redis, epoch)) return;
    const [previous, holder] = await Promise.all([
      readAnnouncedRun(redis),
      redis.get(redisKeys.coordinator),
    ]);
    if (previous?.run === run && previous.epoch === holder) {
      await redis.set(redisKeys.coordinator, epoch, "PX", heartbeatLife);
      return;
    }
    if (performance.now() > deadline)
      throw inUseError(
        previous?.epoch === holder ? (previous?.run ?? unnamedRun) : unnamedRun,
        address,
      );
    await pause(pollPause);
  }
}

const takenOverError = (run: string, address: string) =>
  new PipelineError(
    "queue",
    `Another coordinator has taken over the queue at ${address}: ${run}.`,
    {
      hint: "The journal is kept. Run the same command again when the other run has ended.",
    },
  );

const dataLostError = (address: string) =>
  new PipelineError(
    "queue",
    `Redis at ${address} has lost the run's data: it was emptied, or restarted without its append-only file.`,
    {
      hint: "The journal is kept. Start Redis with --appendonly yes, and run the same command again.",
    },
  );

/**
 * Must be called regularly, with the announcement that should be in Redis. Throws PipelineError("queue") if another run
 * has the lease, or Redis has lost it. The lease and the announcement are read atomically: if Redis were emptied between
 * two reads, the announcement would be written again, and the run would wait for rows that are gone.
 */
export async function keepLease(
  redis: Redis,
  { epoch, address }: Lease,
  announcement: string,
): Promise<void> {
  const [holder = null, text = null] = await redis.mget(
    redisKeys.coordinator,
    redisKeys.announcement,
  );
  if (text === null) throw dataLostError(address);
  const other = parseAs(AnnouncedRun, text);
  if (holder !== epoch && other && other.epoch !== epoch) throw takenOverError(other.run, address);
  // Others with write access may have replaced the announcement.
  if (text !== announcement) await redis.set(redisKeys.announcement, announcement, "XX");
  if (holder === epoch) await redis.pexpire(redisKeys.coordinator, heartbeatLife);
  // Redis was unreachable for longer than a heartbeat is valid. If another run takes the lease at this moment, the next poll shows it.
  else await takeFreeLease(redis, epoch);
}

/** Must be called before the run is announced. Throws PipelineError("locked") if another run took the lease meanwhile: opening a large run may take longer than a heartbeat is valid. */
export async function resumeLease(redis: Redis, { epoch, address }: Lease): Promise<void> {
  if (await takeFreeLease(redis, epoch)) return;
  if ((await redis.get(redisKeys.coordinator)) !== epoch)
    throw inUseError((await readAnnouncedRun(redis))?.run ?? unnamedRun, address);
  await redis.pexpire(redisKeys.coordinator, heartbeatLife);
}

/** Whether this run has the lease, or was the last to have it. */
export async function hasLease(redis: Redis, { epoch }: Lease): Promise<boolean> {
  const holder = await redis.get(redisKeys.coordinator);
  return holder === epoch || (holder === null && (await readAnnouncedRun(redis))?.epoch === epoch);
}

export async function releaseLease(redis: Redis, { epoch }: Lease): Promise<void> {
  if ((await readAnnouncedRun(redis))?.epoch === epoch) await redis.del(redisKeys.announcement);
  if ((await redis.get(redisKeys.coordinator)) === epoch) await redis.del(redisKeys.coordinator);
}
