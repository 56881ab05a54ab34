// `ragwright predict`: asks a user's own RAG over HTTP for each item, and writes its predictions beside the run.

import type { Split } from "../run/evaluation-inputs.ts";
import { predict as predictItems } from "../run/predict.ts";
import { type AskingFlags, askingOptions } from "./asking-flags.ts";
import { endJob, linesOf, startJob } from "./job.ts";
import { performanceText } from "./performance-text.ts";

interface PredictFlags
  extends Pick<AskingFlags, "settings" | "concurrency" | "rpm" | "retryFailed" | "json"> {
  readonly endpoint: string;
  readonly name?: string;
  readonly split?: Split;
}

/** Returns the exit code: 0 done, 1 with failed items. */
export async function predict(run: string, flags: PredictFlags): Promise<number> {
  const job = startJob(flags.json);
  const { settings, limits, retryFailed } = askingOptions(flags);
  const { endpoint, name, split } = flags;
  const result = await predictItems({
    run,
    endpoint,
    name,
    split,
    settings,
    limits,
    retryFailed,
    ...job.watched,
  });
  return endJob(job, result, ({ predictions, written, failures, performance }) => {
    const failed = failures.map(({ input, code, detail }) => ({ id: input, code, detail }));
    const told = failed.map(({ id, detail }) => `${id}: ${detail}`);
    const lost =
      failed.length === 0
        ? []
        : [
            `${failed.length} items have none (type the same command again to ask for them):`,
            ...told,
          ];
    return {
      value: { predictions, written, failed, performance },
      text: linesOf(
        `${written} predictions written to ${predictions}`,
        performanceText(performance),
        ...lost,
      ),
    };
  });
}
