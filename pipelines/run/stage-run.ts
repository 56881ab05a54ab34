// Runs a list of stages in a directory: takes the lock, opens models and journals, runs passes until no row waits.

import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import type { RunStatus } from "../../schemas/output/status.ts";
import type { BatchProgress, WaitingFile } from "../../schemas/output/waiting.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { Failure } from "../engine/failures.ts";
import { type DirectoryLock, lockDirectory } from "../engine/lock.ts";
import { openRun } from "../engine/open-run.ts";
import { type Input, stagesUntil } from "../engine/pipeline.ts";
import { type RunSummary, runPipeline, type StageVersion } from "../engine/runner.ts";
import type { Stage } from "../engine/stage.ts";
import { type BatchSummary, progressText, runWithBatches } from "./batch-run.ts";
import type { Batches } from "./batches.ts";
import { type Code, openCode } from "./code-version.ts";
import type { RunOptions } from "./options.ts";
import { refuseChangedCode, stageVersions } from "./code-changes.ts";
import type { OwnModels } from "./own-models.ts";
import { floorVersion } from "./rules-model.ts";
import { type OpenQueue, openQueue, type QueueRun } from "./queue-run.ts";
import { silentReporter } from "./reporter.ts";
import type { SearchStages } from "./retrieval-services.ts";
import { openServices, type Services } from "./services.ts";

/** Result if rows are waiting for replies by file; the same call resumes once these have arrived. */
export interface Waiting {
  readonly status: "waiting";
  readonly directory: string;
  readonly rowsWaiting: number;
  readonly waiting: readonly WaitingFile[];
}

/** Result of a job that waits for nothing: `failed` if rows failed; another call retries them. */
export interface Ended {
  readonly status: "done" | "failed";
  readonly directory: string;
  readonly failures: readonly Failure[];
  /** Rows, outcomes, calls and cost by stage. */
  readonly progress: RunStatus;
}

export const endedIn = (directory: string, { failures }: RunSummary): Ended => ({
  status: failures.length > 0 ? "failed" : "done",
  directory,
  failures,
  progress: openRun(directory).status(),
});

export interface StageRun<End extends Ended> {
  readonly directory: string;
  readonly stages: readonly Stage[];
  readonly inputs: readonly Input[];
  readonly settings: Settings;
  readonly ownModels: OwnModels;
  readonly options: Pick<RunOptions, "batch" | "retryFailed" | "until" | "redo" | "reporter">;
  readonly signal: AbortSignal;
  /** What run.json records in addition to models and prices. */
  readonly recordedSettings: (services: Services) => object;
  /** Called under the lock, before anything is opened. */
  readonly prepare?: (() => void) | undefined;
  /** Stages that embed or rerank. */
  readonly searches?: SearchStages;
  /** Folders of other jobs whose replies to the same requests are reused: they were paid for there. */
  readonly earlierFolders?: readonly string[];
  /** Called with the services before the first stage. */
  readonly onServices?: (services: Services) => void;
  /** The queue, if workers process the rows. */
  readonly queue?: QueueRun | undefined;
  /** Called under the lock, once no row waits. */
  readonly finish: (summary: RunSummary, services: Services) => End | Promise<End>;
}

/** An evaluation ready to run, with the quantities that its number of calls depends on. */
export interface ReadyJob<End extends Ended> extends StageRun<End> {
  readonly items: readonly TruthRow[];
  /** Systems that answer each item. */
  readonly systems: number;
  /** Mean tokens of the passages that a system reads per answer. */
  readonly passageTokens: number;
}

/** Runs the stages; returns the result of `finish`, or which rows wait for replies. */
export async function runStages<End extends Ended>(run: StageRun<End>): Promise<End | Waiting> {
  const { directory, settings, stages, options, signal } = run;
  const code = openCode();
  const versionOf = stageVersions({ settings, floorHash: floorVersion(code), code });
  if (options.redo !== true)
    refuseChangedCode({
      directory,
      stages: stagesUntil(stages, options.until),
      settings,
      versionOf,
    });
  const { note } = options.reporter ?? silentReporter;
  const lock = await lockDirectory(directory, { onNotice: note, signal });
  try {
    run.prepare?.();
    const queue =
      run.queue &&
      (await openQueue({
        ...run.queue,
        directory,
        settings,
        reporter: options.reporter ?? silentReporter,
        signal,
      }));
    try {
      return await runLocked({ ...run, lock, code, versionOf }, queue);
    } finally {
      await queue?.close();
    }
  } finally {
    lock.release();
  }
}

/** A run under its lock, with the versions of its code, as a whole and by stage. */
interface LockedRun<End extends Ended> extends StageRun<End> {
  readonly lock: DirectoryLock;
  readonly code: Code;
  readonly versionOf: (stage: Stage) => StageVersion;
}

async function runLocked<End extends Ended>(
  run: LockedRun<End>,
  queue: OpenQueue | undefined,
): Promise<End | Waiting> {
  const {
    directory,
    code,
    settings,
    ownModels,
    stages,
    options,
    signal,
    searches,
    lock,
    earlierFolders,
  } = run;
  const services = await openServices({
    directory,
    code,
    settings,
    ownModels,
    stages,
    batch: options.batch,
    retryFailed: options.retryFailed === true,
    searches,
    earlierFolders,
    signal,
    checkLock: lock.check,
    onLongWait: options.reporter?.note.bind(options.reporter),
    queue: queue?.services,
  });
  try {
    for (const notice of services.notices) options.reporter?.note(notice);
    run.onServices?.(services);
    const { summary, waitingFiles } = await runPasses(run, services);
    lock.check();
    return summary.waiting === 0
      ? await run.finish(summary, services)
      : { status: "waiting", directory, rowsWaiting: summary.waiting, waiting: waitingFiles };
  } finally {
    await services.close();
  }
}

/** Runs one pass of the pipeline with each call. */
function createPass<End extends Ended>(
  run: LockedRun<End>,
  services: Services,
): () => Promise<RunSummary> {
  const {
    directory,
    stages,
    inputs,
    settings,
    options,
    recordedSettings,
    signal,
    versionOf,
    lock,
  } = run;
  const { executor, askFingerprint, rowsInFlight, models, prices } = services;
  const record = { ...recordedSettings(services), answeredBy: models, prices };
  const { until, retryFailed = false, reporter = silentReporter } = options;
  return () =>
    runPipeline({
      directory,
      stages: [...stages],
      inputs: [...inputs],
      executor,
      versionOf,
      askFingerprint,
      concurrency: rowsInFlight,
      randomSeed: settings.randomSeed,
      until,
      retryFailed,
      settings: record,
      onEvent: reporter.event,
      signal,
      checkLock: lock.check,
    });
}

/** Runs one pass and, with batches, further passes as long as batches return replies. */
async function runPasses<End extends Ended>(
  run: LockedRun<End>,
  services: Services,
): Promise<BatchSummary> {
  const { options, signal } = run;
  const { batches } = services;
  const runOnce = createPass(run, services);
  if (!batches) return { summary: await runOnce(), waitingFiles: [] };
  if (!batches.jobs) {
    const summary = await runOnce();
    const { writtenFiles, waitingFiles } = await batches.files.writeWave(batches.admit);
    return throwIfRefused(
      {
        summary,
        waitingFiles: [...writtenFiles, ...waitingFiles].map(file => ({ ...file, batch: null })),
      },
      batches,
    );
  }
  const onProgress = (progress: BatchProgress) => options.reporter?.note(progressText(progress));
  return throwIfRefused(
    await runWithBatches({ runOnce, batches: batches.jobs, onProgress, signal }),
    batches,
  );
}

function throwIfRefused(ended: BatchSummary, { refusal }: Batches): BatchSummary {
  const reason =
    ended.summary.waiting > 0 && ended.waitingFiles.length === 0 ? refusal() : undefined;
  if (reason) throw reason;
  return ended;
}
