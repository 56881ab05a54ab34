// `ragwright twin`, as it is typed.

import { Command } from "commander";
import { acting } from "./acting.ts";

export const twinCommand = new Command("twin")
  .description(
    "the counterfactual twin of a run: the same documents with some facts changed, the same questions, and the answers that then hold",
  )
  .argument("<run>", "run directory")
  .option("--out <directory>", "run directory of the twin (default: <run>-twin)")
  .option(
    "--share <share>",
    "of the facts that can be changed (default: as few as change as many items as can be)",
  )
  .option("--random-seed <number>", "for other changes (default: the run's)")
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../twin.ts")).twin));
