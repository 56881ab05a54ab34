// Flags shared by all commands that call models, and the job options made from them.

import type { AskingOptions } from "../run/options.ts";
import { settingsFileIn } from "../run/settings-file.ts";
import { optionalAmount, optionalWholeNumber } from "./numbers.ts";

export interface ModelFlags {
  readonly settings?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly concurrency?: string;
  readonly rpm?: string;
  readonly tpm?: string;
  readonly maxCost?: string;
  readonly randomSeed?: string;
  readonly batch?: "api" | "files";
  readonly retryFailed?: boolean;
  readonly redo?: boolean;
  readonly json?: boolean;
}

/** Throws PipelineError("wrong-use") for a value that is not a number. */
export function modelJobOptions(flags: ModelFlags): AskingOptions {
  const { model, baseUrl, batch, retryFailed, redo } = flags;
  return {
    settings: flags.settings ?? settingsFileIn(),
    model: model === undefined && baseUrl === undefined ? undefined : { model, baseUrl },
    limits: {
      concurrency: optionalWholeNumber("concurrency", flags.concurrency),
      requestsPerMinute: optionalWholeNumber("rpm", flags.rpm),
      tokensPerMinute: optionalWholeNumber("tpm", flags.tpm),
    },
    maxCost: optionalAmount("max-cost", flags.maxCost),
    randomSeed: optionalWholeNumber("random-seed", flags.randomSeed),
    batch,
    retryFailed,
    redo,
  };
}
