// Types of a wing's recipe: the user's settings and sources, and the inputs made from them.

import type { Settings } from "../../schemas/settings.ts";
import type { Input } from "../engine/pipeline.ts";
import type { RunOptions, Sources } from "./options.ts";
import type { StagePlan } from "./stage-plan.ts";

export interface RecipeParts {
  readonly settings: Settings;
  readonly sources: Sources;
  /** Whether documents are only a sample of the user's: weights may then name others. */
  readonly sampled?: boolean;
  /** The run directory. */
  readonly directory: string;
  /** A program's changes to the wing's stages. */
  readonly stages?: RunOptions["stages"];
  /** An earlier run that this one makes a fresh split of. */
  readonly older?: string | undefined;
}

/** Plan and inputs that a wing makes from settings and sources. */
export interface RunInputs {
  readonly plan: StagePlan;
  readonly inputs: Input[];
  /** Records notes in the run directory before the first stage; a plan does not call it. */
  readonly prepare?: () => void;
}
