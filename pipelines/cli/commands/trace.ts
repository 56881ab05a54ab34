// Defines the command `ragwright trace`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const traceCommand = new Command("trace")
  .description("trace an item (or any row) back to its seed, prompts and calls")
  .argument("<run>", "run directory")
  .argument("<id>", "id of an item or row, or a prefix of it")
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../trace.ts")).traceRow));
