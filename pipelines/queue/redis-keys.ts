// Names of the queue's keys in Redis, and how long heartbeats and posts are valid.

import { hashOf } from "../engine/fingerprint.ts";

/** Milliseconds for which a heartbeat is valid; afterwards a worker counts as silent, and a coordinator's lease is free. */
export const heartbeatLife = 10_000;
/** Milliseconds between two heartbeats. */
export const heartbeatPause = 1000;

/** Seconds for which replies are kept for a run that is not resumed. */
export const postLifetime = 90 * 24 * 3600;

const root = "ragwright";

/** Short hash of a run for keys and file names: its name is a path. */
export const runKey = (run: string): string => hashOf(run).slice(0, 12);

export const redisKeys = {
  /** BullMQ's own keys. */
  rowsPrefix: `${root}:bull`,
  /** The queue of an epoch's rows. */
  rows: (epoch: string) => `rows-${epoch}`,
  /** Set of epochs whose queues may still exist. */
  epochs: `${root}:epochs`,
  /** The announcement of the current run. */
  announcement: `${root}:run`,
  /** The coordinator's lease: its epoch; expires without heartbeats. */
  coordinator: `${root}:coordinator`,
  /** Stream of all workers' messages about a run; kept until the run is next started. */
  toCoordinator: (run: string) => `${root}:to-coordinator:${run}`,
  /** Stream of posts to one worker. */
  toWorker: (worker: string) => `${root}:to-worker:${worker}`,
  /** Set of workers' ids. */
  workers: `${root}:workers`,
  /** A worker's heartbeat. */
  worker: (worker: string) => `${root}:worker:${worker}`,
  /** Hash: the permitted calls of a run's workers that have not ended, by key. */
  flights: (run: string) => `${root}:flights:${run}`,
  /** Bytes by the hash of their content. */
  blob: (hash: string) => `${root}:blob:${hash}`,
  /** Hash: the blobs of a looked-up artifact in order, by `artifact hash`. */
  tables: `${root}:tables`,
  /** Set of the blobs that a run has stored. */
  blobs: `${root}:blobs`,
} as const;
