// Flags shared by all commands that call models, and the job options made from them.

import type { AskingOptions } from "../run/options.ts";
import { settingsFileIn } from "../run/settings-file.ts";
import { optionalAmount, optionalWholeNumber } from "./parse-numbers.ts";

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

/** Splits a command's flags into the options of every job that calls models and the command's own flags. Throws PipelineError("wrong-use") for a value that is not a number. */
export function splitFlags<Flags extends ModelFlags>({
  settings = settingsFileIn(),
  model,
  baseUrl,
  concurrency,
  rpm,
  tpm,
  maxCost,
  randomSeed,
  batch,
  retryFailed,
  redo,
  json: _json,
  ...ownFlags
}: Flags) {
  const modelOptions: AskingOptions = {
    settings,
    model: model === undefined && baseUrl === undefined ? undefined : { model, baseUrl },
    limits: {
      concurrency: optionalWholeNumber("concurrency", concurrency),
      requestsPerMinute: optionalWholeNumber("rpm", rpm),
      tokensPerMinute: optionalWholeNumber("tpm", tpm),
    },
    maxCost: optionalAmount("max-cost", maxCost),
    randomSeed: optionalWholeNumber("random-seed", randomSeed),
    batch,
    retryFailed,
    redo,
  };
  return { modelOptions, ownFlags };
}
