// Plans a run: reads its settings and what enters it as `run` does, and foresees what it would ask.

import { join } from "node:path";
import type { Settings } from "../../schemas/settings.ts";
import { stagesUntil } from "../engine/pipeline.ts";
import { foreseeStages, type Planned } from "./foresee-stages.ts";
import { checkStageNames } from "./models.ts";
import type { RunOptions, Sources } from "./options.ts";
import { ratiosName, readRatios } from "./ratios.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import { type RunScope, scopeOf } from "./scope.ts";
import { readSettings } from "./settings.ts";

const unreadOf = ({ feeds, sitemaps, urls }: Sources): string[] =>
  [feeds, sitemaps, urls].some(given => given !== undefined)
    ? ["What the feeds, sitemaps and pages bring is not counted: nothing is fetched for a plan."]
    : [];

const unsortedOf = ({ plan }: Recipe): string[] =>
  plan.wing === "rageval" && plan.unsorted
    ? ["How many kinds the seeds are of is not known yet: those in one language count as one."]
    : [];

type Options = Omit<RunOptions, "signal" | "reporter">;

/** A plan of a run, with what it was foreseen from. */
export interface PlannedRun extends Planned {
  readonly scope: RunScope;
  readonly settings: Settings;
}

/** What `run` with the same options would ask, send and cost; it is written beside the run as plan.json. */
export async function plan(options: Options): Promise<PlannedRun> {
  const { wing, batch, out: directory = join("out", wing) } = options;
  const { settings, sources, own } = readSettings(options);
  const recipe = recipeOf(wing, { settings, sources, directory, stages: options.stages });
  checkStageNames(settings, recipe.stages);
  const stages = stagesUntil(recipe.stages, options.until);
  const ratios = readRatios(ratiosName(wing, settings.method));
  const scope = await scopeOf({ wing, settings, sources, directory, ratios });
  const items = { wanted: scope.wanted, expected: Math.min(scope.wanted, scope.most) };
  const told = { name: wing, directory, stages, settings, batch, own, ratios, scope, items };
  const planned = foreseeStages(told);
  return {
    ...planned,
    scope,
    settings,
    warnings: [...unreadOf(sources), ...unsortedOf(recipe), ...planned.warnings],
  };
}
