// Defines the command `ragwright export`: its arguments and options.

import { Command, Option } from "commander";
import { ExportFormat } from "../../../schemas/formats/export-formats.ts";
import { lazyAction } from "./lazy-action.ts";

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
    "only items with no findings from ragwright audit, or without these findings",
  )
  .option(
    "--min-worth <mark>",
    "only items whose mean mark, from proposer and blind reader, is at least this (1 to 5)",
  )
  .option(
    "--chunks <file>",
    "with --format beir: labels for your own chunks, JSONL of {id, documentId, start, end, text}",
  )
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../export.ts")).exportRun));
