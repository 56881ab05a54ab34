// Defines the command `ragwright decide`: its arguments and options.

import { Command, Option } from "commander";
import { parseList } from "../parse-lists.ts";
import { lazyAction } from "./lazy-action.ts";
import { addModelOptions } from "./model-options.ts";

export const decideCommand = addModelOptions(
  new Command("decide")
    .description(
      "decide which of two systems is better, for what, by how much and at what cost; how certain that is, and what would overturn it",
    )
    .argument(
      "<first>",
      "predictions of one system, in any format that evaluate reads; or the address of its endpoint, which is sent items in random order until the comparison is decided",
    )
    .argument("<second>", "predictions or endpoint of the other system")
    .requiredOption("--against <run>", "run directory, or a published dataset's file")
    .option(
      "--names <names>",
      "names of the two systems (default: names of files or hosts)",
      parseList,
    )
    .addOption(new Option("--split <name>", "only items of this split").choices(["dev", "test"]))
    .option(
      "--metric <name>",
      "decide by this metric (default: completeness if people have corrected a judge, otherwise evidence-recall)",
    )
    .option("--margin <share>", "systems that differ by less count as equal: 0.02 is two points")
    .option(
      "--interim",
      "predictions are still coming in: intervals that hold however often you check, and are therefore wider",
    )
    .addOption(
      new Option("--language <name>", "language of the page").choices(["en", "zh"]).default("en"),
    )
    .option(
      "--out <directory>",
      "where to write (default: <run>/decisions/<first>-<second>; for a dataset's file: out/decisions/…)",
    ),
  "a judge, which is given items in random order until the comparison is decided; without one, the verdicts in the run's evaluations count",
).action(lazyAction(async () => (await import("../decide.ts")).decide));
