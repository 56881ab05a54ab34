// The model that judges, beside the one that answers.

import type { Settings } from "../../schemas/settings.ts";
import type { JudgedOptions } from "./options.ts";
import { namedModel } from "./own-models.ts";

/** The judge for the stages that judge, but for those that the settings file gives a model of their own. */
export function withJudge(
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
