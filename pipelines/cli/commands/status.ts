// `ragwright status`, as it is typed.

import { Command } from "commander";
import { acting } from "./acting.ts";

export const statusCommand = new Command("status")
  .description("progress, outcomes and calls of a run, also while it goes on")
  .argument("<run>", "run directory")
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../status.ts")).status));
