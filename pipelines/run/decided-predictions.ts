// The predictions that are decided between: files as they are; of an endpoint, what it answers to the run's items.

import { PipelineError } from "../engine/errors.ts";
import type { DecidingOptions } from "./decided-systems.ts";
import { checkedName, folderName, isRun } from "./evaluation-inputs.ts";
import { predict } from "./predict.ts";

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

const nameOf = (source: string): string =>
  folderName(isAddress(source) && URL.canParse(source) ? new URL(source).host : source);

/** PipelineError("wrong-use") for names that are not two, or are alike. */
export function namesOf({
  first,
  second,
  names,
}: Pick<DecidingOptions, "first" | "second" | "names">): [string, string] {
  const [one, other, ...more] = names ?? [nameOf(first), nameOf(second)];
  if (one !== undefined && other !== undefined && more.length === 0 && one !== other)
    return [checkedName(one), checkedName(other)];
  throw new PipelineError("wrong-use", "Two systems with two names are expected.", {
    hint: "Name them: --names before,after",
  });
}

/** The file of a source's predictions. An endpoint is asked for each of these items of the run once, as `predict` does; items that it failed are asked for again. */
export async function predictionsOf(
  options: DecidingOptions,
  { source, name, only }: { source: string; name: string; only: ReadonlySet<string> | undefined },
): Promise<string> {
  if (!isAddress(source)) return source;
  const { against, split, settings, limits, retryFailed, signal, reporter } = options;
  if (!isRun(against))
    throw new PipelineError(
      "wrong-use",
      `${against} is not a run: an endpoint is asked for a run's items.`,
      {
        hint: "Give a run directory behind --against, or a file of predictions in the endpoint's place.",
      },
    );
  const asking = { settings, limits, retryFailed, signal, reporter };
  const asked = await predict({ run: against, endpoint: source, name, split, only, ...asking });
  if (asked.status !== "waiting") return asked.predictions;
  throw new Error(`${source} was asked through a batch`);
}
