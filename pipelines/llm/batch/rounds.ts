// One round over a run's batches: polls those under way, fetches those that ended, submits what there is room for.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BatchProgress } from "../../../schemas/output/waiting.ts";
import { PipelineError } from "../../engine/errors.ts";
import type { Finish } from "./batch-state.ts";
import type { Job, JobsFile } from "./jobs.ts";
import type { Board } from "./progress.ts";
import type { BatchService } from "./service.ts";
import { type Counter, type Doubtful, isRipe, lookUp, submit } from "./submit.ts";
import { type Clock, RetryableError, retryAfterWait } from "../limits/retry.ts";

/** Signal and progress listener of whoever waits for batches. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BatchProgress) => void;
}

/** Failures in one round after which an endpoint is left alone until the next. */
const maxFailures = 3;
/** Times that an endpoint may give a senseless answer about a file before the run stops. */
const maxNonsense = 5;
/** Milliseconds: the longest `Retry-After` that is respected. */
const maxWait = 3_600_000;

const nonsense = (file: string, { message }: RetryableError) =>
  new PipelineError("provider", `${file}: ${message} This happened ${maxNonsense} times.`, {
    hint: `Look at the provider's own list of batches. To request the replies of ${file} again (and pay again), delete it; then run the same command again.`,
  });

export interface Round {
  /** Whether replies or errors came. */
  news: boolean;
  /** Whether anything changed that a person would want to know about. */
  moved: boolean;
  /** Milliseconds that a server wants before the next request. */
  wait: number;
}

/** The batches of a run and what a round needs to work on them. */
export interface Batches {
  /** The run's `batch/`. */
  readonly folder: string;
  readonly jobs: JobsFile;
  readonly serviceOf: (endpoint: string) => BatchService;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly board: Board;
  readonly finish: Finish;
  /** How often in a row a file got a senseless answer. */
  readonly garbled: Map<string, number>;
}

/** One step for one file. A transient failure is reported and left for the next round; true if the step succeeded. */
async function attempt(
  state: Batches,
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
    if (garbled >= maxNonsense) throw nonsense(file, error);
    round.wait = Math.max(
      round.wait,
      Math.min(maxWait, retryAfterWait(error.retryAfter, state.clock.now())),
    );
    state.board.tell(file, { problem: error.message });
    return false;
  }
}

interface Task {
  readonly file: string;
  readonly work: () => Promise<void>;
}

// Deleting a file of requests gives up its batch.
export const isThere = ({ folder }: Batches, { file }: Job) => existsSync(join(folder, file));

/** Yields what can be done now at one endpoint, in order: finished batches make room for those to be submitted. */
function* tasksAt(
  endpoint: string,
  state: Batches,
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

export async function goRound(
  state: Batches,
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
      if (failures >= maxFailures) break;
    }
  }
  return round;
}
