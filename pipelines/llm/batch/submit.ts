// Submits a file of requests exactly once: if it may already have been submitted, its batch is searched for first.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { PipelineError } from "../../engine/errors.ts";
import type { Job, JobsFile } from "./jobs-file.ts";
import type { BatchService, BatchState } from "./service.ts";
import { RetryableError } from "../limits/retry.ts";

export interface SubmitContext {
  readonly folder: string;
  readonly jobs: JobsFile;
  readonly service: BatchService;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/**
 * Submits a file. A line on disk announces its batch before it is created: a process that finds only that line must search
 * for the batch before creating another. The line is withdrawn only after a failure that certainly created nothing.
 */
export async function submit(
  { file }: Job,
  { folder, jobs, service, now, signal }: SubmitContext,
): Promise<BatchState> {
  const path = join(folder, file);
  const hash = await hashOfFile(path);
  const inputId = await service.upload(path, signal);
  signal.throwIfAborted();
  await jobs.record(file, { event: "creating", hash }, now());
  try {
    const batch = await service.create(inputId, hash);
    await jobs.record(file, { event: "created", id: batch.id }, now());
    return batch;
  } catch (error) {
    if (error instanceof RetryableError && error.maybeBilled)
      await jobs.record(file, { event: "creating", hash }, now());
    else if (
      error instanceof RetryableError ||
      (error instanceof PipelineError && error.code === "provider")
    )
      await jobs.record(file, { event: "reopened", reason: error.message }, now());
    throw error;
  }
}

export type DoubtfulJob = Extract<Job, { readonly step: "creating" }>;

/** Milliseconds. A new batch may not appear in the list at once. */
const listLag = 60_000;

/** Whether enough time has passed to conclude that a batch missing from the list does not exist. */
export const canTellFromList = ({ at }: DoubtfulJob, now: number): boolean => now - at >= listLag;

// Nothing was done or billed: adopting such a batch would achieve nothing.
const isEmpty = ({ status, succeeded }: BatchState) =>
  status === "failed" || ((status === "expired" || status === "cancelled") && succeeded === 0);

const unknownSubmissionError = (files: readonly string[], { message }: PipelineError) =>
  new PipelineError(
    "provider",
    `Cannot find out whether ${files.join(", ")} was submitted before the last stop: ${message}`,
    {
      hint: `Look at the provider's own list of batches. If the batch is there, put its output next to the file as responses-N.jsonl. If not, delete the file: its requests are then written again. Then run the same command again.`,
    },
  );

/** Finds the batches of files that may have been submitted, by each batch's hash; a file without a batch may be submitted again. */
export async function findBatches(
  doubtfulJobs: readonly DoubtfulJob[],
  { jobs, service, now, signal }: SubmitContext,
): Promise<void> {
  const fileByHash = new Map(doubtfulJobs.map(({ hash, file }) => [hash, file]));
  try {
    for await (const batch of service.list(signal)) {
      const file = batch.hash === null ? undefined : fileByHash.get(batch.hash);
      if (file === undefined || batch.hash === null || jobs.hasBatch(batch.id) || isEmpty(batch))
        continue;
      await jobs.record(file, { event: "created", id: batch.id }, now());
      fileByHash.delete(batch.hash);
    }
  } catch (error) {
    throw error instanceof PipelineError && error.code === "provider"
      ? unknownSubmissionError(
          [...fileByHash.values()].map(file => basename(file)),
          error,
        )
      : error;
  }
  for (const file of fileByHash.values())
    await jobs.record(file, { event: "reopened", reason: "no batch was created for it" }, now());
}
