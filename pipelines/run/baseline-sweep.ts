// Baselines with several answering models and several judges: one evaluation per combination, and nothing paid twice.

import { existsSync } from "node:fs";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { plainName } from "../evaluate/baseline/settings.ts";
import {
  baseline,
  baselineDirectory,
  type BaselineEnded,
  type BaselineOptions,
} from "./baseline.ts";
import { isRun } from "./evaluation-inputs.ts";
import type { JudgedOptions, ModelChoice } from "./options.ts";
import { namedModel } from "./own-models.ts";
import { readAskingSettings } from "./settings.ts";
import type { Waiting } from "./stage-run.ts";

export interface BaselineSweepOptions extends Omit<BaselineOptions, "model" | "judge"> {
  /** The models that answer, one after another. Default: the model of the settings. */
  readonly answering?: readonly ModelChoice[] | undefined;
  /** The models that judge every answer; nothing is judged if absent. */
  readonly judging?: readonly NonNullable<JudgedOptions["judge"]>[] | undefined;
}

type Choice = NonNullable<ModelChoice>;

/** Each model's name for a folder, without its provider if the names stay distinct. */
function namesOf(choices: readonly (Choice | undefined)[]): string[] {
  const whole = choices.map(choice => (choice && namedModel(choice).model) ?? "");
  const bare = whole.map(name => name.slice(name.indexOf(":") + 1));
  const names = (new Set(bare).size === bare.length ? bare : whole).map(plainName);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice === undefined) return names;
  throw new PipelineError("wrong-use", `The model ${twice} is named twice.`, {
    hint: "Name each model, and each judge, once.",
  });
}

/** Options of each evaluation. A single one keeps its given name. Throws PipelineError("wrong-use") for a model named twice. */
export function sweepBaselines(options: BaselineSweepOptions): BaselineOptions[] {
  const { name = "baseline", answering = [undefined], judging = [undefined], ...own } = options;
  if (own.out !== undefined && answering.length * judging.length > 1)
    throw new PipelineError(
      "wrong-use",
      "Each model or judge needs its own folder, but --out names only one.",
      {
        hint: "Remove --out; --name is the prefix of all folders' names.",
      },
    );
  const [modelNames, judgeNames] = [namesOf(answering), namesOf(judging)];
  return answering.flatMap((model, one) =>
    judging.map((judge, other): BaselineOptions => {
      const parts = [
        name,
        ...(answering.length > 1 ? [modelNames[one]] : []),
        ...(judging.length > 1 ? [judgeNames[other]] : []),
      ];
      return { ...own, ...(model && { model }), judge, name: parts.join("-") };
    }),
  );
}

/** USD that the other evaluations of a sweep have cost or may have cost. */
function spentBeside(all: readonly BaselineOptions[], current: BaselineOptions): number {
  return all
    .filter(each => each !== current)
    .map(baselineDirectory)
    .filter(directory => existsSync(directory) && isRun(directory))
    .map(directory => openRun(directory).status().spending)
    .reduce((sum, { cost, unanswered }) => sum + (cost ?? 0) + (unanswered?.most ?? 0), 0);
}

/** Applies a sweep's ceiling to all its evaluations together: each may cost what the others left. */
function withinCeiling(all: readonly BaselineOptions[], current: BaselineOptions): BaselineOptions {
  const { maxCost } = readAskingSettings(current, []).settings;
  if (all.length === 1 || maxCost === null) return current;
  const left = maxCost - spentBeside(all, current);
  if (left > 0) return { ...current, maxCost: left };
  throw new PipelineError(
    "budget",
    `The ceiling of $${maxCost} was reached before ${current.name} began.`,
    {
      hint: "Raise --max-cost and run the same command again: what is answered already is not paid again.",
    },
  );
}

/**
 * Runs one evaluation after another, each as `baseline` does; the same call continues after a stop. Judges get the same answers, and
 * models the same passages: replies, vectors and scores are reused from one to the next.
 */
export async function baselineSweep(
  options: BaselineSweepOptions,
): Promise<(BaselineEnded | Waiting)[]> {
  const all = sweepBaselines(options);
  const ended: (BaselineEnded | Waiting)[] = [];
  for (const each of all) ended.push(await baseline(withinCeiling(all, each)));
  return ended;
}
