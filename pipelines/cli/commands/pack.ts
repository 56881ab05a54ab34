// Defines the commands `ragwright pack` and `ragwright check`: their arguments and options.

import { Command, Option } from "commander";
import { parseList } from "../lists.ts";
import { lazyAction } from "./lazy-action.ts";

export const packCommand = new Command("pack")
  .description(
    "pack a run into a folder of at most 2 MB to commit: items, ground truth and the text of their evidence, but no corpus",
  )
  .argument("<run>", "run directory")
  .requiredOption("--to <directory>", "where to write, for example evals/handbook")
  .addOption(new Option("--split <name>", "only the items of this split").choices(["dev", "test"]))
  .option("--items <number>", "at most this many items; the same items are kept when the run grows")
  .option("--accepted", "only items that people accepted, as they edited them")
  .option(
    "--sound [findings]",
    "only items without findings of ragwright audit, or without these findings",
  )
  .option("--min-worth <mark>", "only items whose mean mark is at least this (1 to 5)")
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../pack.ts")).pack));

export const checkCommand = new Command("check")
  .description(
    "find the stale items of a packed benchmark: those whose evidence is no longer in the documents (exit code 0)",
  )
  .argument("<benchmark>", "folder that ragwright pack wrote")
  .requiredOption(
    "--documents <paths>",
    "the documents as they are now: files or folders",
    parseList,
  )
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../pack.ts")).check));
