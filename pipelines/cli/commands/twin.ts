// Defines the command `ragwright twin`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const twinCommand = new Command("twin")
  .description(
    "make the counterfactual twin of a run: the same documents with some facts changed, the same questions, and the answers that are then correct",
  )
  .argument("<run>", "run directory")
  .option("--out <directory>", "run directory of the twin (default: <run>-twin)")
  .option(
    "--share <share>",
    "share of the changeable facts to change (default: as few as are needed to change as many items as possible)",
  )
  .option("--random-seed <number>", "change it to get different changes (default: the run's seed)")
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../twin.ts")).twin));
