// Does one round of a run's batches: polls those under way, fetches those that have ended, submits files as room allows.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BatchProgress } from "../../../schemas/output/waiting.ts";
import { PipelineError } from "../../engine/errors.ts";
import type { BatchPoller } from "./batch-poller.ts";
import type { Job, JobsFile } from "./jobs-file.ts";
import type { ProgressBoard } from "./progress.ts";
import type { BatchService } from "./service.ts";
import {
  type SubmitContext,
  type DoubtfulJob,
  canTellFromList,
  findBatches,
  submit,
} from "./submit.ts";
import { type Clock, RetryableError, retryAfterWait } from "../limits/retry.ts";

/** Signal and progress listener of a caller that waits for batches. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BatchProgress) => void;
}

/** Number of failures in one round after which an endpoint is skipped until the next. */
const maxFailures = 3;
/** Number of nonsensical answers about a file in a row after which the run stops. */
const maxNonsenseAnswers = 5;
/** Maximum `Retry-After` that is respected, in milliseconds. */
const maxWait = 3_600_000;

const nonsenseError = (file: string, { message }: RetryableError) =>
  new PipelineError("provider", `${file}: ${message} This happened ${maxNonsenseAnswers} times.`, {
    hint: `Look at the provider's own list of batches. To request the replies of ${file} again (and pay again), delete it; then run the same command again.`,
  });

export interface Round {
  /** Whether replies or errors came. */
  hasNews: boolean;
  /** Whether anything changed that a person would want to know about. */
  hasChanged: boolean;
  /** Milliseconds that a server requires before the next request. */
  wait: number;
}

/** The batches of a run and what a round needs to work on them. */
export interface Batches {
  /** The run's `batch/` folder. */
  readonly folder: string;
  readonly jobs: JobsFile;
  readonly serviceOf: (endpoint: string) => BatchService;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly board: ProgressBoard;
  readonly poller: BatchPoller;
  /** How many times in a row each file got a nonsensical answer. */
  readonly garbledCounts: Map<string, number>;
}

/** Does one step for one file; true if it succeeded. A transient failure is reported and left for the next round. */
async function attempt(
  state: Batches,
  file: string,
  round: Round,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    state.garbledCounts.delete(file);
    return true;
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
    const garbledCount = error.code === "garbled" ? (state.garbledCounts.get(file) ?? 0) + 1 : 0;
    state.garbledCounts.set(file, garbledCount);
    if (garbledCount >= maxNonsenseAnswers) throw nonsenseError(file, error);
    round.wait = Math.max(
      round.wait,
      Math.min(maxWait, retryAfterWait(error.retryAfter, state.clock.now())),
    );
    state.board.update(file, { problem: error.message });
    return false;
  }
}

interface FileTask {
  readonly file: string;
  readonly work: () => Promise<void>;
}

// Deleting a file of requests abandons its batch.
export const hasRequestFile = ({ folder }: Batches, { file }: Job) =>
  existsSync(join(folder, file));

/** Yields what can be done now at one endpoint, in order: finished batches make room for those to be submitted. */
function* tasksAt(
  endpoint: string,
  state: Batches,
  requestedFiles: ReadonlySet<string>,
  round: Round,
  signal: AbortSignal,
): Generator<FileTask> {
  const { folder, jobs, board, clock } = state;
  const jobsAtEndpoint = () =>
    jobs.all().filter(job => job.endpoint === endpoint && hasRequestFile(state, job));
  const service = state.serviceOf(endpoint);
  const submitContext: SubmitContext = { folder, jobs, service, now: clock.now, signal };
  for (const job of jobsAtEndpoint()) {
    if (job.step !== "created") continue;
    const poll = async () => {
      if (await state.poller.poll(job, service, signal)) round.hasNews = true;
    };
    yield { file: job.file, work: poll };
  }
  const doubtfulJobs = jobsAtEndpoint().filter(
    (job): job is DoubtfulJob => job.step === "creating" && requestedFiles.has(job.file),
  );
  for (const { file } of doubtfulJobs)
    board.update(file, { status: "being searched for, since it may have been submitted already" });
  const searchableJobs = doubtfulJobs.filter(job => canTellFromList(job, clock.now()));
  const [firstJob] = searchableJobs;
  if (firstJob)
    yield { file: firstJob.file, work: () => findBatches(searchableJobs, submitContext) };
  for (const job of jobsAtEndpoint()) {
    if (job.step !== "written" || !requestedFiles.has(job.file) || state.poller.isFull(endpoint))
      continue;
    yield {
      file: job.file,
      work: () => submit(job, submitContext).then(batch => board.show(job, batch)),
    };
  }
}

/** Does a round; `requestedFiles` are the files that rows wait for. */
export async function runRound(
  state: Batches,
  requestedFiles: ReadonlySet<string>,
  { signal, onProgress }: Watch,
): Promise<Round> {
  const round: Round = { hasNews: false, hasChanged: false, wait: 0 };
  state.board.listen(progress => {
    round.hasChanged = true;
    onProgress(progress);
  });
  const isLive = (job: Job) =>
    hasRequestFile(state, job) &&
    (job.step === "created" || (job.step !== "ended" && requestedFiles.has(job.file)));
  const endpoints = new Set(
    state.jobs
      .all()
      .filter(isLive)
      .map(({ endpoint }) => endpoint),
  );
  for (const endpoint of endpoints) {
    let failures = 0;
    for (const { file, work } of tasksAt(endpoint, state, requestedFiles, round, signal)) {
      signal.throwIfAborted();
      if (!(await attempt(state, file, round, work))) failures++;
      if (failures >= maxFailures) break;
    }
  }
  return round;
}
