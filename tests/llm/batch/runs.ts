// One run over a batch folder, from opening to its end or its death, as the command line makes it.

import { mkdirSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import type { BatchProgress } from "../../../schemas/output/waiting.ts";
import { runWithBatches } from "../../../pipelines/run/batch-run.ts";
import { ParkedError } from "../../../pipelines/engine/errors.ts";
import { type BatchJobsOptions, openBatchJobs } from "../../../pipelines/llm/batch/batch-jobs.ts";
import { openBatchFiles, createParkedModel } from "../../../pipelines/llm/batch/batch-files.ts";
import { JobsFile } from "../../../pipelines/llm/batch/jobs-file.ts";
import type { WaveLimits } from "../../../pipelines/llm/batch/waves.ts";
import type { OpenHandle } from "../../../pipelines/llm/commit-file.ts";
import { Killed, type Provider } from "./provider.ts";
import { aRequest, never } from "../requests.ts";

export const identity = { name: "gpt-4o-mini", settings: { temperature: 0.2, seed: null } };
export const place = "https://one/v1";
export const keyOf = (country: string) => aRequest(country, identity).key;

/** Time that passes only where somebody waits. */
export function createTime() {
  const time = {
    at: Date.parse("2030-01-01T00:00:00Z"),
    sleeps: 0,
    onSleep: () => {},
    now: () => time.at,
    sleep: async (milliseconds: number, signal: AbortSignal) => {
      time.at += milliseconds;
      if (++time.sleeps > 5000) throw new Error("the run waits for ever");
      time.onSleep();
      signal.throwIfAborted();
    },
  };
  return time;
}

export interface Told {
  readonly folder: string;
  readonly provider: Provider;
  readonly countries: readonly string[];
  readonly endpointOf?: (country: string) => string | null;
  readonly time?: ReturnType<typeof createTime>;
  readonly signal?: AbortSignal;
  readonly limits?: WaveLimits;
  /** Called before each write of the journal; what it throws leaves half a line there. */
  readonly strikeJournal?: () => void;
  readonly more?: Partial<Pick<BatchJobsOptions, "admit" | "release" | "serviceOf">>;
}

const tearing =
  (strike: () => void): OpenHandle =>
  async path => {
    mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
    const handle = await open(path, "a+");
    const write = async (bytes: Buffer, from: number, length: number) => {
      try {
        strike();
      } catch (error) {
        writeSync(handle.fd, bytes, from, Math.floor(length / 2));
        throw error;
      }
      return { bytesWritten: writeSync(handle.fd, bytes, from, length), buffer: bytes };
    };
    return {
      write,
      read: handle.read.bind(handle),
      datasync: () => handle.datasync(),
      truncate: size => handle.truncate(size),
      close: () => handle.close(),
    } as Awaited<ReturnType<OpenHandle>>;
  };

/** Opens everything from disk and runs; `outcomes` are those of the last pass. */
export async function runOver({
  folder,
  provider,
  countries,
  endpointOf = () => place,
  time = createTime(),
  signal = never,
  limits,
  strikeJournal,
  more = {},
}: Told) {
  const jobs = await JobsFile.open(folder, strikeJournal && tearing(strikeJournal));
  const files = openBatchFiles(folder, { jobs, limits, now: time.now });
  const batches = openBatchJobs({
    folder,
    files,
    jobs,
    serviceOf: () => provider.service,
    clock: time,
    ...more,
  });
  const progress: BatchProgress[] = [];
  let outcomes: string[] = [];
  let passes = 0;
  const runOnce = async () => {
    passes++;
    const settled = await Promise.allSettled(
      countries.map(country =>
        createParkedModel(files, { ...identity, endpoint: endpointOf(country) }).complete(
          aRequest(country, identity),
          never,
        ),
      ),
    );
    outcomes = settled.map(result =>
      result.status === "fulfilled"
        ? result.value.text
        : result.reason instanceof ParkedError
          ? "parked"
          : String(result.reason.code ?? result.reason),
    );
    return { waiting: outcomes.filter(outcome => outcome === "parked").length, failures: [] };
  };
  try {
    const ended = await runWithBatches({
      runOnce,
      batches,
      onProgress: told => progress.push(told),
      signal,
    });
    return { ...ended, outcomes, passes, progress };
  } finally {
    // A process that dies closes nothing.
    await jobs.close().catch(error => {
      if (!(error instanceof Killed)) throw error;
    });
  }
}
