// Defines the command `ragwright refresh`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";
import { runCommand } from "./run.ts";

export const refreshCommand = new Command("refresh")
  .description(
    "make a fresh split with the recipe of an earlier run, from newer articles; accepts the options of run",
  )
  .argument("<run>", "run directory of the older split")
  .action(lazyAction(async () => (await import("../refresh.ts")).refresh));
for (const option of runCommand.options) refreshCommand.addOption(option);
