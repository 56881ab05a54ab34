// `ragwright decide`: says which of two systems is better, how sure that is, and what would overturn it.

import type { DecideOutput } from "../../schemas/output/evaluations.ts";
import { type DecideOptions, decide as decideBetween } from "../run/decide.ts";
import type { Split } from "../run/evaluation-inputs.ts";
import { type ModelFlags, splitFlags } from "./model-flags.ts";
import { joinLines, startJob } from "./job.ts";
import { optionalMetric } from "./parse-lists.ts";
import { optionalShare } from "./parse-numbers.ts";

export interface DecideFlags extends ModelFlags {
  readonly against: string;
  readonly names?: string[];
  readonly split?: Split;
  readonly metric?: string;
  readonly margin?: string;
  readonly interim?: boolean;
  readonly language?: "zh" | "en";
  readonly out?: string;
}

/** Turns the flags into job options. Throws PipelineError("wrong-use") for an invalid flag. */
export function decideOptions(first: string, second: string, flags: DecideFlags): DecideOptions {
  const { modelOptions, ownFlags } = splitFlags(flags);
  return {
    ...modelOptions,
    ...ownFlags,
    first,
    second,
    metric: optionalMetric(flags.metric),
    margin: optionalShare("margin", flags.margin),
  };
}

/** Prints at most ten lines; returns the exit code: 0, whether decided or not. */
export async function decide(first: string, second: string, flags: DecideFlags): Promise<number> {
  const { printer, jobOptions } = startJob(flags.json);
  const { decision, lines, page } = await decideBetween({
    ...decideOptions(first, second, flags),
    ...jobOptions,
  });
  const value: DecideOutput = { ...decision, page };
  printer.result(value, joinLines(...lines, `Page: ${page}`));
  return 0;
}
