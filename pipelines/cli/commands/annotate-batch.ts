// Defines the command `ragwright annotate batch`: its arguments and options.

import { Command, Option } from "commander";
import { BatchFormat, Protocol } from "../../../schemas/annotation.ts";
import { parseList } from "../lists.ts";
import { lazyAction } from "./lazy-action.ts";

export const batchCommand = new Command("batch")
  .description("draw a sample that no one has been given yet, and write a folder for each person")
  .argument("<run>", "run directory")
  .addOption(
    new Option("--protocol <name>", "what people judge")
      .choices(Protocol.options)
      .makeOptionMandatory(),
  )
  .option("--annotators <names>", "one folder each (default: annotator-1)", parseList)
  .option("--per-stratum <number>", "items of each type, language and domain (default: 10)")
  .option(
    "--share <share>",
    "instead of --per-stratum: this share of all items, spread across the strata",
  )
  .option("--overlap <share>", "share of the items that everyone judges", "0.2")
  .option(
    "--controls <share>",
    "extra hidden items with a known fault, as a share of each person's tasks",
    "0.05",
  )
  .option(
    "--rejected <share>",
    "extra hidden candidates that the automatic filters rejected",
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
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../annotate-batch.ts")).annotateBatch));
