// Defines the commands that make benchmarks: `ragwright run`, `make` and `refresh`, with their arguments and options.

import { Command, Option } from "commander";
import { Wing } from "../../../schemas/wings.ts";
import { parseList } from "../parse-lists.ts";
import { lazyAction } from "./lazy-action.ts";
import { addModelOptions } from "./model-options.ts";

const command = new Command("run")
  .description("make a benchmark; run the same command again to resume after an interruption")
  .argument("<wing>", Wing.options.join(" or "))
  .option(
    "--seeds <paths>",
    "seed documents (rageval: in FOLDER/<kind>/<zh|en>/, or a model determines their kinds) or articles (crud): files or folders",
    parseList,
  )
  .option(
    "--documents <paths>",
    "your own documents: files or folders, of any kind that docs/documents.md lists (PDF, office files, mail, pages, tables, text …)",
    parseList,
  )
  .option(
    "--schemas <files>",
    "prepared scenario schemas instead of ones summarized from seeds: names (finance) or YAML files",
    parseList,
  )
  .option(
    "--weights <file>",
    "rageval: weights for --documents, CSV (document,weight) or JSONL; documents not listed have weight 1, those with 0 are never drawn",
  )
  .option(
    "--distractors-from <paths>",
    "documents that no item is about, and from which keywords must distinguish the items' passages: files, folders or run directories",
    parseList,
  )
  .option("--questions <files>", "your own questions about --documents, JSONL", parseList)
  .option("--feeds <addresses>", "crud: RSS, Atom or JSON feeds, as addresses or files", parseList)
  .option("--sitemaps <addresses>", "crud: sitemaps, as addresses or files", parseList)
  .option("--urls <addresses>", "crud: pages, as addresses or files with one per line", parseList)
  .option("--search <url>", "crud: a SearXNG-compatible search in addition to the corpus")
  .option("--since <date>", "crud: only articles published on this day (YYYY-MM-DD) or later")
  .option(
    "--allow-host <hosts>",
    "crud: private hosts that may be fetched from, host or host:port",
    parseList,
  )
  .option("--follow-links", "also follow links that lead out of a folder")
  .option("--out <directory>", "run directory (default: out/<wing>)")
  .option("--language <list>", "zh,en", parseList)
  .option("--domain <list>", "only these domains", parseList)
  .option("--until <stage>", "stop after this stage")
  .option("--items <number>", "total number of items to make")
  .option(
    "--queue <url>",
    "let workers process the rows (ragwright worker --queue URL), through this Redis: redis://host:6379",
  )
  .addOption(
    new Option(
      "--method <name>",
      "rageval, cofe: ours (the model chooses what to ask), or paper (as printed in the paper)",
    ).choices(["ours", "paper"]),
  )
  .option(
    "--drafts",
    "also draft each document zero-shot and one-shot, for people to rank against ours",
  );

export const runCommand = addModelOptions(
  command,
  "rules, openai:NAME, or PROVIDER:NAME through LangChain",
).action(lazyAction(async () => (await import("../run.ts")).run));

/** Options of `run` that specify what the input is: `make` detects that itself. */
const inputOptions = ["seeds", "documents", "questions", "feeds"];

export const makeCommand = new Command("make")
  .description(
    "make a benchmark from what you have: seed documents, a folder of files, news, or questions with their documents; shows an estimate before a paid model is called",
  )
  .argument("<paths...>", "files, folders, or addresses of feeds")
  .option("--yes", "use a paid model without asking for consent")
  .action(lazyAction(async () => (await import("../make.ts")).make));

for (const option of runCommand.options)
  if (!inputOptions.includes(option.attributeName())) makeCommand.addOption(option);

export const refreshCommand = new Command("refresh")
  .description(
    "make a fresh split with the recipe of an earlier run, from newer articles; accepts the options of run",
  )
  .argument("<run>", "run directory of the older split")
  .action(lazyAction(async () => (await import("../refresh.ts")).refresh));
for (const option of runCommand.options) refreshCommand.addOption(option);
