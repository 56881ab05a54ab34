// Sets the model that judges, if different from the one that answers.

import type { Settings } from "../../schemas/settings.ts";
import type { JudgedOptions } from "./options.ts";
import { namedModel } from "./own-models.ts";

/** Assigns the judge to the stages that judge, except those with their own model in the settings file. */
export function assignJudge(
  settings: Settings,
  judge: JudgedOptions["judge"],
  stages: readonly string[],
): Settings {
  if (judge === undefined) return settings;
  return {
    ...settings,
    models: {
      ...Object.fromEntries(stages.map(stage => [stage, namedModel(judge)])),
      ...settings.models,
    },
  };
}
