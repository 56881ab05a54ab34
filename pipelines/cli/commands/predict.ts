// Defines the command `ragwright predict`: its arguments and options.

import { Command, Option } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const predictCommand = new Command("predict")
  .description(
    "ask your own RAG about each item of a run, over HTTP, through a function of a module, or through a program; run the same command again to resume after an interruption",
  )
  .argument("<run>", "run directory")
  .option(
    "--endpoint <url>",
    'URL that {"id", "question", "type", "language"} is posted to, plus "asOf" (a day) if the item has one, and "beginning" and "continuation" if it is a correction; the endpoint replies with {"answer", "retrieved", "reranked", "contexts"}',
  )
  .option(
    "--system <module#export>",
    "a function of the question, or a LangChain Runnable: ./rag.js#answer (a .ts file needs Node 22.18 or newer); it returns a string, a stream of strings, an object as for --endpoint, or a result of the AI SDK or LangChain",
  )
  .option(
    "--command <command>",
    'a program that is kept alive: it reads one line of JSON per question, as for --endpoint, and writes one line of JSON per answer: "python rag.py"',
  )
  .option("--name <name>", "name of the predictions (default: the host, the module, the program)")
  .addOption(new Option("--split <name>", "only the items of this split").choices(["dev", "test"]))
  .option(
    "--repeat <number>",
    "how many times to ask about each item, since answers vary; the second set of answers is named <name>-2",
  )
  .option("--settings <file>", "settings file (default: ragwright.yaml, if there is one)")
  .option(
    "--concurrency <number>",
    "concurrent questions (default: 16; with --command 1: each additional one starts another process)",
  )
  .option("--rpm <number>", "requests per minute")
  .option("--retry-failed", "ask again about items that got no valid reply")
  .option(
    "--redo",
    "redo rows made by a different version of the code; without this option, such a run stops before changing anything",
  )
  .addHelpText("after", "\nRAGWRIGHT_ENDPOINT_KEY, if set, is sent as a bearer token.")
  .action(lazyAction(async () => (await import("../predict.ts")).predict));
