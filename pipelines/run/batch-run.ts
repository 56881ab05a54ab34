// A run whose requests go through the Batch API: passes of the pipeline and waits for batches by turns.

import { basename } from "node:path";
import type { BatchProgress, WaitingFile } from "../../schemas/output/waiting.ts";
import type { RunSummary } from "../engine/runner.ts";
import type { BatchJobs } from "../llm/batch/api.ts";

export interface BatchRun {
  /** One pass of the pipeline, over what is there by then. */
  readonly runOnce: () => Promise<RunSummary>;
  readonly batches: BatchJobs;
  readonly onProgress: (progress: BatchProgress) => void;
  readonly signal: AbortSignal;
}

export interface BatchSummary {
  /** Of the last pass. */
  readonly summary: RunSummary;
  /** The files for whose replies rows still wait; none when the run is through. */
  readonly waiting: readonly WaitingFile[];
}

/** Runs until no row waits any more, or until it is stopped, or only files wait that a person must carry. */
export async function runWithBatches({
  runOnce,
  batches,
  onProgress,
  signal,
}: BatchRun): Promise<BatchSummary> {
  await batches.catchUp({ onProgress, signal });
  for (;;) {
    const summary = await runOnce();
    if (summary.waiting === 0) return { summary, waiting: [] };
    if ((await batches.advance({ onProgress, signal })) !== "news")
      return { summary, waiting: batches.waiting() };
  }
}

const count = ({ done, total }: BatchProgress) => (total > 0 ? `, ${done} of ${total} done` : "");
const late = (progress: BatchProgress) =>
  progress.late ? ", for more than the 24 hours it was given" : "";

/** One line about how a batch stands now. */
export function progressText(progress: BatchProgress): string {
  const { file, id, status, problem } = progress;
  const line = `${file}${id === null ? "" : ` (${id})`}: ${status}${count(progress)}${late(progress)}`;
  return problem === null ? line : `${line}. ${problem} It is tried again.`;
}

function lineOf({ file, requests, batch }: WaitingFile): string {
  if (!batch)
    return `  ${file}: ${requests} requests, carried by hand: put the replies beside it as ${basename(file).replace("requests", "responses")}, or delete it if it was never sent`;
  const { id, status, endpoint } = batch;
  return `  ${file}: ${requests} requests at ${endpoint}${id === null ? "" : `, batch ${id}`}, ${status}${count(batch)}${late(batch)}`;
}

/** What a run that waits ends by saying. */
export function waitingText({
  rowsWaiting,
  waiting,
}: {
  readonly rowsWaiting: number;
  readonly waiting: readonly WaitingFile[];
}): string {
  const files =
    waiting.length > 0 ? waiting.map(lineOf) : ["  None of their requests is written yet."];
  return [
    `${rowsWaiting} rows wait for replies.`,
    ...files,
    "Batches under way go on by themselves. Run the same command again to go on with the run.",
  ].join("\n");
}
