// Prompts of a run: the package's, overridden by a project's own, with only the question types in the mix.

import { withoutFamilyTypes } from "../../schemas/items/question-types.ts";
import { type Settings, questionTypesIn } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import { createTemplates, type Templates } from "../llm/templates.ts";
import { familiesStageName } from "../questions/family-questions.ts";
import { layeredPaths } from "./package-files.ts";

/** A model cannot offer types it does not know, and definitions of other types need not be paid for. */
export function runTemplates(
  { mix }: Pick<Settings, "mix">,
  stages: readonly Pick<Stage, "name">[],
): Templates {
  const types = questionTypesIn(mix);
  const documentTypes = withoutFamilyTypes(types);
  const hasFamilyStage = stages.some(({ name }) => name === familiesStageName);
  return createTemplates(layeredPaths("prompts"), {
    types: hasFamilyStage ? documentTypes : types,
    "types of families": types.filter(type => !documentTypes.includes(type)),
  });
}
