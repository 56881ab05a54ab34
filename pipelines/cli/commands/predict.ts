// `ragwright predict`, as it is typed.

import { Command, Option } from "commander";
import { acting } from "./acting.ts";

export const predictCommand = new Command("predict")
  .description(
    "ask your own RAG for each item of a run, over HTTP, as a module's function, or as a program; run the same command again to go on after any stop",
  )
  .argument("<run>", "run directory")
  .option(
    "--endpoint <url>",
    'where {"id", "question", "type", "language"} is posted to, with "asOf" (a day) where the item has one, and the two parts of a correction, "beginning" and "continuation"; it answers {"answer", "retrieved", "reranked", "contexts"}',
  )
  .option(
    "--system <module#export>",
    "a function of the question, or a LangChain Runnable: ./rag.js#answer (a .ts file with Node 22.18 or newer); it answers with a text, a stream of it, an object as --endpoint's, or a result of the AI SDK or LangChain",
  )
  .option(
    "--command <command>",
    'a program that is kept alive: it reads one line of JSON a question, as --endpoint\'s, and writes one line of JSON an answer: "python rag.py"',
  )
  .option(
    "--name <name>",
    "what the predictions are called (default: the host, the module, the program)",
  )
  .addOption(new Option("--split <name>", "only the items of this split").choices(["dev", "test"]))
  .option(
    "--repeat <number>",
    "times that each item is asked, since answers differ; those of the second time are called <name>-2",
  )
  .option("--settings <file>", "settings file (default: ragwright.yaml where there is one)")
  .option(
    "--concurrency <number>",
    "questions asked at once (default: 16; of a --command 1: each more is a process more)",
  )
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
