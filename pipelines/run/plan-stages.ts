// Plans a list of stages from their expected input: the calls they would make and what these would cost, written into the run's folder.

import { join } from "node:path";
import type { Plan } from "../../schemas/plan.ts";
import type { PlanRatios } from "../../schemas/plan-ratios.ts";
import type { Settings } from "../../schemas/settings.ts";
import { replaceFile } from "../engine/files.ts";
import type { Stage } from "../engine/stage.ts";
import { forecastCalls, type Scope } from "./call-forecast.ts";
import { isFree, type StageModel, stageModel } from "./models.ts";
import { type Destination, judgeWarnings, endpointFor } from "./notices.ts";
import type { OwnModels } from "./own-models.ts";
import { makePlan } from "./plan-record.ts";
import { readPrices } from "./prices.ts";
import { runTemplates } from "./run-templates.ts";

export interface Planned {
  readonly plan: Plan;
  /** Path of the written plan. */
  readonly path: string;
  /** Warnings about what is not counted, and about models that judge their own work. */
  readonly warnings: readonly string[];
}

export interface PlanOptions {
  /** The wing, or evaluate, baseline or audit. */
  readonly name: string;
  /** Directory of the run, where plan.json is written. */
  readonly directory: string;
  readonly stages: readonly Stage[];
  readonly settings: Settings;
  readonly batch: "api" | "files" | undefined;
  /** Models that the program passed in. */
  readonly ownModels: OwnModels;
  readonly ratios: PlanRatios;
  readonly scope: Scope;
  readonly items: Plan["items"];
}

/** The model of a stage: requests by file count as batch, even if a person moves the files. */
function modelFor(settings: Settings, stage: string, batch: string | undefined): StageModel {
  const model = stageModel(settings, stage, batch === "api");
  return batch === "files" && !isFree(model) ? { ...model, batch: true } : model;
}

/** Destinations of the stages that call a model; an unknown provider is refused here, before anything is counted. */
const destinationsOf = (
  stages: readonly Stage[],
  modelOf: (stage: string) => StageModel,
  endpointOf: (model: StageModel) => string,
): Destination[] =>
  stages
    .filter(({ prompts }) => prompts.length > 0)
    .map(stage => ({ stage, model: modelOf(stage.name) }))
    .filter(({ model }) => !isFree(model))
    .map(({ stage, model }) => ({ stage, model: model.name, endpoint: endpointOf(model) }));

/** Plans without a lock, so a run may be in progress at the same time; calls no model and fetches nothing. */
export function planStages(options: PlanOptions): Planned {
  const { name, directory, stages, settings, batch, ownModels, ratios, scope, items } = options;
  const modelOf = (stage: string) => modelFor(settings, stage, batch);
  const endpointOf = (model: StageModel) => endpointFor(model, { directory, batch, ownModels });
  const destinations = destinationsOf(stages, modelOf, endpointOf);
  const forecasts = forecastCalls(stages, {
    scope,
    ratios,
    templates: runTemplates(settings, stages),
  });
  const plan = makePlan({
    wing: name,
    forecasts,
    items,
    basis: { measured: ratios.measured, factor: ratios.factor },
    modelOf,
    endpointOf,
    prices: readPrices(),
    directory,
    maxCost: settings.maxCost,
  });
  const path = join(directory, "plan.json");
  replaceFile(path, [`${JSON.stringify(plan, null, 2)}\n`]);
  const usedDestinations = destinations.filter(({ stage }) => forecasts.has(stage.name));
  return { plan, path, warnings: judgeWarnings(usedDestinations) };
}
