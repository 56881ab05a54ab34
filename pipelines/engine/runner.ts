// Runs a pipeline in a run directory: reads its inputs, then runs its stages.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "./errors.ts";
import type { Listener } from "./events.ts";
import type { Executor } from "./executor.ts";
import { collectFailures, type Failure, writeFailures } from "./failures.ts";
import { replaceFile } from "./files.ts";
import { hashOf } from "./fingerprint.ts";
import { readInput } from "./inputs.ts";
import { checkPipeline, type Input, lookupsOf, stagesUntil } from "./pipeline.ts";
import { RecentRows } from "./recent-rows.ts";
import { runPass } from "./schedule.ts";
import type { Stage } from "./stage.ts";
import { Store, requireStore } from "./store.ts";
import { FinishedArtifact } from "./finished-artifact.ts";

export interface RunOptions {
  readonly directory: string;
  readonly stages: readonly Stage[];
  readonly inputs: readonly Input[];
  readonly executor: Executor;
  readonly versionOf: (stage: Stage) => StageVersion;
  /** The models and templates that shape a stage's replies in one language. */
  readonly askFingerprint: (stage: Stage, language: "zh" | "en") => unknown;
  readonly randomSeed: number;
  /** Rows in flight at once. */
  readonly concurrency: number;
  readonly until?: string | undefined;
  /** Whether to retry rows whose reply never met its contract; technical failures are always retried. */
  readonly retryFailed: boolean;
  /** The run's settings, without secrets, recorded for people and other commands. */
  readonly settings: unknown;
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
  /** Checks the directory's lock: throws if another process has taken it over. */
  readonly checkLock?: (() => void) | undefined;
}

export interface RunSummary {
  /** Rows that wait for replies from a batch file. */
  readonly waiting: number;
  readonly failures: readonly Failure[];
}

/** Runs the stages up to `until`. The caller holds the directory's lock (`lockDirectory`). */
export async function runPipeline(options: RunOptions): Promise<RunSummary> {
  checkPipeline(options.stages, options.inputs);
  const stages = stagesUntil(options.stages, options.until);
  const stores = new Map<string, Store>();
  const storeOptions = { checkLock: options.checkLock, recent: new RecentRows() };
  try {
    writeRunFile(options);
    for (const { artifact } of options.inputs)
      stores.set(artifact.name, new Store(options.directory, artifact, storeOptions));
    for (const { writes } of options.stages)
      stores.set(writes.name, new Store(options.directory, writes, storeOptions));
    options.onEvent({
      type: "run-started",
      directory: options.directory,
      stages: stages.map(stage => stage.name),
    });
    const finished = new Map<string, FinishedArtifact>();
    for (const input of options.inputs)
      finished.set(
        input.artifact.name,
        await readInput(input, requireStore(stores, input.artifact.name), options),
      );
    const waiting = await runPass({
      ...options,
      stages,
      stores,
      finished,
      fingerprint: createFingerprinter(options),
    });
    options.checkLock?.();
    const failures = collectFailures(stores.values());
    writeFailures(options.directory, failures);
    options.onEvent({ type: "run-finished", waiting, failed: failures.length });
    return { waiting, failures };
  } finally {
    for (const store of stores.values()) store.release();
  }
}

function createFingerprinter({ stages, versionOf, askFingerprint, randomSeed }: RunOptions) {
  const fixedHashes = new Map(
    stages.map(stage => [stage, { zh: fixedHash(stage, "zh"), en: fixedHash(stage, "en") }]),
  );
  function fixedHash(stage: Stage, language: "zh" | "en"): string {
    const { name, settings, prompts } = stage;
    return hashOf({
      name,
      code: versionOf(stage).code,
      settings,
      randomSeed,
      asked: prompts.length > 0 ? askFingerprint(stage, language) : null,
    });
  }
  return (stage: Stage, language: "zh" | "en", inputHash: string) =>
    hashOf([fixedHashes.get(stage)?.[language], inputHash]).slice(0, 32);
}

/** Hashes of the code and prompts that made a stage's rows. */
export interface StageVersion {
  /** Hash of the stage's file and everything it imports. */
  readonly code: string;
  /** Hash of the code that answers as `rules`; null if a model answers, or the stage calls none. */
  readonly floor: string | null;
  /** Hashes of the prompts the stage uses, by contract and language (`items/keypoints zh`). */
  readonly prompts: Readonly<Record<string, string>>;
}

/** Content of run.json: the run's settings, and what each stage reads and writes (for `trace` and `status`). */
export interface RunFile {
  readonly randomSeed: number;
  readonly settings: unknown;
  readonly inputs: readonly string[];
  readonly stages: readonly {
    readonly name: string;
    readonly over: string;
    readonly lookup: readonly string[];
    readonly writes: string;
  }[];
  /** The versions that last made each stage's rows, including stages no longer in the pipeline; old runs have none. */
  readonly versions?: Readonly<Record<string, StageVersion>>;
}

export function readRunFile(directory: string): RunFile | undefined {
  const path = join(directory, "run.json");
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as RunFile;
  } catch (cause) {
    throw new PipelineError("corrupt-file", `${path} is not JSON.`, {
      hint: "Delete it; the next run writes it again.",
      cause,
    });
  }
}

function writeRunFile({
  directory,
  stages,
  inputs,
  randomSeed,
  settings,
  until,
  versionOf,
}: RunOptions): void {
  const versions = stagesUntil(stages, until).map(stage => [stage.name, versionOf(stage)] as const);
  const file: RunFile = {
    randomSeed,
    settings,
    inputs: inputs.map(({ artifact }) => artifact.name),
    stages: stages.map(stage => ({
      name: stage.name,
      over: stage.over.name,
      lookup: lookupsOf(stage).map(({ name }) => name),
      writes: stage.writes.name,
    })),
    versions: { ...readRunFile(directory)?.versions, ...Object.fromEntries(versions) },
  };
  replaceFile(join(directory, "run.json"), [`${JSON.stringify(file, null, 2)}\n`]);
}
