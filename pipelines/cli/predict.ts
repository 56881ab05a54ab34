// `ragwright predict`: asks a user's own RAG about each item, and writes its predictions into the run.

import { Console } from "node:console";
import type { PredictionSummary } from "../../schemas/output/evaluations.ts";
import type { Split } from "../run/evaluation-inputs.ts";
import { predict as predictItems } from "../run/predict.ts";
import { type ModelFlags, splitFlags } from "./model-flags.ts";
import { endJob, joinLines, startJob } from "./job.ts";
import { optionalWholeNumber } from "./parse-numbers.ts";
import { performanceText } from "./performance-text.ts";

interface PredictFlags
  extends Pick<ModelFlags, "settings" | "concurrency" | "rpm" | "retryFailed" | "redo" | "json"> {
  readonly endpoint?: string;
  readonly system?: string;
  readonly command?: string;
  readonly name?: string;
  readonly split?: Split;
  readonly repeat?: string;
}

/** How long a user's module may keep the process alive after the work is done. */
const maxLingerMs = 1000;

/** Returns the exit code: 0 done, 1 failed items. */
export async function predict(run: string, flags: PredictFlags): Promise<number> {
  if (flags.system === undefined) return predictWithFlags(run, flags);
  // A module's console output goes to stderr, away from the result; handles it leaves open do not keep the process alive.
  globalThis.console = new Console(process.stderr);
  try {
    return await predictWithFlags(run, flags);
  } finally {
    setTimeout(() => process.exit(), maxLingerMs).unref();
  }
}

async function predictWithFlags(run: string, flags: PredictFlags): Promise<number> {
  const job = startJob(flags.json);
  const { modelOptions, ownFlags } = splitFlags(flags);
  const { settings, limits, retryFailed, redo } = modelOptions;
  const result = await predictItems({
    ...ownFlags,
    run,
    repeat: optionalWholeNumber("repeat", flags.repeat),
    settings,
    limits,
    retryFailed,
    redo,
    ...job.jobOptions,
  });
  return endJob(job, result, ({ predictions, files, written, failures, performance }) => {
    const failed = failures.map(({ input, code, detail }) => ({ id: input, code, detail }));
    const lines = failed.map(({ id, detail }) => `${id}: ${detail}`);
    const failedLines =
      failed.length === 0
        ? []
        : [
            `${failed.length} items have no prediction (run the same command again to ask about them):`,
            ...lines,
          ];
    const value: PredictionSummary = {
      predictions,
      ...(files.length > 1 ? { files: [...files] } : {}),
      written,
      failed,
      performance,
    };
    return {
      value,
      text: joinLines(
        `${written} predictions written to ${files.join(", ")}`,
        performanceText(performance),
        ...failedLines,
      ),
    };
  });
}
