// Models that a program brings: settings call them `own:NAME`, and what asks for that name is given the object.

import { PipelineError } from "../engine/errors.ts";
import type { Model } from "../llm/model.ts";
import type { ModelChoice } from "./options.ts";

/** By their names. */
export type OwnModels = ReadonlyMap<string, Model>;

export const ownProvider = "own";

const isOwn = (choice: ModelChoice | undefined): choice is Model =>
  typeof choice === "object" && "complete" in choice;

/** What the settings hold in the place of a choice. */
export function namedModel(choice: NonNullable<ModelChoice>): {
  readonly model?: string | undefined;
} {
  if (isOwn(choice)) return { model: `${ownProvider}:${choice.name}` };
  return typeof choice === "string" ? { model: choice } : choice;
}

/** PipelineError("wrong-use") for two models of one name: replies are kept by it. */
export function ownModels(choices: readonly (ModelChoice | undefined)[]): OwnModels {
  const own = new Map<string, Model>();
  for (const choice of choices.filter(isOwn)) {
    if ((own.get(choice.name) ?? choice) !== choice)
      throw new PipelineError("wrong-use", `Two models are called ${choice.name}.`, {
        hint: "Give each a name of its own: replies are kept by it.",
      });
    own.set(choice.name, choice);
  }
  return own;
}

/** PipelineError("bad-settings") for one that nobody brought: settings noted by a program's run name it. */
export function ownModel(own: OwnModels, name: string): Model {
  const model = own.get(name);
  if (model) return model;
  throw new PipelineError(
    "bad-settings",
    `The model ${ownProvider}:${name} is one that a program brings, and none did.`,
    { hint: "Name another with --model, or start from that program." },
  );
}

/** Whether a model is chosen, not settings alone of the one that there is. */
export const namesModel = (choice: ModelChoice | undefined): boolean =>
  choice !== undefined && namedModel(choice).model !== undefined;
