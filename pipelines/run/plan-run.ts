// Plans one command: reads its settings as `run` does, counts by a dry run, prices what was counted.

import type { Plan } from "../../schemas/plan.ts";
import type { Settings, Wing } from "../../schemas/settings.ts";
import { dryRun } from "./dry-run.ts";
import { checkStageNames, isFree, type StageModel, stageModel } from "./models.ts";
import { type Destination, judgeWarnings } from "./notices.ts";
import { makePlan } from "./plan-record.ts";
import { readPrices } from "./prices.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import { type RunFlags, readSettings } from "./settings.ts";

export interface PlanOptions {
  readonly wing: Wing;
  readonly flags: RunFlags;
  /** The run directory, which need not be there: only its calls.jsonl is read. */
  readonly directory: string;
  /** Where a model's requests go. */
  readonly placeOf: (model: StageModel) => string;
  readonly signal: AbortSignal;
}

export interface Planned {
  readonly plan: Plan;
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
const destinationsOf = ({ stages }: Recipe, modelOf: (stage: string) => StageModel, placeOf: PlanOptions["placeOf"]): Destination[] =>
  stages
    .filter(({ prompts }) => prompts.length > 0)
    .map(stage => ({ stage, model: modelOf(stage.name) }))
    .filter(({ model }) => !isFree(model))
    .map(({ stage, model }) => ({ stage, model: model.name, place: placeOf(model) }));

/** Writes nothing but a folder of its own that is gone afterwards; takes no lock, so that a run may go on meanwhile. */
export async function planRun({ wing, flags, directory, placeOf, signal }: PlanOptions): Promise<Planned> {
  const { settings, sources } = readSettings(wing, flags);
  const recipe = recipeOf(wing, { settings, sources, directory });
  checkStageNames(settings, recipe.stages);
  const modelOf = (stage: string) => modelFor(settings, stage, flags.batch);
  const destinations = destinationsOf(recipe, modelOf, placeOf);
  const prices = readPrices();
  const { counts, failures } = await dryRun({ settings, recipe, until: flags.until, modelOf, signal });
  const plan = makePlan({ wing, counts, modelOf, placeOf, prices, directory, maxCost: settings.maxCost });
  return { plan, failures, warnings: judgeWarnings(destinations.filter(({ stage }) => counts.has(stage.name))) };
}
