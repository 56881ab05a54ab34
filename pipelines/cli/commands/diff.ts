// Defines the command `ragwright diff`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const diffCommand = new Command("diff")
  .description(
    "what two runs have in common and where they differ; for one run made from files, what became of its items when the files changed",
  )
  .argument("<first>", "run directory")
  .argument("[second]", "run directory")
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../diff.ts")).diff));
