// Opens the request files of a run: moved by hand, or sent through the Batch API of each file's endpoint.

import { join } from "node:path";
import { type Prices, priceOf } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { PipelineError } from "../engine/errors.ts";
import { type BatchJobs, openBatchJobs } from "../llm/batch/batch-jobs.ts";
import { openBatchClient } from "../llm/batch/client.ts";
import { type Admit, type BatchFiles, openBatchFiles } from "../llm/batch/batch-files.ts";
import { JobsFile } from "../llm/batch/jobs-file.ts";
import { createBatchService } from "../llm/batch/openai-service.ts";
import type { BatchService } from "../llm/batch/service.ts";
import type { Budget } from "../llm/budget/budget.ts";
import { reservationOf } from "../llm/budget/budgeted-client.ts";
import { guardedOpen } from "../llm/commit-file.ts";
import type { Environment } from "../llm/endpoints/langchain.ts";
import { destinationOf, openAiKey } from "./clients.ts";
import { isBehindProxy } from "./endpoints.ts";
import type { StageModel } from "./models.ts";

export interface Batches {
  readonly files: BatchFiles;
  readonly admit: Admit;
  /** Reason why the last wave was not written in full: its next request could exceed the ceiling. */
  refusal(): PipelineError | undefined;
  /** Undefined if a person moves the files. */
  readonly jobs: BatchJobs | undefined;
  close(): Promise<void>;
}

export interface BatchOptions {
  readonly directory: string;
  readonly settings: Settings;
  readonly models: readonly StageModel[];
  readonly byHand: boolean;
  readonly environment: Environment;
  readonly budget: Budget | undefined;
  readonly prices: Prices;
  /** Throws if the directory's lock is lost. */
  readonly checkLock: () => void;
}

function serviceOf(endpoint: string, { models, environment }: BatchOptions): BatchService {
  const model = models.find(
    candidate =>
      candidate.provider === "openai" && destinationOf(candidate, environment) === endpoint,
  );
  const apiKey = (model && openAiKey(model, environment)) ?? "none";
  return createBatchService(openBatchClient({ endpoint, apiKey, proxied: isBehindProxy() }));
}

/** Reserves the maximum cost of a wave, as far as the ceiling allows. */
function createAdmission({ budget, prices }: BatchOptions): Pick<Batches, "admit" | "refusal"> {
  let refusal: PipelineError | undefined;
  const admit: Admit = async requests => {
    if (!budget) return requests.length;
    const reservations = requests.map(({ model, ...sizes }) =>
      reservationOf(
        model,
        priceOf(prices, model) ?? { input: 0, output: 0, batch: 1 },
        sizes,
        true,
      ),
    );
    const fittingCount = await budget.reserveAll(reservations);
    const nextReservation = reservations[fittingCount];
    refusal = nextReservation && budget.overBudgetErrorFor(nextReservation);
    return fittingCount;
  };
  return { admit, refusal: () => refusal };
}

async function openJobs(
  folder: string,
  files: BatchFiles,
  jobs: JobsFile,
  admit: Admit,
  options: BatchOptions,
): Promise<BatchJobs> {
  const { budget, settings } = options;
  const services = new Map<string, BatchService>();
  return openBatchJobs({
    folder,
    files,
    jobs,
    admit,
    serviceOf: endpoint => {
      const service = services.get(endpoint) ?? serviceOf(endpoint, options);
      services.set(endpoint, service);
      return service;
    },
    pollEvery: settings.batchPoll * 1000,
    release:
      budget && (async keys => void (await Promise.all(keys.map(key => budget.release(key))))),
  });
}

/** Opens the run's `batch/` folder. */
export async function openBatches(options: BatchOptions): Promise<Batches> {
  const folder = join(options.directory, "batch");
  const jobsFile = options.byHand
    ? undefined
    : await JobsFile.open(folder, guardedOpen(options.checkLock));
  const files = openBatchFiles(folder, { jobs: jobsFile });
  const { admit, refusal } = createAdmission(options);
  const jobs = jobsFile && (await openJobs(folder, files, jobsFile, admit, options));
  return { files, admit, refusal, jobs, close: async () => jobsFile?.close() };
}
