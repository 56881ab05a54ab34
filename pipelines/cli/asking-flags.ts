// Options shared by all commands that ask models, as typed, and the job options they become.

import type { AskingOptions } from "../run/options.ts";
import { settingsFileIn } from "../run/settings-file.ts";
import { amount, wholeNumber } from "./numbers.ts";

export interface AskingFlags {
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

export const whole = (flag: string, text: string | undefined) =>
  text === undefined ? undefined : wholeNumber(flag, text);

/** Throws PipelineError("wrong-use") for a value that is not a number. */
export function askingOptions(flags: AskingFlags): AskingOptions {
  const { model, baseUrl, batch, retryFailed, redo, maxCost } = flags;
  return {
    settings: flags.settings ?? settingsFileIn(),
    model: model === undefined && baseUrl === undefined ? undefined : { model, baseUrl },
    limits: {
      concurrency: whole("concurrency", flags.concurrency),
      requestsPerMinute: whole("rpm", flags.rpm),
      tokensPerMinute: whole("tpm", flags.tpm),
    },
    maxCost: maxCost === undefined ? undefined : amount("max-cost", maxCost),
    randomSeed: whole("random-seed", flags.randomSeed),
    batch,
    retryFailed,
    redo,
  };
}
