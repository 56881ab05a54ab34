// The model that judges, beside the one that answers.

import type { Settings } from "../../schemas/settings.ts";

/** The judge of `--judge` for the stages that judge, but for those that the settings file gives a model of their own. */
export function withJudge(settings: Settings, judge: string | undefined, stages: readonly string[]): Settings {
  if (judge === undefined) return settings;
  return { ...settings, models: { ...Object.fromEntries(stages.map(stage => [stage, { model: judge }])), ...settings.models } };
}
