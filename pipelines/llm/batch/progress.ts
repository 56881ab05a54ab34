// Tracks the progress of each batch, and reports it whenever a person would see a difference.

import type { BatchProgress } from "../../../schemas/output/waiting.ts";
import type { Job } from "./jobs-file.ts";
import type { BatchState } from "./service.ts";

export interface ProgressBoard {
  /** Adds a file that is not on the board yet, without a report. */
  start(job: Job | undefined): void;
  /** Changes a file's progress, and reports it if the difference would be visible. */
  update(file: string, change: Partial<BatchProgress>): void;
  /** Shows what the provider reports. */
  show(job: Job, batch: BatchState): void;
  progressOf(file: string): BatchProgress | null;
  listen(onProgress: (progress: BatchProgress) => void): void;
}

/** Milliseconds after which a batch is late: a day, plus an hour for clock differences and the batch's completion. */
const maxDuration = 25 * 3_600_000;

// Progress is reported at most once per tenth of the requests.
const visiblePart = ({ id, status, done, total, late, problem }: BatchProgress) =>
  JSON.stringify([id, status, Math.floor((10 * done) / Math.max(1, total)), late, problem]);

const initialProgress = (job: Job): BatchProgress => ({
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

export function createProgressBoard(now: () => number): ProgressBoard {
  const board = new Map<string, BatchProgress>();
  let listener: (progress: BatchProgress) => void = () => undefined;
  const update: ProgressBoard["update"] = (file, change) => {
    const current = board.get(file);
    if (!current) return;
    const updated = { ...current, ...change };
    board.set(file, updated);
    if (visiblePart(updated) !== visiblePart(current)) listener(updated);
  };
  const start: ProgressBoard["start"] = job => {
    if (job && !board.has(job.file)) board.set(job.file, initialProgress(job));
  };
  return {
    start,
    update,
    show: (job, { id, providerStatus: status, done, total, status: kind }) => {
      start(job);
      const late = kind === "under-way" && job.step === "created" && now() - job.at > maxDuration;
      update(job.file, { id, status, done, total, late, problem: null });
    },
    progressOf: file => board.get(file) ?? null,
    listen: onProgress => {
      listener = onProgress;
    },
  };
}
