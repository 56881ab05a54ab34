// Plans one command: reads its settings as `run` does, foresees what it would ask, and prices that.

import type { Plan } from "../../schemas/plan.ts";
import type { Settings, Wing } from "../../schemas/settings.ts";
import { stagesUntil } from "../engine/pipeline.ts";
import { createTemplates } from "../llm/templates.ts";
import { foresee } from "./foresee.ts";
import { checkStageNames, isFree, type StageModel, stageModel } from "./models.ts";
import { type Destination, judgeWarnings } from "./notices.ts";
import { makePlan } from "./plan-record.ts";
import { layered } from "./package-files.ts";
import { readPrices } from "./prices.ts";
import { readRatios } from "./ratios.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import { scopeOf } from "./scope.ts";
import { type RunFlags, readSettings } from "./settings.ts";

export interface PlanOptions {
  readonly wing: Wing;
  readonly flags: RunFlags;
  /** The run directory, which need not be there: only its calls.jsonl is read. */
  readonly directory: string;
  /** Where a model's requests go. */
  readonly placeOf: (model: StageModel) => string;
}

export interface Planned {
  readonly plan: Plan;
  /** Of models that judge their own work. */
  readonly warnings: readonly string[];
}

/** All that goes by file is a batch's, whoever moves the files. */
function modelFor(settings: Settings, stage: string, batch: string | undefined): StageModel {
  const model = stageModel(settings, stage, batch === "api");
  return batch === "files" && !isFree(model) ? { ...model, batch: true } : model;
}

/** Of the stages that ask a model; an unknown provider is refused here, before anything is counted. */
const destinationsOf = ({ stages }: Recipe, modelOf: (stage: string) => StageModel, placeOf: PlanOptions["placeOf"]): Destination[] =>
  stages
    .filter(({ prompts }) => prompts.length > 0)
    .map(stage => ({ stage, model: modelOf(stage.name) }))
    .filter(({ model }) => !isFree(model))
    .map(({ stage, model }) => ({ stage, model: model.name, place: placeOf(model) }));

/** Writes nothing and takes no lock, so that a run may go on meanwhile; nothing is asked or fetched. */
export async function planRun({ wing, flags, directory, placeOf }: PlanOptions): Promise<Planned> {
  const { settings, sources } = readSettings(wing, flags);
  const recipe = recipeOf(wing, { settings, sources, directory });
  checkStageNames(settings, recipe.stages);
  const modelOf = (stage: string) => modelFor(settings, stage, flags.batch);
  const destinations = destinationsOf(recipe, modelOf, placeOf);
  const ratios = readRatios(wing);
  const scope = await scopeOf({ wing, settings, sources, directory, ratios });
  const foreseen = foresee(stagesUntil(recipe.stages, flags.until), { scope, ratios, templates: createTemplates(layered("prompts")) });
  const items = { wanted: scope.wanted, expected: Math.min(scope.wanted, scope.most) };
  const basis = { measured: ratios.measured, factor: ratios.factor };
  const plan = makePlan({ wing, foreseen, items, basis, modelOf, placeOf, prices: readPrices(), directory, maxCost: settings.maxCost });
  const fetched = [sources.feeds, sources.sitemaps, sources.urls].some(given => given !== undefined);
  const unread = fetched ? ["What the feeds, sitemaps and pages bring is not counted: nothing is fetched for a plan."] : [];
  return { plan, warnings: [...unread, ...judgeWarnings(destinations.filter(({ stage }) => foreseen.has(stage.name)))] };
}
