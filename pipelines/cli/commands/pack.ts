// `ragwright pack` and `ragwright check`, as they are typed.

import { Command, Option } from "commander";
import { list } from "../lists.ts";
import { acting } from "./acting.ts";

export const packCommand = new Command("pack")
  .description(
    "packs a run into a folder of at most 2 MB to be committed: items, gold, the text of their evidence, no corpus",
  )
  .argument("<run>", "run directory")
  .requiredOption("--to <directory>", "where to, for example evals/handbook")
  .addOption(new Option("--split <name>", "only the items of this split").choices(["dev", "test"]))
  .option("--items <number>", "no more items than this; the same ones stay when the run grows")
  .option("--accepted", "only items that people accepted, as they edited them")
  .option(
    "--sound [findings]",
    "only items against which ragwright audit found nothing, or none of these findings",
  )
  .option("--min-worth <mark>", "only items whose marks are this in the mean (1 to 5)")
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../pack.ts")).pack));

export const checkCommand = new Command("check")
  .description(
    "which items of a packed benchmark are stale: the documents no longer say what their answers rest on (exit code 0)",
  )
  .argument("<benchmark>", "folder that ragwright pack wrote")
  .requiredOption("--documents <paths>", "the documents as they are now: files or folders", list)
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../pack.ts")).check));
