// The wings as they are typed.

import { Wing } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";

/** PipelineError("wrong-use") for a word that names no wing. */
export function wingNamed(name: string | undefined, command: string): Wing {
  const wing = Wing.safeParse(name);
  if (wing.success) return wing.data;
  throw new PipelineError(
    "wrong-use",
    name === undefined ? "No wing is named." : `There is no wing "${name}".`,
    {
      hint: `Type: ragwright ${command} ${Wing.options.join("|")} …`,
    },
  );
}
