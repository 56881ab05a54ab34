// Provides the predictions to decide between: files as they are, or an endpoint's answers to the run's items.

import { PipelineError } from "../engine/errors.ts";
import type { DecidingOptions } from "./decided-systems.ts";
import { checkedName, folderName, isRun } from "./evaluation-inputs.ts";
import { predict } from "./predict.ts";

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

const nameOf = (source: string): string =>
  folderName(isAddress(source) && URL.canParse(source) ? new URL(source).host : source);

/** The names of both systems. Throws PipelineError("wrong-use") unless there are two different ones. */
export function systemNamesOf({
  first,
  second,
  names,
}: Pick<DecidingOptions, "first" | "second" | "names">): [string, string] {
  const [one, other, ...more] = names ?? [nameOf(first), nameOf(second)];
  if (one !== undefined && other !== undefined && more.length === 0 && one !== other)
    return [checkedName(one), checkedName(other)];
  throw new PipelineError("wrong-use", "Expected two systems with two different names.", {
    hint: "Name them: --names before,after",
  });
}

/** The file of a source's predictions. An endpoint gets each of these items of the run once, as with `predict`; failed items are retried. */
export async function predictionsOf(
  options: DecidingOptions,
  { source, name, only }: { source: string; name: string; only: ReadonlySet<string> | undefined },
): Promise<string> {
  if (!isAddress(source)) return source;
  const { against, split, settings, limits, retryFailed, signal, reporter } = options;
  if (!isRun(against))
    throw new PipelineError(
      "wrong-use",
      `${against} is not a run: an endpoint can only answer a run's items.`,
      {
        hint: "Give a run directory after --against, or a file of predictions instead of the endpoint.",
      },
    );
  const askOptions = { settings, limits, retryFailed, signal, reporter };
  const ended = await predict({ run: against, endpoint: source, name, split, only, ...askOptions });
  if (ended.status !== "waiting") return ended.predictions;
  throw new Error(`${source} was called through a batch`);
}
