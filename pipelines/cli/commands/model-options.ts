// The options of every command that asks models: runs, judges, baselines, audits.

import { type Command, Option } from "commander";
import { list } from "../lists.ts";

/** Lays them on a command; their values are those of `AskingFlags`. */
export function addModelOptions(
  command: Command,
  modelWords: string,
  { severalModels = false } = {},
): Command {
  return command
    .option(
      "--settings <file>",
      "settings file (default: ragwright.yaml or ragwright.config.ts, .mts, .js, .mjs, where there is one)",
    )
    .addOption(
      severalModels
        ? new Option("--model <names>", modelWords).argParser(list)
        : new Option("--model <name>", modelWords),
    )
    .option("--base-url <url>", "an OpenAI-compatible endpoint (default: OPENAI_BASE_URL)")
    .option("--concurrency <number>", "requests in flight at once")
    .option("--rpm <number>", "requests a minute, for each endpoint")
    .option("--tpm <number>", "tokens a minute, for each endpoint")
    .option("--max-cost <usd>", "a hard ceiling: it stops before it could cost more")
    .addOption(
      new Option(
        "--batch <how>",
        "api: through the provider's Batch API; files: write requests to files and take replies from files",
      ).choices(["api", "files"]),
    )
    .option("--random-seed <number>", "seed of every random choice")
    .option("--retry-failed", "retry rows whose replies never fitted")
    .option(
      "--redo",
      "redo what other code made: without it a run of another version stops before it changes anything",
    )
    .option("--json", "one JSON value on stdout");
}
