// Takes a run's request files through the Batch API: submits, polls and fetches in rounds, and may be stopped at any time.

import { basename } from "node:path";
import type { WaitingFile } from "../../../schemas/output/waiting.ts";
import { createBatchPoller } from "./batch-poller.ts";
import { recordMissing } from "./fetch-replies.ts";
import type { Admit, BatchFiles, Wave } from "./batch-files.ts";
import type { JobsFile } from "./jobs-file.ts";
import { createProgressBoard } from "./progress.ts";
import { type Batches, runRound, hasRequestFile, type Watch } from "./rounds.ts";
import type { BatchService } from "./service.ts";
import { type Clock, systemClock } from "../limits/retry.ts";

export interface BatchJobsOptions {
  /** The run's `batch/` folder. */
  readonly folder: string;
  readonly files: BatchFiles;
  readonly jobs: JobsFile;
  readonly serviceOf: (endpoint: string) => BatchService;
  /** Milliseconds between two polls; up to ten times as long while nothing changes. */
  readonly pollEvery?: number;
  readonly admit?: Admit | undefined;
  /** Receives the keys of requests that got no reply and so cost nothing; after a stop, possibly the same keys again. */
  readonly release?: ((keys: readonly string[]) => Promise<void>) | undefined;
  readonly clock?: Pick<Clock, "now" | "sleep">;
}

export interface BatchJobs {
  /** Fetches the batches that ended since the last run, without waiting. */
  catchUp(watch: Watch): Promise<void>;
  /**
   * Called after a pass of the pipeline: writes and submits the parked requests, and waits. "news": replies or errors
   * came, and the pipeline can continue; "nothing": no batch is under way for the requests still open; "stopped": the
   * signal aborted.
   */
  advance(watch: Watch): Promise<"news" | "nothing" | "stopped">;
  /** The files that rows of the last pass wait for. */
  waitingFiles(): readonly WaitingFile[];
}

/** Factor by which the time between polls grows while nothing changes, and its maximum. */
const pollGrowth = 1.2;
const maxPollGrowth = 10;

interface State extends BatchJobsOptions, Batches {
  readonly pollEvery: number;
  readonly clock: Batches["clock"];
  wave: Wave;
}

const fileNamesOf = ({ writtenFiles, waitingFiles }: Wave) =>
  [...writtenFiles, ...waitingFiles].map(({ file }) => basename(file));

/** Reopens the requests of finished batches whose replies were deleted by hand; true if there are any. */
function reopenDeleted({ folder, jobs }: State, requestedFiles: ReadonlySet<string>): boolean {
  const finishedFiles = [...requestedFiles].filter(file => jobs.find(file)?.step === "ended");
  return finishedFiles
    .map(file => recordMissing(folder, file).addedCount)
    .some(addedCount => addedCount > 0);
}

async function advance(state: State, watch: Watch): Promise<"news" | "nothing"> {
  const { files, jobs, clock, pollEvery } = state;
  watch.signal.throwIfAborted();
  state.wave = await files.writeWave(state.admit);
  const requestedFiles = new Set(fileNamesOf(state.wave));
  for (const file of requestedFiles) state.board.start(jobs.find(file));
  const isLive = (file: string) => {
    const job = jobs.find(file);
    return job !== undefined && job.step !== "ended" && hasRequestFile(state, job);
  };
  let hasNews = reopenDeleted(state, requestedFiles);
  for (let idleRounds = 0; !hasNews; idleRounds++) {
    if (![...requestedFiles].some(isLive)) return "nothing";
    const round = await runRound(state, requestedFiles, watch);
    hasNews = round.hasNews;
    if (hasNews) break;
    if (round.hasChanged) idleRounds = 0;
    await clock.sleep(
      Math.max(round.wait, pollEvery * Math.min(maxPollGrowth, pollGrowth ** idleRounds)),
      watch.signal,
    );
  }
  files.refresh();
  return "news";
}

/** Returns "stopped" if the signal aborts, which is not an error: batches under way continue without this process. */
async function orStopped<T>({ signal }: Watch, work: () => Promise<T>): Promise<T | "stopped"> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted && error === signal.reason) return "stopped";
    throw error;
  }
}

/** Opens the batches of one run. Throws PipelineError if a person must act; nothing journaled is lost then. */
export function openBatchJobs(options: BatchJobsOptions): BatchJobs {
  const { clock = systemClock, pollEvery = 30_000, jobs } = options;
  const board = createProgressBoard(clock.now);
  const poller = createBatchPoller({ ...options, clock, pollEvery, board });
  const state: State = {
    ...options,
    clock,
    pollEvery,
    board,
    poller,
    garbledCounts: new Map(),
    wave: { writtenFiles: [], waitingFiles: [] },
  };
  return {
    catchUp: async watch => {
      for (const job of jobs.all()) board.start(job);
      await orStopped(watch, () => runRound(state, new Set(), watch));
      options.files.refresh();
    },
    advance: watch => orStopped(watch, () => advance(state, watch)),
    waitingFiles: () =>
      [...state.wave.writtenFiles, ...state.wave.waitingFiles].map(({ file, requests }) => ({
        file,
        requests,
        batch: jobs.find(basename(file)) ? board.progressOf(basename(file)) : null,
      })),
  };
}
