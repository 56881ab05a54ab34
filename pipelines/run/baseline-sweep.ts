// A baseline by each of several answering models, judged by each of several judges: an evaluation each, and nothing paid twice.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { plainName } from "../evaluate/baseline/settings.ts";
import { baseline, type BaselineEnded, type BaselineOptions } from "./baseline.ts";
import { isRun } from "./evaluation-inputs.ts";
import type { JudgedOptions, ModelChoice } from "./options.ts";
import { namedModel } from "./own-models.ts";
import { readAskingSettings } from "./settings.ts";
import type { Waiting } from "./stage-run.ts";

export interface BaselineSweepOptions extends Omit<BaselineOptions, "model" | "judge"> {
  /** Those that answer, one after another; where absent the one of the settings. */
  readonly answering?: readonly ModelChoice[] | undefined;
  /** Those that judge every answer; nobody judges where absent. */
  readonly judging?: readonly NonNullable<JudgedOptions["judge"]>[] | undefined;
}

type Choice = NonNullable<ModelChoice>;

/** Each model's name as a folder has it, without its provider where that is needless. */
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

/** The options of each evaluation. One alone keeps the name that it was given; PipelineError("wrong-use") for a model named twice. */
export function sweepBaselines(options: BaselineSweepOptions): BaselineOptions[] {
  const { name = "baseline", answering = [undefined], judging = [undefined], ...own } = options;
  if (own.out !== undefined && answering.length * judging.length > 1)
    throw new PipelineError(
      "wrong-use",
      "Several models or judges have a folder each: --out names one.",
      {
        hint: "Leave --out out; --name begins the names of all folders.",
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

const directoryOf = ({ run, out, name = "baseline" }: BaselineOptions): string =>
  out ?? join(run, "evaluations", name);

/** USD that the other evaluations of a sweep have cost, or may have. */
function spentBeside(all: readonly BaselineOptions[], mine: BaselineOptions): number {
  return all
    .filter(each => each !== mine)
    .map(directoryOf)
    .filter(directory => existsSync(directory) && isRun(directory))
    .map(directory => openRun(directory).status().spending)
    .reduce((sum, { cost, unanswered }) => sum + (cost ?? 0) + (unanswered?.most ?? 0), 0);
}

/** A ceiling holds for all evaluations of a sweep together: each may cost what the others left. */
function withinCeiling(all: readonly BaselineOptions[], mine: BaselineOptions): BaselineOptions {
  const { maxCost } = readAskingSettings(mine, []).settings;
  if (all.length === 1 || maxCost === null) return mine;
  const left = maxCost - spentBeside(all, mine);
  if (left > 0) return { ...mine, maxCost: left };
  throw new PipelineError(
    "budget",
    `The ceiling of $${maxCost} is reached before ${mine.name} has begun.`,
    {
      hint: "Raise --max-cost and run the same command again: what was answered is not paid again.",
    },
  );
}

/**
 * One evaluation after another, each as `baseline` makes it; the same call goes on after any stop. Judges are given the same answers, and
 * models the same passages: replies, vectors and scores are taken over from one to the next.
 */
export async function baselineSweep(
  options: BaselineSweepOptions,
): Promise<(BaselineEnded | Waiting)[]> {
  const all = sweepBaselines(options);
  const ended: (BaselineEnded | Waiting)[] = [];
  for (const each of all) ended.push(await baseline(withinCeiling(all, each)));
  return ended;
}
