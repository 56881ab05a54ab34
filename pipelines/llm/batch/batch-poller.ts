// Polls a batch and acts on its state: waits, fetches its replies, reopens its file, or stops the run.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../../engine/errors.ts";
import { fetchReplies } from "./fetch-replies.ts";
import type { BatchFiles } from "./batch-files.ts";
import type { Job, JobsFile } from "./jobs-file.ts";
import type { ProgressBoard } from "./progress.ts";
import { requestKeys, waveOf } from "./responses.ts";
import type { BatchService, BatchState } from "./service.ts";
import type { Clock } from "../limits/retry.ts";

interface PollerParts {
  readonly folder: string;
  readonly files: Pick<BatchFiles, "fileOf">;
  readonly jobs: JobsFile;
  readonly board: ProgressBoard;
  readonly pollEvery: number;
  readonly clock: Pick<Clock, "now">;
  readonly release?: ((keys: readonly string[]) => Promise<void>) | undefined;
}

type CreatedJob = Extract<Job, { readonly step: "created" }>;

export interface BatchPoller {
  /** Polls a batch and does what its state requires; true if it has ended and its replies have been fetched. */
  poll(job: CreatedJob, service: BatchService, signal: AbortSignal): Promise<boolean>;
  /** Whether the account's queue at an endpoint was full a short time ago. */
  isFull(endpoint: string): boolean;
}

/** Number of batches in a row without a result for the same requests after which the run stops to ask the user. */
const maxEmptyBatches = 3;
/** Maximum polls of a batch that claims to have replies but does not yet name their file. */
const maxPollsWithoutFile = 5;
/** Maximum times that a file may exceed the account's queue while this run has nothing else in it. */
const maxRefusals = 30;
/** Milliseconds for which files are held back after a refusal, at most. */
const maxHoldTime = 600_000;

/** Number of batches in a row, ending with this file's, that returned nothing for its requests. */
function emptyBatchesInARow({ folder, jobs }: PollerParts, file: string): number {
  const keysIn = (name: string) =>
    existsSync(join(folder, name)) ? [...requestKeys(join(folder, name))] : [];
  const keys = new Set(keysIn(file));
  const ended = jobs.all().filter(job => job.step === "ended" && waveOf(job.file) <= waveOf(file));
  let count = 0;
  for (const job of ended.sort((a, b) => waveOf(b.file) - waveOf(a.file))) {
    if (job.step !== "ended" || !keysIn(job.file).some(key => keys.has(key))) continue;
    if (job.done > 0) break;
    count++;
  }
  return count;
}

const noResultError = ({ file, endpoint }: Job, count: number) =>
  new PipelineError(
    "provider",
    `${file}: ${count} batches in a row at ${endpoint} ended without a result for these requests.`,
    {
      hint: "Nothing was billed for them. Check with the provider whether batches of this model are held up or were cancelled. The same command submits them again; without --batch they are sent online.",
    },
  );

const reasonsOf = ({ problems }: BatchState) =>
  problems.length === 0
    ? "no reason was given"
    : problems
        .slice(0, 5)
        .map(
          ({ code, message, line }) => `${line === null ? "" : `line ${line}: `}${message || code}`,
        )
        .join("; ");

const refusalError = ({ file, endpoint }: Job, batch: BatchState) =>
  new PipelineError(
    "provider",
    `${endpoint} refused ${file} as a whole (batch ${batch.id}): ${reasonsOf(batch)}`,
    {
      hint: `None of it was billed. Fix what the message names (the account, the model's name, its settings) and run the same command again: the file is submitted again. If you change settings, delete ${file} first; the requests still needed are then written again.`,
    },
  );

const queueError = ({ file, endpoint }: Job, batch: BatchState) =>
  new PipelineError(
    "provider",
    `${endpoint} has no room for ${file} in the account's queue of batches: ${reasonsOf(batch)}`,
    {
      hint: "Other batches of the account may fill it: wait for them or cancel them, then run the same command again. Or request a larger queue, or send the requests online, without --batch.",
    },
  );

const isQueueFull = ({ problems }: BatchState) =>
  problems.length > 0 && problems.every(({ code }) => code === "token_limit_exceeded");

/** Holds back files that did not fit into the account's queue until other batches have ended, or for a while. */
function createQueueHolds({ jobs, board, clock, pollEvery }: PollerParts) {
  const holds = new Map<string, { readonly until: number; readonly refusals: number }>();
  return {
    isFull: (endpoint: string) => clock.now() < (holds.get(endpoint)?.until ?? 0),
    free: (endpoint: string) => holds.delete(endpoint),
    hold: (job: Job, batch: BatchState) => {
      const { endpoint, file } = job;
      const isAlone = !jobs
        .all()
        .some(other => other.step === "created" && other.endpoint === endpoint);
      const refusals = (holds.get(endpoint)?.refusals ?? 0) + (isAlone ? 1 : 0);
      if (refusals > maxRefusals) throw queueError(job, batch);
      holds.set(endpoint, {
        refusals,
        until: clock.now() + Math.min(maxHoldTime, pollEvery * 2 ** refusals),
      });
      board.update(file, {
        status: "waits for room in the account's queue",
        id: null,
        problem: null,
      });
    },
  };
}

export function createBatchPoller(parts: PollerParts): BatchPoller {
  const { folder, files, jobs, board, clock, release } = parts;
  const queueHolds = createQueueHolds(parts);
  const pollsWithoutFile = new Map<string, number>();
  const isOver = ({ id, status, succeeded, outputFile }: BatchState) => {
    if (status === "under-way") return false;
    if (succeeded === 0 || outputFile !== null) return true;
    pollsWithoutFile.set(id, (pollsWithoutFile.get(id) ?? 0) + 1);
    return (pollsWithoutFile.get(id) ?? 0) > maxPollsWithoutFile;
  };
  const handleRefusal = async (job: Job, batch: BatchState) => {
    const reason = reasonsOf(batch).slice(0, 500);
    await jobs.record(job.file, { event: "reopened", reason }, clock.now());
    if (!isQueueFull(batch)) throw refusalError(job, batch);
    queueHolds.hold(job, batch);
  };
  const fetchEnded = async (
    job: Job,
    batch: BatchState,
    service: BatchService,
    signal: AbortSignal,
  ) => {
    const { file } = job;
    const { done, unanswered } = await fetchReplies({ folder, file }, batch, service, signal);
    // If the file is fetched again after a stop, its requests may already be in a later one, and may cost something there.
    await release?.(unanswered.filter(key => files.fileOf(key) === file));
    await jobs.record(file, { event: "ended", status: batch.providerStatus, done }, clock.now());
    queueHolds.free(job.endpoint);
    const emptyCount = done === 0 ? emptyBatchesInARow(parts, file) : 0;
    if (emptyCount > 0 && emptyCount % maxEmptyBatches === 0) throw noResultError(job, emptyCount);
  };
  return {
    isFull: queueHolds.isFull,
    poll: async (job, service, signal) => {
      const batch = await service.retrieve(job.id, signal);
      if (batch.status === "failed") {
        await handleRefusal(job, batch);
        return false;
      }
      const isDone = isOver(batch);
      if (isDone) await fetchEnded(job, batch, service, signal);
      board.show(job, batch);
      return isDone;
    },
  };
}
