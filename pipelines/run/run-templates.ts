// The prompts of a run: a project's own over the package's, and of the question types those that the mix wants.

import { type Settings, typesWanted } from "../../schemas/settings.ts";
import { createTemplates, type Templates } from "../llm/templates.ts";
import { layered } from "./package-files.ts";

/** What a model is not told of it cannot offer; the definitions of other types need not be paid for. */
export const runTemplates = ({ mix }: Pick<Settings, "mix">): Templates =>
  createTemplates(layered("prompts"), { types: typesWanted(mix) });
