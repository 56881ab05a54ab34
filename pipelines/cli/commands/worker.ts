// `ragwright worker` as it is typed.

import { Command } from "commander";
import { acting } from "./acting.ts";

export const workerCommand = new Command("worker")
  .description("lend a hand to a run on a queue, from any machine; Ctrl-C finishes what is in hand")
  .requiredOption("--queue <url>", "the Redis that ragwright run --queue was given: redis://host:6379")
  .option("--rows <number>", "rows at one time (default: 160)")
  .option("--out <directory>", "folder of this worker, for replies on their way (default: the first free one of out/workers/1, 2, …)")
  .action(acting(async () => (await import("../worker.ts")).worker));
