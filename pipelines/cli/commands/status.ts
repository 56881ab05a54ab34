// Defines the command `ragwright status`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const statusCommand = new Command("status")
  .description(
    "progress, outcomes and calls of a run, and its workers if it is on a queue, even while it is running",
  )
  .argument("<run>", "run directory")
  .option(
    "--queue <url>",
    "address of the queue, if different from the one the run used: redis://host:6379",
  )
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../status.ts")).status));
