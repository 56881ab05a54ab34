// Runs a pipeline whose requests go through the Batch API: passes over the pipeline alternate with waits for batches.

import { basename } from "node:path";
import type { BatchProgress, WaitingFile } from "../../schemas/output/waiting.ts";
import type { RunSummary } from "../engine/runner.ts";
import type { BatchJobs } from "../llm/batch/batch-jobs.ts";

export interface BatchRun {
  /** One pass over the pipeline, with the replies that have arrived. */
  readonly runOnce: () => Promise<RunSummary>;
  readonly batches: BatchJobs;
  readonly onProgress: (progress: BatchProgress) => void;
  readonly signal: AbortSignal;
}

export interface BatchSummary {
  /** Summary of the last pass. */
  readonly summary: RunSummary;
  /** Request files whose replies rows still wait for; empty once the run is done. */
  readonly waitingFiles: readonly WaitingFile[];
}

/** Runs until no row waits, the run is stopped, or only files moved by hand are pending. */
export async function runWithBatches({
  runOnce,
  batches,
  onProgress,
  signal,
}: BatchRun): Promise<BatchSummary> {
  await batches.catchUp({ onProgress, signal });
  for (;;) {
    const summary = await runOnce();
    if (summary.waiting === 0) return { summary, waitingFiles: [] };
    if ((await batches.advance({ onProgress, signal })) !== "news")
      return { summary, waitingFiles: batches.waitingFiles() };
  }
}

const progressNote = ({ done, total }: BatchProgress) =>
  total > 0 ? `, ${done} of ${total} done` : "";
const latenessNote = (progress: BatchProgress) =>
  progress.late ? ", past the 24 hours allowed for it" : "";

/** One line on the current state of a batch. */
export function progressText(progress: BatchProgress): string {
  const { file, id, status, problem } = progress;
  const line = `${file}${id === null ? "" : ` (${id})`}: ${status}${progressNote(progress)}${latenessNote(progress)}`;
  return problem === null ? line : `${line}. ${problem} It will be tried again.`;
}

function lineOf({ file, requests, batch }: WaitingFile): string {
  if (!batch)
    return `  ${file}: ${requests} requests to move by hand: put the replies next to it as ${basename(file).replace("requests", "responses")}, or delete it if it was never sent`;
  const { id, status, endpoint } = batch;
  return `  ${file}: ${requests} requests at ${endpoint}${id === null ? "" : `, batch ${id}`}, ${status}${progressNote(batch)}${latenessNote(batch)}`;
}

/** Last lines shown for a run that waits for replies. */
export function waitingText({
  rowsWaiting,
  waiting,
}: {
  readonly rowsWaiting: number;
  readonly waiting: readonly WaitingFile[];
}): string {
  const files =
    waiting.length > 0 ? waiting.map(lineOf) : ["  None of their requests has been written yet."];
  return [
    `${rowsWaiting} rows wait for replies.`,
    ...files,
    "Batches in progress continue on their own. Run the same command again to resume the run.",
  ].join("\n");
}
