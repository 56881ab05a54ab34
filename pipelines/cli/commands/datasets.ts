// Defines the commands that write datasets: `ragwright sample`, `export`, `pack`, `check` and `twin`, with their arguments and options.

import { Command, Option } from "commander";
import { ExportFormat } from "../../../schemas/formats/export-formats.ts";
import { parseList } from "../parse-lists.ts";
import { lazyAction } from "./lazy-action.ts";

export const sampleCommand = new Command("sample")
  .description(
    "unpack the sample that ships with the package: 144 items of all wings in Chinese and English, no key needed",
  )
  .option("--to <directory>", "where to write (default: out/sample)")
  .action(lazyAction(async () => (await import("../sample.ts")).sample));

export const exportCommand = new Command("export")
  .description("write the dataset of a run in a published format")
  .argument("<run>", "run directory")
  .addOption(
    new Option("--format <name>", "file format")
      .choices(ExportFormat.options)
      .makeOptionMandatory(),
  )
  .option(
    "--to <directory>",
    "where to write (default: <run>/dataset/<format>, followed by -chunks, -accepted, -sound, -worth if these are used)",
  )
  .option("--accepted", "only items that people accepted, as they edited them (ragwright annotate)")
  .option(
    "--sound [findings]",
    "only items without any findings from ragwright audit, or without these findings",
  )
  .option(
    "--min-worth <rating>",
    "only items whose mean rating, from the proposer and the readers, is at least this (1 to 5)",
  )
  .option(
    "--chunks <file>",
    "with --format beir: labels for your own chunks, JSONL of {id, documentId, start, end, text}",
  )
  .action(lazyAction(async () => (await import("../export.ts")).exportRun));

export const packCommand = new Command("pack")
  .description(
    "pack a run into a folder of at most 2 MB to commit: items, ground truth and the text of their evidence, but no corpus",
  )
  .argument("<run>", "run directory")
  .requiredOption("--to <directory>", "where to write, for example evals/handbook")
  .addOption(new Option("--split <name>", "only the items of this split").choices(["dev", "test"]))
  .option("--items <number>", "at most this many items; the same items are kept when the run grows")
  .option("--accepted", "only items that people accepted, as they edited them")
  .option(
    "--sound [findings]",
    "only items without any findings from ragwright audit, or without these findings",
  )
  .option("--min-worth <rating>", "only items whose mean rating is at least this (1 to 5)")
  .action(lazyAction(async () => (await import("../pack.ts")).pack));

export const checkCommand = new Command("check")
  .description(
    "find the stale items of a packed benchmark: those whose evidence is no longer in the documents (exit code 0)",
  )
  .argument("<benchmark>", "folder that ragwright pack wrote")
  .requiredOption(
    "--documents <paths>",
    "the documents as they are now: files or folders",
    parseList,
  )
  .action(lazyAction(async () => (await import("../pack.ts")).check));

export const twinCommand = new Command("twin")
  .description(
    "make the counterfactual twin of a run: the same documents with some facts changed, the same questions, and the answers that are then correct",
  )
  .argument("<run>", "run directory")
  .option("--out <directory>", "run directory of the twin (default: <run>-twin)")
  .option(
    "--share <share>",
    "share of the changeable facts to change (default: as few as are needed to change as many items as possible)",
  )
  .option("--random-seed <number>", "change it to get different changes (default: the run's seed)")
  .action(lazyAction(async () => (await import("../twin.ts")).twin));
