// Baselines with several answering models and several judges: one evaluation per combination, and nothing is paid for twice.

import { existsSync } from "node:fs";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { idSafeName } from "../evaluate/baseline/sweep-settings.ts";
import {
  baseline,
  baselineDirectory,
  type BaselineEnded,
  type BaselineOptions,
} from "./baseline.ts";
import { isRun } from "./evaluation-inputs.ts";
import type { JudgedOptions, ModelChoice } from "./options.ts";
import { toStoredChoice } from "./own-models.ts";
import { readAskingSettings } from "./settings.ts";
import type { Waiting } from "./stage-run.ts";

export interface BaselineSweepOptions extends Omit<BaselineOptions, "model" | "judge"> {
  /** The models that answer, one after another. Default: the model of the settings. */
  readonly answering?: readonly ModelChoice[] | undefined;
  /** The models that judge every answer; nothing is judged if absent. */
  readonly judging?: readonly NonNullable<JudgedOptions["judge"]>[] | undefined;
}

type ChosenModel = NonNullable<ModelChoice>;

/** Folder name for each model, without its provider if the names stay distinct. */
function folderNamesOf(choices: readonly (ChosenModel | undefined)[]): string[] {
  const fullNames = choices.map(choice => (choice && toStoredChoice(choice).model) ?? "");
  const shortNames = fullNames.map(name => name.slice(name.indexOf(":") + 1));
  const names = (new Set(shortNames).size === shortNames.length ? shortNames : fullNames).map(
    idSafeName,
  );
  const repeatedName = names.find((name, index) => names.indexOf(name) < index);
  if (repeatedName === undefined) return names;
  throw new PipelineError("wrong-use", `The model ${repeatedName} is named twice.`, {
    hint: "Name each model, and each judge, once.",
  });
}

/** Options of each evaluation. A single one keeps its given name. Throws PipelineError("wrong-use") for a model named twice. */
export function baselineOptionsOf(options: BaselineSweepOptions): BaselineOptions[] {
  const {
    name = "baseline",
    answering = [undefined],
    judging = [undefined],
    ...sharedOptions
  } = options;
  if (sharedOptions.out !== undefined && answering.length * judging.length > 1)
    throw new PipelineError(
      "wrong-use",
      "Each model or judge needs its own folder, but --out names only one.",
      {
        hint: "Remove --out; --name is the prefix of all folders' names.",
      },
    );
  const [modelNames, judgeNames] = [folderNamesOf(answering), folderNamesOf(judging)];
  return answering.flatMap((model, modelIndex) =>
    judging.map((judge, judgeIndex): BaselineOptions => {
      const parts = [
        name,
        ...(answering.length > 1 ? [modelNames[modelIndex]] : []),
        ...(judging.length > 1 ? [judgeNames[judgeIndex]] : []),
      ];
      return { ...sharedOptions, ...(model && { model }), judge, name: parts.join("-") };
    }),
  );
}

/** USD that the other evaluations of a sweep have cost or may have cost. */
function costOfOthers(all: readonly BaselineOptions[], current: BaselineOptions): number {
  return all
    .filter(each => each !== current)
    .map(baselineDirectory)
    .filter(directory => existsSync(directory) && isRun(directory))
    .map(directory => openRun(directory).status().spending)
    .reduce((sum, { cost, unanswered }) => sum + (cost ?? 0) + (unanswered?.most ?? 0), 0);
}

/** Applies a sweep's ceiling to all its evaluations together: each may cost what the others left. */
function applyCeiling(all: readonly BaselineOptions[], current: BaselineOptions): BaselineOptions {
  const { maxCost } = readAskingSettings(current, []).settings;
  if (all.length === 1 || maxCost === null) return current;
  const remainingCost = maxCost - costOfOthers(all, current);
  if (remainingCost > 0) return { ...current, maxCost: remainingCost };
  throw new PipelineError(
    "budget",
    `The ceiling of $${maxCost} was reached before ${current.name} began.`,
    {
      hint: "Raise --max-cost and run the same command again: answered requests are not paid for again.",
    },
  );
}

/**
 * Runs one evaluation after another, each as `baseline` does; the same call resumes after an interruption. Judges get the same answers, and
 * models the same passages: replies, vectors and scores are reused from one to the next.
 */
export async function baselineSweep(
  options: BaselineSweepOptions,
): Promise<(BaselineEnded | Waiting)[]> {
  const sweep = baselineOptionsOf(options);
  const results: (BaselineEnded | Waiting)[] = [];
  for (const each of sweep) results.push(await baseline(applyCeiling(sweep, each)));
  return results;
}
