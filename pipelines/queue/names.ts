// What the queue's things are called in Redis.

import { hashOf } from "../engine/fingerprint.ts";

/** Milliseconds after which a worker that has not been heard of is not listed any more, and a coordinator's place is free. */
export const heartbeatLife = 10_000;
/** Milliseconds between two heartbeats. */
export const heartbeatPause = 1000;

/** Seconds for which replies to a run wait that nobody goes on with. */
export const longestWait = 90 * 24 * 3600;

const root = "ragwright";

/** A run in keys and file names: what it is called is a path. */
export const runKey = (run: string): string => hashOf(run).slice(0, 12);

export const names = {
  /** BullMQ's own keys. */
  rowsPrefix: `${root}:bull`,
  /** The queue of an epoch's rows. */
  rows: (epoch: string) => `rows-${epoch}`,
  /** Set of epochs whose queues may still be there. */
  epochs: `${root}:epochs`,
  /** The announcement of the run that goes on. */
  announcement: `${root}:run`,
  /** The coordinator's place: its epoch, gone when it has not been heard of. */
  coordinator: `${root}:coordinator`,
  /** Stream of all workers' posts about a run. It waits for the run's next start. */
  toCoordinator: (run: string) => `${root}:to-coordinator:${run}`,
  /** Stream of posts to one worker. */
  toWorker: (worker: string) => `${root}:to-worker:${worker}`,
  /** Set of workers' ids. */
  workers: `${root}:workers`,
  /** A worker's heartbeat. */
  worker: (worker: string) => `${root}:worker:${worker}`,
  /** Hash: the calls that a run's workers were let make and that have not ended, by key. */
  flights: (run: string) => `${root}:flights:${run}`,
  /** Bytes by the hash of what they hold. */
  blob: (hash: string) => `${root}:blob:${hash}`,
  /** Hash: a looked-up artifact's blobs in turn, by `artifact hash`. */
  tables: `${root}:tables`,
  /** Set of the blobs that a run put there. */
  blobs: `${root}:blobs`,
} as const;
