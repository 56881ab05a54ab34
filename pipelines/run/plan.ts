// Plans a run: reads its settings as `run` does, foresees what it would ask, and prices that.

import { join } from "node:path";
import type { Plan } from "../../schemas/plan.ts";
import type { Settings } from "../../schemas/settings.ts";
import { replaceFile } from "../engine/files.ts";
import { stagesUntil } from "../engine/pipeline.ts";
import { createTemplates } from "../llm/templates.ts";
import { foresee } from "./foresee.ts";
import { checkStageNames, isFree, type StageModel, stageModel } from "./models.ts";
import { type Destination, judgeWarnings, placeFor } from "./notices.ts";
import type { RunOptions } from "./options.ts";
import { layered } from "./package-files.ts";
import { makePlan } from "./plan-record.ts";
import { readPrices } from "./prices.ts";
import { readRatios } from "./ratios.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import { scopeOf } from "./scope.ts";
import { readSettings } from "./settings.ts";

export interface Planned {
  readonly plan: Plan;
  /** Where it was written. */
  readonly path: string;
  /** Of what is not counted, and of models that judge their own work. */
  readonly warnings: readonly string[];
}

/** All that goes by file is a batch's, whoever moves the files. */
function modelFor(settings: Settings, stage: string, batch: string | undefined): StageModel {
  const model = stageModel(settings, stage, batch === "api");
  return batch === "files" && !isFree(model) ? { ...model, batch: true } : model;
}

/** Of the stages that ask a model; an unknown provider is refused here, before anything is counted. */
const destinationsOf = (
  { stages }: Recipe,
  modelOf: (stage: string) => StageModel,
  placeOf: (model: StageModel) => string,
): Destination[] =>
  stages
    .filter(({ prompts }) => prompts.length > 0)
    .map(stage => ({ stage, model: modelOf(stage.name) }))
    .filter(({ model }) => !isFree(model))
    .map(({ stage, model }) => ({ stage, model: model.name, place: placeOf(model) }));

/**
 * What `run` with the same options would ask, send and cost; it is written beside the run as plan.json. Takes no lock, so
 * that a run may go on meanwhile; nothing is asked or fetched.
 */
export async function plan(options: Omit<RunOptions, "signal" | "reporter">): Promise<Planned> {
  const { wing, batch, out: directory = join("out", wing) } = options;
  const { settings, sources } = readSettings(options);
  const recipe = recipeOf(wing, { settings, sources, directory, stages: options.stages });
  checkStageNames(settings, recipe.stages);
  const modelOf = (stage: string) => modelFor(settings, stage, batch);
  const placeOf = (model: StageModel) => placeFor(model, { directory, batch });
  const destinations = destinationsOf(recipe, modelOf, placeOf);
  const ratios = readRatios(wing);
  const scope = await scopeOf({ wing, settings, sources, directory, ratios });
  const foreseen = foresee(stagesUntil(recipe.stages, options.until), {
    scope,
    ratios,
    templates: createTemplates(layered("prompts")),
  });
  const items = { wanted: scope.wanted, expected: Math.min(scope.wanted, scope.most) };
  const basis = { measured: ratios.measured, factor: ratios.factor };
  const planned = makePlan({
    wing,
    foreseen,
    items,
    basis,
    modelOf,
    placeOf,
    prices: readPrices(),
    directory,
    maxCost: settings.maxCost,
  });
  const path = join(directory, "plan.json");
  replaceFile(path, [`${JSON.stringify(planned, null, 2)}\n`]);
  const fetched = [sources.feeds, sources.sitemaps, sources.urls].some(
    given => given !== undefined,
  );
  const unread = fetched
    ? ["What the feeds, sitemaps and pages bring is not counted: nothing is fetched for a plan."]
    : [];
  return {
    plan: planned,
    path,
    warnings: [
      ...unread,
      ...judgeWarnings(destinations.filter(({ stage }) => foreseen.has(stage.name))),
    ],
  };
}
