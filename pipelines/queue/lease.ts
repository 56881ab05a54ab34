// The lease that limits a queue to one coordinator: kept by heartbeats, taken over when it expires or its run restarts.

import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { PipelineError } from "../engine/errors.ts";
import { AnnouncedRun, readAs } from "./messages.ts";
import { heartbeatLife, names } from "./names.ts";

/** Milliseconds between two looks at a lease that is taken. */
const look = 500;

export interface Lease {
  readonly epoch: string;
  /** Identifies a run: directory and machine. */
  readonly run: string;
  readonly place: string;
}

const announced = async (redis: Redis): Promise<AnnouncedRun | undefined> =>
  readAs(AnnouncedRun, await redis.get(names.announcement));

const inUse = (run: string, place: string) =>
  new PipelineError("locked", `The queue at ${place} is in use by another run: ${run}.`, {
    hint: "Wait until it has ended, or use another database of that Redis: its number is the end of the URL (redis://host:6379/1).",
  });

const starting = "one that is just starting";

/** Takes the lease if it is free and returns whether it was: only one of two simultaneous callers gets it. */
const takeFree = async (redis: Redis, epoch: string): Promise<boolean> =>
  (await redis.set(names.coordinator, epoch, "PX", heartbeatLife, "NX")) === "OK";

/** The directory's lock ensures that no other process runs this run: a lease it holds belongs to a dead process. */
export async function takeLease(redis: Redis, { epoch, run, place }: Lease): Promise<void> {
  const until = performance.now() + heartbeatLife + 2 * look;
  for (;;) {
    if (await takeFree(redis, epoch)) return;
    const [before, holder] = await Promise.all([announced(redis), redis.get(names.coordinator)]);
    if (before?.run === run && before.epoch === holder) {
      await redis.set(names.coordinator, epoch, "PX", heartbeatLife);
      return;
    }
    if (performance.now() > until)
      throw inUse(before?.epoch === holder ? (before?.run ?? starting) : starting, place);
    await pause(look);
  }
}

const takenOver = (run: string, place: string) =>
  new PipelineError("queue", `Another coordinator has taken over the queue at ${place}: ${run}.`, {
    hint: "The journal is kept. Run the same command again when the other run has ended.",
  });

const dataLost = (place: string) =>
  new PipelineError(
    "queue",
    `Redis at ${place} has lost the run's data: it was emptied, or restarted without its append-only file.`,
    {
      hint: "The journal is kept. Start Redis with --appendonly yes, and run the same command again.",
    },
  );

/**
 * To be called regularly, with the announcement that should be in Redis. Throws PipelineError("queue") if the lease is
 * another's, or Redis has lost it. Lease and announcement are read atomically: if Redis were emptied between two
 * reads, the second would put the announcement back, and the run would wait for rows that are gone.
 */
export async function keepLease(
  redis: Redis,
  { epoch, place }: Lease,
  announcement: string,
): Promise<void> {
  const [holder = null, text = null] = await redis.mget(names.coordinator, names.announcement);
  if (text === null) throw dataLost(place);
  const other = readAs(AnnouncedRun, text);
  if (holder !== epoch && other && other.epoch !== epoch) throw takenOver(other.run, place);
  // Anyone else with write access may have replaced it.
  if (text !== announcement) await redis.set(names.announcement, announcement, "XX");
  if (holder === epoch) await redis.pexpire(names.coordinator, heartbeatLife);
  // Redis was away for longer than a heartbeat lives. If another run takes the lease at this moment, the next look shows it.
  else await takeFree(redis, epoch);
}

/** To be called before the run is announced. PipelineError("locked") if another run took the lease meanwhile: opening a large run may take longer than a heartbeat lives. */
export async function resumeLease(redis: Redis, { epoch, place }: Lease): Promise<void> {
  if (await takeFree(redis, epoch)) return;
  if ((await redis.get(names.coordinator)) !== epoch)
    throw inUse((await announced(redis))?.run ?? starting, place);
  await redis.pexpire(names.coordinator, heartbeatLife);
}

/** Whether this run has the lease, or had it last. */
export async function hasLease(redis: Redis, { epoch }: Lease): Promise<boolean> {
  const holder = await redis.get(names.coordinator);
  return holder === epoch || (holder === null && (await announced(redis))?.epoch === epoch);
}

export async function leaveLease(redis: Redis, { epoch }: Lease): Promise<void> {
  if ((await announced(redis))?.epoch === epoch) await redis.del(names.announcement);
  if ((await redis.get(names.coordinator)) === epoch) await redis.del(names.coordinator);
}
