// Defines the command `ragwright make`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";
import { runCommand } from "./run.ts";

/** Options of `run` that say what the input is: `make` detects that itself. */
const inputOptions = ["seeds", "documents", "questions", "feeds"];

export const makeCommand = new Command("make")
  .description(
    "make a benchmark from what you have: seed documents, a folder of files, news, or questions with their documents; shows an estimate before a paid model is called",
  )
  .argument("<paths...>", "files, folders, or addresses of feeds")
  .option("--yes", "use a paid model without asking for consent")
  .action(lazyAction(async () => (await import("../make.ts")).make));

for (const option of runCommand.options)
  if (!inputOptions.includes(option.attributeName())) makeCommand.addOption(option);
