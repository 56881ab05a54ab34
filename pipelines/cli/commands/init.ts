// `ragwright init`, as it is typed.

import { Command } from "commander";
import { list } from "../lists.ts";
import { acting } from "./acting.ts";

export const initCommand = new Command("init")
  .description(
    "a project to edit: settings, the schema that editors check them by, a folder for seeds; asks on a terminal where no option is given",
  )
  .argument("[directory]", "where to", ".")
  .option(
    "--from <paths>",
    "what you have: seed documents, files, news, questions with their documents, or addresses of feeds",
    list,
  )
  .option("--language <list>", "zh,en", list)
  .option("--items <number>", "items wanted in all")
  .option("--model <name>", "rules, openai:NAME or PROVIDER:NAME")
  .option("--typescript", "ragwright.config.ts in place of ragwright.yaml")
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../init.ts")).init));
