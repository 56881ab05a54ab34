// `ragwright report`, as it is typed.

import { Command, Option } from "commander";
import { acting } from "./lazy-action.ts";

export const reportCommand = new Command("report")
  .description("write one HTML file about a run")
  .argument("<run>", "run directory")
  .addOption(
    new Option("--language <name>", "language of the page").choices(["en", "zh"]).default("en"),
  )
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../report.ts")).report));
