// `ragwright decide`, as it is typed.

import { Command, Option } from "commander";
import { list } from "../lists.ts";
import { acting } from "./acting.ts";
import { addModelOptions } from "./model-options.ts";

export const decideCommand = addModelOptions(
  new Command("decide")
    .description(
      "which of two systems is better for what, by how much, how sure, what overturns it, and what it costs",
    )
    .argument(
      "<first>",
      "predictions of the one system, in any form that evaluate reads; or its endpoint's address, which is asked for items in random order until it is decided",
    )
    .argument("<second>", "predictions of the other")
    .requiredOption("--against <run>", "run directory, or a published dataset's file")
    .option("--names <names>", "what the two are called (default: names of files or hosts)", list)
    .addOption(new Option("--split <name>", "only items of this split").choices(["dev", "test"]))
    .option(
      "--metric <name>",
      "decide by this metric (default: completeness where people have set a judge right, else evidence-recall)",
    )
    .option("--margin <share>", "systems that differ by less are alike: 0.02 is two points")
    .option(
      "--interim",
      "predictions still come in: intervals that hold however often you look, and are wider for it",
    )
    .addOption(new Option("--language <name>", "of the page").choices(["en", "zh"]).default("en"))
    .option(
      "--out <directory>",
      "where to (default: <run>/decisions/<first>-<second>; against a dataset's file out/decisions/…)",
    ),
  "a judge, asked for items in random order until it is decided; without one the verdicts count that stand in the run's evaluations",
).action(acting(async () => (await import("../decide.ts")).decide));
