// Recipe of a run: where the user starts, which inputs are read, and which stages follow.

import { distractors } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { Wing } from "../../schemas/wings.ts";
import { PipelineError } from "../engine/errors.ts";
import { type Input, lookupsOf } from "../engine/pipeline.ts";
import type { Stage } from "../engine/stage.ts";
import { readCandidateDistractors } from "./baseline-corpus.ts";
import { type StagePlan, stagesOf, wings } from "./stage-plan.ts";
import type { RecipeParts, RunInputs } from "./wings/wing.ts";

export interface Recipe extends RunInputs<StagePlan> {
  /** Stages that `stagesOf` makes from the plan, with the program's changes. */
  readonly stages: readonly Stage[];
}

export function recipeOf(wing: Wing, parts: RecipeParts): Recipe {
  const { plan, inputs, ...rest } = wings[wing].readInputs(parts);
  const stages = stagesOf(plan);
  return {
    ...rest,
    plan,
    inputs: [...inputs, ...distractorsFor(stages, parts.settings)],
    stages: parts.stages?.(stages) ?? stages,
  };
}

/** Distractors as an input, if any are named. Throws PipelineError("wrong-use") for a run that does not count keywords in them. */
function distractorsFor(stages: readonly Stage[], settings: Settings): Input[] {
  const { distractorsFrom: from } = settings;
  if (from.length === 0) return [];
  if (stages.some(stage => lookupsOf(stage).includes(distractors)))
    return [
      {
        artifact: distractors,
        rows: () => readCandidateDistractors({ distractorPaths: from, settings }),
      },
    ];
  throw new PipelineError("wrong-use", "This run does not count keywords in distractors.", {
    hint: "Remove --distractors-from (in the settings file: distractors); `ragwright baseline` accepts it for any run.",
  });
}
