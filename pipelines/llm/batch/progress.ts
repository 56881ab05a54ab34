// How each batch stands, told when a person would see a difference.

import type { BatchProgress } from "../../../schemas/output/waiting.ts";
import type { Job } from "./jobs.ts";
import type { BatchState } from "./service.ts";

export interface Board {
  /** Puts a file on the board, if it is not there; says nothing. */
  start(job: Job | undefined): void;
  tell(file: string, change: Partial<BatchProgress>): void;
  /** Tells what the provider says. */
  show(job: Job, batch: BatchState): void;
  of(file: string): BatchProgress | null;
  listen(onProgress: (progress: BatchProgress) => void): void;
}

/** Milliseconds; an hour for clocks that differ, and for a batch that is being wound up. */
const allowed = 25 * 3_600_000;

// A line for each tenth at most.
const seen = ({ id, status, done, total, late, problem }: BatchProgress) =>
  JSON.stringify([id, status, Math.floor((10 * done) / Math.max(1, total)), late, problem]);

const opening = (job: Job): BatchProgress => ({
  file: job.file,
  endpoint: job.endpoint,
  id: job.step === "created" ? job.id : null,
  status: {
    written: "to be submitted",
    creating: "being submitted",
    created: "submitted",
    ended: "ended",
  }[job.step],
  done: 0,
  total: 0,
  late: false,
  problem: null,
});

export function progressBoard(now: () => number): Board {
  const board = new Map<string, BatchProgress>();
  let told: (progress: BatchProgress) => void = () => undefined;
  const tell: Board["tell"] = (file, change) => {
    const before = board.get(file);
    if (!before) return;
    const after = { ...before, ...change };
    board.set(file, after);
    if (seen(after) !== seen(before)) told(after);
  };
  const start: Board["start"] = job => {
    if (job && !board.has(job.file)) board.set(job.file, opening(job));
  };
  return {
    start,
    tell,
    show: (job, { id, told: status, done, total, status: kind }) => {
      start(job);
      const late = kind === "under-way" && job.step === "created" && now() - job.at > allowed;
      tell(job.file, { id, status, done, total, late, problem: null });
    },
    of: file => board.get(file) ?? null,
    listen: onProgress => {
      told = onProgress;
    },
  };
}
