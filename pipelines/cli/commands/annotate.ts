// Defines the command `ragwright annotate`: its subcommands write batches, serve the page, import verdicts and measure agreement.

import { Command, Option } from "commander";
import { BatchFormat, Protocol } from "../../../schemas/annotation.ts";
import { parseList } from "../parse-lists.ts";
import { helpHint, lazyAction } from "./lazy-action.ts";

const batchCommand = new Command("batch")
  .description(
    "draw a sample of items that nobody has been given yet, and write a folder for each person",
  )
  .argument("<run>", "run directory")
  .addOption(
    new Option("--protocol <name>", "what people judge")
      .choices(Protocol.options)
      .makeOptionMandatory(),
  )
  .option(
    "--annotators <names>",
    "names of the annotators, who get one folder each (default: annotator-1)",
    parseList,
  )
  .option("--per-stratum <number>", "items of each type, language and domain (default: 10)")
  .option(
    "--share <share>",
    "instead of --per-stratum: this share of all items, spread across the strata",
  )
  .option("--overlap <share>", "share of the items that everyone judges", "0.2")
  .option(
    "--controls <share>",
    "additional items with a planted fault, hidden among each person's tasks, as a share of those",
    "0.05",
  )
  .option(
    "--rejected <share>",
    "additional candidates that the automatic filters rejected, hidden among the tasks, as a share of the items",
    "0.1",
  )
  .option("--conflicts", "only the items on which people disagreed: the new verdicts settle them")
  .option("--predictions <file>", "judge: answers of a RAG system, JSONL of {id, answer}")
  .option(
    "--for-decision <files...>",
    "judge: answers of two systems; draws the items whose verdicts help most to decide between them",
  )
  .option("--type <list>", "only these types", parseList)
  .option("--language <list>", "only these languages", parseList)
  .option("--domain <list>", "only these domains", parseList)
  .option(
    "--format <list>",
    `in addition to our JSONL: ${BatchFormat.options.join(", ")}`,
    parseList,
  )
  .option("--random-seed <number>", "change it to draw another sample", "1")
  .option(
    "--out <directory>",
    "where to write (default: <run>/annotate/batches/<protocol>, then <protocol>-2)",
  )
  .action(lazyAction(async () => (await import("../annotate.ts")).annotateBatch));

const serveCommand = new Command("serve")
  .description(
    "serve a local page to judge a batch on; every verdict is saved immediately, Ctrl-C stops the server",
  )
  .argument("<folder>", "one person's folder of a batch")
  .option("--port <number>", "0 for any free port", "4870")
  .option(
    "--host <address>",
    "address to listen on; unless it is local, the page needs a token (RAGWRIGHT_TOKEN, or one is generated)",
    "127.0.0.1",
  )
  .option("--json", "one JSON value on stdout when the page is ready")
  .action(lazyAction(async () => (await import("../annotate.ts")).annotateServe));

const importCommand = new Command("import")
  .description(
    "import people's verdicts into the run: folders, our JSONL, CSV, XLSX, Label Studio's JSON export; can be repeated",
  )
  .argument("<run>", "run directory")
  .argument(
    "<verdicts...>",
    "one person's folder, a batch's folder with everyone's folders, or a file",
  )
  .action(lazyAction(async () => (await import("../annotate.ts")).annotateImport));

const agreementCommand = new Command("agreement")
  .description(
    "measure how well people agree: κ, α, acceptance with its interval, controls missed, seconds per task; published numbers next to ours",
  )
  .argument("<run>", "run directory")
  .addOption(new Option("--protocol <name>", "only this protocol").choices(Protocol.options))
  .option(
    "--judge <name>",
    "an annotator that is a model: compared with people, not counted as one of them",
  )
  .action(lazyAction(async () => (await import("../annotate.ts")).printAgreement));

export const annotateCommand = new Command("annotate")
  .description("let people judge the data: write batches, import verdicts, measure agreement")
  .exitOverride()
  .showHelpAfterError(helpHint);
for (const command of [batchCommand, serveCommand, importCommand, agreementCommand])
  annotateCommand.addCommand(command.exitOverride().showHelpAfterError(helpHint));
