// The progress of each batch, reported when a person would see a difference.

import type { BatchProgress } from "../../../schemas/output/waiting.ts";
import type { Job } from "./jobs.ts";
import type { BatchState } from "./service.ts";

export interface Board {
  /** Puts a file on the board, if it is not there yet, without a report. */
  start(job: Job | undefined): void;
  tell(file: string, change: Partial<BatchProgress>): void;
  /** Shows what the provider reports. */
  show(job: Job, batch: BatchState): void;
  of(file: string): BatchProgress | null;
  listen(onProgress: (progress: BatchProgress) => void): void;
}

/** Milliseconds; includes an hour for clock differences and for a batch that is being completed. */
const allowed = 25 * 3_600_000;

// At most one line per tenth.
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
  let listener: (progress: BatchProgress) => void = () => undefined;
  const tell: Board["tell"] = (file, change) => {
    const before = board.get(file);
    if (!before) return;
    const after = { ...before, ...change };
    board.set(file, after);
    if (seen(after) !== seen(before)) listener(after);
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
      listener = onProgress;
    },
  };
}
