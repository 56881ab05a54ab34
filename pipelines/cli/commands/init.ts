// Defines the command `ragwright init`: its arguments and options.

import { Command } from "commander";
import { parseList } from "../parse-lists.ts";
import { lazyAction } from "./lazy-action.ts";

export const initCommand = new Command("init")
  .description(
    "create a project to edit: settings, the schema that editors check them with, a folder for seeds; on a terminal, it asks for what it needs if no option is given",
  )
  .argument("[directory]", "where to create it", ".")
  .option(
    "--from <paths>",
    "what you have: seed documents, files, news, questions with their documents, or addresses of feeds",
    parseList,
  )
  .option("--language <list>", "zh,en", parseList)
  .option("--items <number>", "total number of items to make")
  .option("--model <name>", "rules, openai:NAME or PROVIDER:NAME")
  .option("--typescript", "ragwright.config.ts instead of ragwright.yaml")
  .action(lazyAction(async () => (await import("../init.ts")).init));
