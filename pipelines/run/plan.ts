// Plans a run: reads its settings as `run` does, counts by a dry run, prices what was counted.

import { join } from "node:path";
import type { Plan } from "../../schemas/plan.ts";
import type { Settings } from "../../schemas/settings.ts";
import { replaceFile } from "../engine/files.ts";
import { dryRun } from "./dry-run.ts";
import { checkStageNames, isFree, type StageModel, stageModel } from "./models.ts";
import { type Destination, judgeWarnings } from "./notices.ts";
import type { RunOptions } from "./options.ts";
import { makePlan } from "./plan-record.ts";
import { readPrices } from "./prices.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import { placeFor } from "./services.ts";
import { readSettings } from "./settings.ts";

export interface Planned {
  readonly plan: Plan;
  /** Where it was written. */
  readonly path: string;
  /** Rows that the dry run could not make. */
  readonly failures: number;
  /** Of models that judge their own work. */
  readonly warnings: readonly string[];
}

/** All that goes by file is a batch's, whoever moves the files. */
function modelFor(settings: Settings, stage: string, batch: string | undefined): StageModel {
  const model = stageModel(settings, stage, batch === "api");
  return batch === "files" && !isFree(model) ? { ...model, batch: true } : model;
}

/** Of the stages that ask a model; an unknown provider is refused here, before anything is counted. */
const destinationsOf = ({ stages }: Recipe, modelOf: (stage: string) => StageModel, placeOf: (model: StageModel) => string): Destination[] =>
  stages
    .filter(({ prompts }) => prompts.length > 0)
    .map(stage => ({ stage, model: modelOf(stage.name) }))
    .filter(({ model }) => !isFree(model))
    .map(({ stage, model }) => ({ stage, model: model.name, place: placeOf(model) }));

/** What `run` with the same options would ask, send and cost; it is written beside the run as plan.json. Takes no lock, so that a run may go on meanwhile. */
export async function plan(options: RunOptions): Promise<Planned> {
  const { wing, until, batch, out: directory = join("out", wing), signal = new AbortController().signal } = options;
  const { settings, sources } = readSettings(options);
  const recipe = recipeOf(wing, { settings, sources, directory, stages: options.stages });
  checkStageNames(settings, recipe.stages);
  const modelOf = (stage: string) => modelFor(settings, stage, batch);
  const placeOf = (model: StageModel) => placeFor(model, { directory, batch });
  const destinations = destinationsOf(recipe, modelOf, placeOf);
  const prices = readPrices();
  const { counts, failures } = await dryRun({ settings, recipe, until, modelOf, signal });
  const planned = makePlan({ wing, counts, modelOf, placeOf, prices, directory, maxCost: settings.maxCost });
  const path = join(directory, "plan.json");
  replaceFile(path, [`${JSON.stringify(planned, null, 2)}\n`]);
  return { plan: planned, path, failures, warnings: judgeWarnings(destinations.filter(({ stage }) => counts.has(stage.name))) };
}
