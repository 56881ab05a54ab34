// What a wing is given of a user's words, and what it makes of them.

import type { Settings } from "../../schemas/settings.ts";
import type { Input } from "../engine/pipeline.ts";
import type { RunOptions, Sources } from "./options.ts";
import type { StagePlan } from "./stage-plan.ts";

export interface RecipeParts {
  readonly settings: Settings;
  readonly sources: Sources;
  /** Whether documents are but a part of those that the user has: others may be named then. */
  readonly sampled?: boolean;
  /** The run directory. */
  readonly directory: string;
  /** What a program makes of the wing's stages. */
  readonly stages?: RunOptions["stages"];
  /** An earlier run of which this one makes a fresh split. */
  readonly older?: string | undefined;
}

/** What a wing makes of the user's words. */
export interface RunInputs {
  readonly plan: StagePlan;
  readonly inputs: Input[];
  /** What is to be noted in the run directory before the first stage; a plan does not. */
  readonly prepare?: () => void;
}
