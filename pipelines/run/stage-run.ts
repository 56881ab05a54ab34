// Runs a list of stages in a directory: takes the lock, opens models and journals, passes until nothing waits.

import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { lockDirectory } from "../engine/lock.ts";
import type { Input } from "../engine/pipeline.ts";
import { type RunSummary, runPipeline } from "../engine/runner.ts";
import type { Stage } from "../engine/stage.ts";
import type { BatchProgress } from "../llm/batch/progress.ts";
import { type BatchSummary, progressText, runWithBatches, waitingText } from "./batch-run.ts";
import type { Batches } from "./batches.ts";
import type { Reporter } from "./reporter.ts";
import { type OpenQueue, openQueue, type QueueRun } from "./queue-run.ts";
import type { Searches } from "./retrieval-services.ts";
import { openServices, type Services } from "./services.ts";
import type { RunFlags } from "./settings.ts";

export interface StageRun {
  readonly directory: string;
  readonly stages: readonly Stage[];
  readonly inputs: readonly Input[];
  readonly settings: Settings;
  readonly flags: Pick<RunFlags, "batch" | "retryFailed" | "until">;
  /** For run.json, beside models and prices. */
  readonly told: (services: Services) => object;
  readonly printer: Reporter;
  /** Aborted when the user stops the run: of `interruption`. */
  readonly signal: AbortSignal;
  /** Under the lock, before anything is opened. */
  readonly prepare?: (() => void) | undefined;
  /** Stages that embed or rerank. */
  readonly searches?: Searches;
  /** Handed the services before the first stage. */
  readonly onServices?: (services: Services) => void;
  /** Where workers run the rows. */
  readonly queue?: QueueRun | undefined;
  /** Under the lock, when no row waits any more; returns the exit code. */
  readonly finish: (summary: RunSummary, services: Services) => number;
}

/** Runs and returns the exit code: what `finish` says, or 3 when rows wait for replies. */
export async function runStages(run: StageRun): Promise<number> {
  const { directory, settings, printer, signal } = run;
  const unlock = lockDirectory(directory);
  try {
    run.prepare?.();
    const queue = run.queue && (await openQueue({ ...run.queue, directory, settings, printer, signal }));
    try {
      return await runOver(run, queue);
    } finally {
      await queue?.close();
    }
  } finally {
    unlock();
  }
}

async function runOver(run: StageRun, queue: OpenQueue | undefined): Promise<number> {
  const { directory, settings, stages, flags, printer, signal, searches } = run;
  const services = await openServices({ directory, settings, stages, batch: flags.batch, retryFailed: flags.retryFailed === true, searches, signal, queue: queue?.services });
  try {
    for (const notice of services.notices) printer.note(notice);
    run.onServices?.(services);
    const ended = await passThrough(run, services);
    if (ended.summary.waiting === 0) return run.finish(ended.summary, services);
    const { value, text } = waitingText(directory, ended);
    printer.result(value, text);
    return 3;
  } finally {
    await services.close();
  }
}

/** One pass, or as many as batches bring replies for. */
async function passThrough({ directory, stages, inputs, settings, flags, told, printer, signal }: StageRun, services: Services): Promise<BatchSummary> {
  const { executor, askFingerprint, rowsInFlight, batches, models, prices } = services;
  const common = { directory, stages: [...stages], inputs: [...inputs], executor, askFingerprint, concurrency: rowsInFlight, randomSeed: settings.randomSeed };
  const noted = { ...told(services), answeredBy: models, prices };
  const runOnce = () => runPipeline({ ...common, until: flags.until, retryFailed: flags.retryFailed === true, settings: noted, onEvent: printer.event, signal });
  if (!batches) return { summary: await runOnce(), waiting: [] };
  if (!batches.jobs) {
    const summary = await runOnce();
    const { written, waiting } = await batches.files.writeWave(batches.admit);
    return refusedIfNone({ summary, waiting: [...written, ...waiting].map(file => ({ ...file, batch: null })) }, batches);
  }
  const onProgress = (progress: BatchProgress) => printer.note(progressText(progress));
  return refusedIfNone(await runWithBatches({ runOnce, batches: batches.jobs, onProgress, signal }), batches);
}

function refusedIfNone(ended: BatchSummary, { refusal }: Batches): BatchSummary {
  const reason = ended.summary.waiting > 0 && ended.waiting.length === 0 ? refusal() : undefined;
  if (reason) throw reason;
  return ended;
}

/** The first Ctrl-C lets what is in flight finish; the second leaves at once (nothing journaled is lost). */
export function interruption(printer: Reporter): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    printer.note("Stopping: what is in flight is finished and saved. Ctrl-C again leaves at once.");
    stop.abort(new PipelineError("interrupted", "Stopped.", { hint: "Type the same command again to go on from here." }));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return stop.signal;
}
