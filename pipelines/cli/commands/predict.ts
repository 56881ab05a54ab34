// `ragwright predict`, as it is typed.

import { Command, Option } from "commander";
import { acting } from "./acting.ts";

export const predictCommand = new Command("predict")
  .description(
    "ask your own RAG over HTTP for each item of a run; type the same command again to go on after any stop",
  )
  .argument("<run>", "run directory")
  .requiredOption(
    "--endpoint <url>",
    'where {"id", "question", "type", "language"} is posted to, with "asOf" (a day) where the item has one, and the two parts of a correction, "beginning" and "continuation"; it answers {"answer", "retrieved", "reranked", "contexts"}',
  )
  .option("--name <name>", "what the predictions are called (default: the endpoint's host)")
  .addOption(new Option("--split <name>", "only the items of this split").choices(["dev", "test"]))
  .option("--settings <file>", "settings file (default: ragwright.yaml where there is one)")
  .option("--concurrency <number>", "requests in flight at once")
  .option("--rpm <number>", "requests a minute")
  .option("--retry-failed", "ask again where a reply never fitted")
  .option(
    "--redo",
    "redo what other code made: without it a run of another version stops before it changes anything",
  )
  .option("--json", "one JSON value on stdout")
  .addHelpText(
    "after",
    "\nThe key in RAGWRIGHT_ENDPOINT_KEY, where it is set, is sent as a bearer token.",
  )
  .action(acting(async () => (await import("../predict.ts")).predict));
