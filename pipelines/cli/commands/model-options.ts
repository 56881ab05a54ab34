// Options of every command that calls models: runs, judges, baselines, audits.

import { type Command, Option } from "commander";
import { parseList } from "../parse-lists.ts";

/** Adds the options to a command; their values are those of `ModelFlags`. */
export function addModelOptions(
  command: Command,
  modelDescription: string,
  { severalModels = false } = {},
): Command {
  return command
    .option(
      "--settings <file>",
      "settings file (default: ragwright.yaml or ragwright.config.ts, .mts, .js, .mjs, if there is one)",
    )
    .addOption(
      severalModels
        ? new Option("--model <names>", modelDescription).argParser(parseList)
        : new Option("--model <name>", modelDescription),
    )
    .option("--base-url <url>", "an OpenAI-compatible endpoint (default: OPENAI_BASE_URL)")
    .option("--concurrency <number>", "requests in flight at once")
    .option("--rpm <number>", "requests per minute, for each endpoint")
    .option("--tpm <number>", "tokens per minute, for each endpoint")
    .option("--max-cost <usd>", "a hard ceiling: stops before it could cost more")
    .addOption(
      new Option(
        "--batch <how>",
        "api: through the provider's Batch API; files: write requests to files and take replies from files",
      ).choices(["api", "files"]),
    )
    .option("--random-seed <number>", "seed for all random choices")
    .option("--retry-failed", "retry rows that got no valid reply")
    .option(
      "--redo",
      "redo rows made by a different version of the code; without this option, such a run stops before changing anything",
    );
}
