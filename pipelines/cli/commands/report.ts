// Defines the command `ragwright report`: its arguments and options.

import { Command, Option } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const reportCommand = new Command("report")
  .description("write one HTML file about a run")
  .argument("<run>", "run directory")
  .addOption(
    new Option("--language <name>", "language of the page").choices(["en", "zh"]).default("en"),
  )
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../report.ts")).report));
