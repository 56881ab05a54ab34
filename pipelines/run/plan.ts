// Plans a run: reads its settings and inputs as `run` does, and estimates the calls it would make.

import { join } from "node:path";
import type { Settings } from "../../schemas/settings.ts";
import { stagesUntil } from "../engine/pipeline.ts";
import { planStages, type Planned } from "./plan-stages.ts";
import { checkStageNames } from "./models.ts";
import type { RunOptions, Sources } from "./options.ts";
import { ratiosName, readRatios } from "./ratios.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import { type RunScope, scopeOf } from "./scope.ts";
import { readSettings } from "./settings.ts";

const fetchWarnings = ({ feeds, sitemaps, urls }: Sources): string[] =>
  [feeds, sitemaps, urls].some(given => given !== undefined)
    ? ["Articles from feeds, sitemaps and pages are not counted: nothing is fetched for a plan."]
    : [];

const sortingWarnings = ({ plan }: Recipe): string[] =>
  plan.wing === "rageval" && plan.unsorted
    ? ["The number of kinds of seeds is not known yet: seeds in one language count as one kind."]
    : [];

type Options = Omit<RunOptions, "signal" | "reporter">;

/** A plan of a run, with the scope and settings it is based on. */
export interface PlannedRun extends Planned {
  readonly scope: RunScope;
  readonly settings: Settings;
}

/** Plans what `run` would ask, send and cost with the same options; writes plan.json into the run directory. */
export async function plan(options: Options): Promise<PlannedRun> {
  const { wing, batch, out: directory = join("out", wing) } = options;
  const { settings, sources, ownModels } = readSettings(options);
  const recipe = recipeOf(wing, { settings, sources, directory, stages: options.stages });
  checkStageNames(settings, recipe.stages);
  const stages = stagesUntil(recipe.stages, options.until);
  const ratios = readRatios(ratiosName(wing, settings.method));
  const scope = await scopeOf({ wing, settings, sources, directory, ratios });
  const items = { wanted: scope.wanted, expected: Math.min(scope.wanted, scope.maxItems) };
  const planned = planStages({
    name: wing,
    directory,
    stages,
    settings,
    batch,
    ownModels,
    ratios,
    scope,
    items,
  });
  return {
    ...planned,
    scope,
    settings,
    warnings: [...fetchWarnings(sources), ...sortingWarnings(recipe), ...planned.warnings],
  };
}
