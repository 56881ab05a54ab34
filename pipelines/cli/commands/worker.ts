// Defines the command `ragwright worker`: its options.

import { Command } from "commander";
import { parseList } from "../parse-lists.ts";
import { lazyAction } from "./lazy-action.ts";

export const workerCommand = new Command("worker")
  .description(
    "process rows of the run on a queue and call models for it, on any machine; on Ctrl-C, finish the rows in progress and stop",
  )
  .requiredOption(
    "--queue <url>",
    "the Redis that ragwright run --queue was given: redis://host:6379, or rediss:// for TLS",
  )
  .option("--rows <number>", "rows processed at once (default: 160)")
  .option(
    "--allow-host <hosts>",
    "hosts that the worker may call for the run, in addition to the models' own: host or host:port",
    parseList,
  )
  .option(
    "--allow-key <names>",
    "environment variables that the worker may read as keys for the run, in addition to the models' own",
    parseList,
  )
  .option(
    "--out <directory>",
    "the worker's own folder, for replies that are not saved in the run yet (default: the first free one of out/workers/1, 2, …)",
  )
  .addHelpText(
    "after",
    `
The run decides which models are called; the worker decides which hosts are called and which variables are read as keys: in addition to each
provider's own host and variable, it accepts what ragwright.yaml in its folder names for its models, and what --allow-host and --allow-key name.
The environment of the worker holds the keys of the models (OPENAI_API_KEY and the like; they are sent nowhere else), and may hold
  RAGWRIGHT_QUEUE_USER, RAGWRIGHT_QUEUE_PASSWORD   for Redis; unlike in the URL, they do not appear in process lists
  RAGWRIGHT_QUEUE_SECRET                           secret that the run and its workers sign messages with: the same for all, needed if Redis is on another machine
  RAGWRIGHT_QUEUE_CA                               PEM file of the CA that signed the certificate of a Redis with TLS
Version, prompts/ and schemas/ must be those of the coordinator's machine; a worker that differs reports the difference and takes no rows.`,
  )
  .action(lazyAction(async () => (await import("../worker.ts")).worker));
