// Prompts of a run: a project's own override the package's, with only the question types that the mix wants.

import { typesOfDocuments } from "../../schemas/items/question-types.ts";
import { type Settings, typesWanted } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import { createTemplates, type Templates } from "../llm/templates.ts";
import { familyStage } from "../questions/families.ts";
import { layered } from "./package-files.ts";

/** A model cannot offer types it does not know, and definitions of other types need not be paid for. */
export function runTemplates(
  { mix }: Pick<Settings, "mix">,
  stages: readonly Pick<Stage, "name">[],
): Templates {
  const types = typesWanted(mix);
  const documents = typesOfDocuments(types);
  const apart = stages.some(({ name }) => name === familyStage);
  return createTemplates(layered("prompts"), {
    types: apart ? documents : types,
    "types of families": types.filter(type => !documents.includes(type)),
  });
}
