// What a run needs to know about a wing: how it starts from the user's settings and sources, and which stages follow.

import type { z } from "zod";
import type { Settings } from "../../../schemas/settings.ts";
import type { Wing } from "../../../schemas/wings.ts";
import type { Input } from "../../engine/pipeline.ts";
import type { Stage } from "../../engine/stage.ts";
import type { RunOptions, Sources } from "../options.ts";

export interface RecipeParts {
  readonly settings: Settings;
  readonly sources: Sources;
  /** Whether documents are only a sample of the user's: weights may then name other documents. */
  readonly isSample?: boolean;
  /** The run directory. */
  readonly directory: string;
  /** A program's changes to the wing's stages. */
  readonly stages?: RunOptions["stages"];
  /** The directory of an earlier run that this one refreshes. */
  readonly olderDirectory?: string | undefined;
}

/** The plan and the inputs that a wing makes from the settings and the sources. */
export interface RunInputs<Plan> {
  readonly plan: Plan;
  readonly inputs: Input[];
  /** Records notes in the run directory before the first stage; planning does not call it. */
  readonly prepare?: () => void;
}

/** The rest of a wing's record is data: `wings` in `schemas/wings.ts`. */
export interface RunWing<Plan extends { readonly wing: Wing }> {
  /** Determines the stages. Survives a round trip through JSON, so that other machines make the same stages. Contains no keys. */
  readonly plan: z.ZodType<Plan>;
  /** Throws PipelineError("wrong-use") for sources that the wing does not accept. */
  readonly readInputs: (parts: RecipeParts) => RunInputs<Plan>;
  /** In flow order. */
  readonly stages: (plan: Plan) => Stage[];
}
