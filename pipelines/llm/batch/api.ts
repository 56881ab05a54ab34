// Takes a run's request files through the Batch API: submits, polls and fetches in rounds, and survives stops in between.

import { basename } from "node:path";
import type { WaitingFile } from "../../../schemas/output/waiting.ts";
import { finishing } from "./batch-state.ts";
import { fillIn } from "./fetch.ts";
import type { Admit, BatchFiles, Wave } from "./files.ts";
import type { JobsFile } from "./jobs.ts";
import { progressBoard } from "./progress.ts";
import { type Batches, goRound, isThere, type Watch } from "./rounds.ts";
import type { BatchService } from "./service.ts";
import { type Clock, systemClock } from "../limits/retry.ts";

export interface BatchJobsOptions {
  /** The run's `batch/`. */
  readonly folder: string;
  readonly files: BatchFiles;
  readonly jobs: JobsFile;
  readonly serviceOf: (endpoint: string) => BatchService;
  /** Milliseconds between two polls; up to ten times as long while nothing changes. */
  readonly pollEvery?: number;
  readonly admit?: Admit | undefined;
  /** Receives the keys of requests that got no reply and so cost nothing; called again after a stop in between. */
  readonly release?: ((keys: readonly string[]) => Promise<void>) | undefined;
  readonly clock?: Pick<Clock, "now" | "sleep">;
}

export interface BatchJobs {
  /** Fetches the batches that ended since the last run, without waiting. */
  catchUp(watch: Watch): Promise<void>;
  /**
   * Called after a pass of the pipeline: writes and submits the parked requests, and waits. "news": replies or errors
   * came, and the pipeline can go on; "nothing": no batch is under way for the requests still open; "stopped": by the signal.
   */
  advance(watch: Watch): Promise<"news" | "nothing" | "stopped">;
  /** The files that the last pass's rows wait for. */
  waiting(): readonly WaitingFile[];
}

const growth = 1.2;
const maxGrowth = 10;
interface State extends BatchJobsOptions, Batches {
  readonly pollEvery: number;
  readonly clock: Batches["clock"];
  wave: Wave;
}

const filesOf = ({ written, waiting }: Wave) =>
  [...written, ...waiting].map(({ file }) => basename(file));

/** Reopens the requests of finished batches whose replies have been deleted by hand. */
function reopenDeleted({ folder, jobs }: State, wanted: ReadonlySet<string>): boolean {
  const over = [...wanted].filter(file => jobs.find(file)?.step === "ended");
  return over.map(file => fillIn(folder, file).filled).some(filled => filled > 0);
}

async function advance(state: State, watch: Watch): Promise<"news" | "nothing"> {
  const { files, jobs, clock, pollEvery } = state;
  watch.signal.throwIfAborted();
  state.wave = await files.writeWave(state.admit);
  const wanted = new Set(filesOf(state.wave));
  for (const file of wanted) state.board.start(jobs.find(file));
  const isLive = (file: string) => {
    const job = jobs.find(file);
    return job !== undefined && job.step !== "ended" && isThere(state, job);
  };
  let news = reopenDeleted(state, wanted);
  for (let idle = 0; !news; idle++) {
    if (![...wanted].some(isLive)) return "nothing";
    const round = await goRound(state, wanted, watch);
    news = round.news;
    if (news) break;
    if (round.moved) idle = 0;
    await clock.sleep(
      Math.max(round.wait, pollEvery * Math.min(maxGrowth, growth ** idle)),
      watch.signal,
    );
  }
  files.refresh();
  return "news";
}

/** A stop is not an error here: batches under way go on without us. */
async function orStopped<T>({ signal }: Watch, work: () => Promise<T>): Promise<T | "stopped"> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted && error === signal.reason) return "stopped";
    throw error;
  }
}

/** Opens the batches of one run. Throws PipelineError if a person must act; nothing journaled is lost by that. */
export function openBatchJobs(options: BatchJobsOptions): BatchJobs {
  const { clock = systemClock, pollEvery = 30_000, jobs } = options;
  const board = progressBoard(clock.now);
  const finish = finishing({ ...options, clock, pollEvery, board });
  const state: State = {
    ...options,
    clock,
    pollEvery,
    board,
    finish,
    garbled: new Map(),
    wave: { written: [], waiting: [] },
  };
  return {
    catchUp: async watch => {
      for (const job of jobs.all()) board.start(job);
      await orStopped(watch, () => goRound(state, new Set(), watch));
      options.files.refresh();
    },
    advance: watch => orStopped(watch, () => advance(state, watch)),
    waiting: () =>
      [...state.wave.written, ...state.wave.waiting].map(({ file, requests }) => ({
        file,
        requests,
        batch: jobs.find(basename(file)) ? board.of(basename(file)) : null,
      })),
  };
}
