// `ragwright status`, as it is typed.

import { Command } from "commander";
import { acting } from "./acting.ts";

export const statusCommand = new Command("status")
  .description(
    "progress, outcomes and calls of a run, and its workers where it is on a queue; also while it goes on",
  )
  .argument("<run>", "run directory")
  .option("--queue <url>", "another way to the queue than the run took: redis://host:6379")
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../status.ts")).status));
