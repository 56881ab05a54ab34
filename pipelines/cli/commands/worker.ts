// `ragwright worker` as it is typed.

import { Command } from "commander";
import { acting } from "./acting.ts";

export const workerCommand = new Command("worker")
  .description("take rows of the run that is on a queue and ask models for it, from any machine; Ctrl-C finishes what is in hand")
  .requiredOption("--queue <url>", "the Redis that ragwright run --queue was given: redis://host:6379, or rediss:// for TLS")
  .option("--rows <number>", "rows at one time (default: 160)")
  .option("--out <directory>", "a folder of the worker's own, for replies that are not saved in the run yet (default: the first free one of out/workers/1, 2, …)")
  .addHelpText(
    "after",
    `
The environment of the worker holds the keys of the models (OPENAI_API_KEY and the like; they go nowhere else), and may hold
  RAGWRIGHT_QUEUE_USER, RAGWRIGHT_QUEUE_PASSWORD   for Redis; unlike in the URL, nobody sees them in a list of processes
  RAGWRIGHT_QUEUE_CA                               PEM file of who signed the certificate of a Redis with TLS
Version, prompts/ and schemas/ must be those of the coordinator's machine; a worker that differs says in what and takes no rows.`,
  )
  .action(acting(async () => (await import("../worker.ts")).worker));
