// Parses the name of a wing on the command line.

import { Wing } from "../../schemas/wings.ts";
import { PipelineError } from "../engine/errors.ts";

/** Throws PipelineError("wrong-use") if `name` is not a wing. */
export function parseWing(name: string | undefined, command: string): Wing {
  const wing = Wing.safeParse(name);
  if (wing.success) return wing.data;
  throw new PipelineError(
    "wrong-use",
    name === undefined ? "No wing was given." : `There is no wing "${name}".`,
    {
      hint: `Type: ragwright ${command} ${Wing.options.join("|")} …`,
    },
  );
}
