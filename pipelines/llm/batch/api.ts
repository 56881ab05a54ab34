// Carries a run's request files through the Batch API: submits, polls and fetches in rounds, whatever stops it in between.

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PipelineError } from "../../engine/errors.ts";
import { type Finish, finishing } from "./ends.ts";
import { fillIn } from "./fetch.ts";
import type { Admit, BatchFiles, Wave } from "./files.ts";
import type { Job, JobsFile } from "./jobs.ts";
import { type Board, type BatchProgress, progressBoard } from "./progress.ts";
import type { BatchService } from "./service.ts";
import { type Counter, type Doubtful, isRipe, lookUp, submit } from "./submit.ts";
import { type Clock, RetryableError, retryAfterWait } from "../limits/retry.ts";

/** Who waits for batches: told what changes, and able to stop. */
interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BatchProgress) => void;
}

/** A file of requests for whose replies rows wait. */
export interface WaitingFile {
  readonly file: string;
  /** Requests of this run in it. */
  readonly requests: number;
  /** How its batch stands; null where a person carries the file. */
  readonly batch: BatchProgress | null;
}

export interface BatchJobsOptions {
  /** The run's `batch/`. */
  readonly folder: string;
  readonly files: BatchFiles;
  readonly jobs: JobsFile;
  readonly serviceOf: (endpoint: string) => BatchService;
  /** Milliseconds between two looks at batches that are about to end; where nothing changes, up to ten times as long. */
  readonly pollEvery?: number;
  readonly admit?: Admit | undefined;
  /** Told the keys of requests that came to no reply and so cost nothing; told again where a stop came in between. */
  readonly release?: ((keys: readonly string[]) => Promise<void>) | undefined;
  readonly clock?: Pick<Clock, "now" | "sleep">;
}

export interface BatchJobs {
  /** Fetches what ended since the last run, and waits for nothing. */
  catchUp(watch: Watch): Promise<void>;
  /**
   * Called after a pass of the pipeline: writes and submits what it parked, and waits. "news": replies or errors came,
   * and the pipeline can go on; "nothing": no batch is under way for what is still waited for; "stopped": by the signal.
   */
  advance(watch: Watch): Promise<"news" | "nothing" | "stopped">;
  /** For which files the last pass's rows wait. */
  waiting(): readonly WaitingFile[];
}

const systemClock: Pick<Clock, "now" | "sleep"> = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, { signal: AbortSignal.any([signal]) }).catch(() =>
      signal.throwIfAborted(),
    ),
};

/** Failures in one round after which an endpoint is left alone until the next. */
const mostFailures = 3;
/** Times that an endpoint may say what makes no sense about a file before the run stops. */
const mostNonsense = 5;
const growth = 1.2;
const longestGrowth = 10;
/** Milliseconds for which a server's wish to be left alone is followed. */
const longestWait = 3_600_000;

const nonsense = (file: string, { message }: RetryableError) =>
  new PipelineError("provider", `${file}: ${message} So it was ${mostNonsense} times.`, {
    hint: `Look at the provider's own page of batches. To ask for the replies of ${file} anew (and pay anew), delete it; then type the same command again.`,
  });

interface Round {
  /** Whether replies or errors came. */
  news: boolean;
  /** Whether anything changed that a person would want to know. */
  moved: boolean;
  /** Milliseconds that a server asks for before it is asked again. */
  wait: number;
}

interface State extends BatchJobsOptions {
  readonly pollEvery: number;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly board: Board;
  readonly finish: Finish;
  /** How often in a row a file met an answer that makes no sense. */
  readonly garbled: Map<string, number>;
  wave: Wave;
}

/** One step for one file. A failure that may pass is told and left for the next round; true if it went well. */
async function attempt(
  state: State,
  file: string,
  round: Round,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    state.garbled.delete(file);
    return true;
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
    const garbled = error.code === "garbled" ? (state.garbled.get(file) ?? 0) + 1 : 0;
    state.garbled.set(file, garbled);
    if (garbled >= mostNonsense) throw nonsense(file, error);
    round.wait = Math.max(
      round.wait,
      Math.min(longestWait, retryAfterWait(error.retryAfter, state.clock.now())),
    );
    state.board.tell(file, { problem: error.message });
    return false;
  }
}

interface Task {
  readonly file: string;
  readonly work: () => Promise<void>;
}

// Who deletes a file of requests gives its batch up.
const isThere = ({ folder }: State, { file }: Job) => existsSync(join(folder, file));

/** What can be done now at one endpoint, in order: what ended makes room for what is to be submitted. */
function* tasksAt(
  endpoint: string,
  state: State,
  wanted: ReadonlySet<string>,
  round: Round,
  signal: AbortSignal,
): Generator<Task> {
  const { folder, jobs, board, clock, finish } = state;
  const at = () => jobs.all().filter(job => job.endpoint === endpoint && isThere(state, job));
  const service = state.serviceOf(endpoint);
  const counter: Counter = { folder, jobs, service, now: clock.now, signal };
  for (const job of at()) {
    if (job.step !== "created") continue;
    const look = async () => {
      if (await finish.look(job, service, signal)) round.news = true;
    };
    yield { file: job.file, work: look };
  }
  const doubtful = at().filter(
    (job): job is Doubtful => job.step === "creating" && wanted.has(job.file),
  );
  for (const { file } of doubtful)
    board.tell(file, { status: "looked for, since it may have been submitted already" });
  const ripe = doubtful.filter(job => isRipe(job, clock.now()));
  const [first] = ripe;
  if (first) yield { file: first.file, work: () => lookUp(ripe, counter) };
  for (const job of at()) {
    if (job.step !== "written" || !wanted.has(job.file) || finish.isFull(endpoint)) continue;
    yield {
      file: job.file,
      work: () => submit(job, counter).then(batch => board.show(job, batch)),
    };
  }
}

async function goRound(
  state: State,
  wanted: ReadonlySet<string>,
  { signal, onProgress }: Watch,
): Promise<Round> {
  const round: Round = { news: false, moved: false, wait: 0 };
  state.board.listen(progress => {
    round.moved = true;
    onProgress(progress);
  });
  const isLive = (job: Job) =>
    isThere(state, job) &&
    (job.step === "created" || (job.step !== "ended" && wanted.has(job.file)));
  const endpoints = new Set(
    state.jobs
      .all()
      .filter(isLive)
      .map(({ endpoint }) => endpoint),
  );
  for (const endpoint of endpoints) {
    let failures = 0;
    for (const { file, work } of tasksAt(endpoint, state, wanted, round, signal)) {
      signal.throwIfAborted();
      if (!(await attempt(state, file, round, work))) failures++;
      if (failures >= mostFailures) break;
    }
  }
  return round;
}

const filesOf = ({ written, waiting }: Wave) =>
  [...written, ...waiting].map(({ file }) => basename(file));

/** Of a batch that is over, replies may have been deleted by hand: their requests are opened again. */
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
      Math.max(round.wait, pollEvery * Math.min(longestGrowth, growth ** idle)),
      watch.signal,
    );
  }
  files.refresh();
  return "news";
}

/** A stop is no error here: what is under way goes on without us. */
async function orStopped<T>({ signal }: Watch, work: () => Promise<T>): Promise<T | "stopped"> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted && error === signal.reason) return "stopped";
    throw error;
  }
}

/** The batches of one run. Errors: PipelineError for what a person must see to; nothing that was journaled is lost by it. */
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
