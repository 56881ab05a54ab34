// `ragwright worker` as it is typed.

import { Command } from "commander";
import { list } from "../lists.ts";
import { acting } from "./acting.ts";

export const workerCommand = new Command("worker")
  .description(
    "take rows of the run that is on a queue and ask models for it, from any machine; Ctrl-C finishes what is in hand",
  )
  .requiredOption(
    "--queue <url>",
    "the Redis that ragwright run --queue was given: redis://host:6379, or rediss:// for TLS",
  )
  .option("--rows <number>", "rows at one time (default: 160)")
  .option(
    "--allow-host <hosts>",
    "hosts that the run may have it ask, beside the models' own: host or host:port",
    list,
  )
  .option(
    "--allow-key <names>",
    "environment variables that the run may have it read as keys, beside the models' own",
    list,
  )
  .option(
    "--out <directory>",
    "a folder of the worker's own, for replies that are not saved in the run yet (default: the first free one of out/workers/1, 2, …)",
  )
  .addHelpText(
    "after",
    `
What models the run asks comes over the queue. Where they are asked, and which variables are read as their keys, is the worker's own to say: beside each
provider's own host and variable it takes what ragwright.yaml in its folder names for its models, and what --allow-host and --allow-key name.
The environment of the worker holds the keys of the models (OPENAI_API_KEY and the like; they go nowhere else), and may hold
  RAGWRIGHT_QUEUE_USER, RAGWRIGHT_QUEUE_PASSWORD   for Redis; unlike in the URL, nobody sees them in a list of processes
  RAGWRIGHT_QUEUE_SECRET                           what the run and its workers sign their messages with: the same for all, needed where Redis is on another machine
  RAGWRIGHT_QUEUE_CA                               PEM file of who signed the certificate of a Redis with TLS
Version, prompts/ and schemas/ must be those of the coordinator's machine; a worker that differs says in what and takes no rows.`,
  )
  .action(acting(async () => (await import("../worker.ts")).worker));
