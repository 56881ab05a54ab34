// Defines the commands that read a run: `ragwright status`, `trace`, `diff` and `report`, with their arguments and options.

import { Command, Option } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const statusCommand = new Command("status")
  .description(
    "show progress, outcomes and calls of a run, and its workers if it is on a queue; works while it is running",
  )
  .argument("<run>", "run directory")
  .option(
    "--queue <url>",
    "address of the queue, if different from the one the run used: redis://host:6379",
  )
  .action(lazyAction(async () => (await import("../status.ts")).status));

export const traceCommand = new Command("trace")
  .description("trace an item (or any row) back to its seed, prompts and calls")
  .argument("<run>", "run directory")
  .argument("<id>", "id of an item or row, or a prefix of it")
  .action(lazyAction(async () => (await import("../trace.ts")).traceRow));

export const diffCommand = new Command("diff")
  .description(
    "show what two runs have in common and where they differ; for one run made from files, what happened to its items when the files changed",
  )
  .argument("<first>", "run directory")
  .argument("[second]", "run directory")
  .action(lazyAction(async () => (await import("../diff.ts")).diff));

export const reportCommand = new Command("report")
  .description("write one HTML file about a run")
  .argument("<run>", "run directory")
  .addOption(
    new Option("--language <name>", "language of the page").choices(["en", "zh"]).default("en"),
  )
  .action(lazyAction(async () => (await import("../report.ts")).report));
