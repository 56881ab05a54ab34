// `ragwright export`, as it is typed.

import { Command, Option } from "commander";
import { ExportFormat } from "../../../schemas/formats/export-formats.ts";
import { acting } from "./acting.ts";

export const exportCommand = new Command("export")
  .description("writes the dataset of a run in a published format")
  .argument("<run>", "run directory")
  .addOption(
    new Option("--format <name>", "file format")
      .choices(ExportFormat.options)
      .makeOptionMandatory(),
  )
  .option(
    "--to <directory>",
    "where to (default: <run>/dataset/<format>, with -chunks, -accepted, -sound, -worth after it where these are asked for)",
  )
  .option("--accepted", "only items that people accepted, as they edited them (ragwright annotate)")
  .option(
    "--sound [findings]",
    "only items against which ragwright audit found nothing, or none of these findings",
  )
  .option(
    "--min-worth <mark>",
    "only items whose marks, of proposer and blind reader, are this in the mean (1 to 5)",
  )
  .option(
    "--chunks <file>",
    "with --format beir: labels on your own chunks, JSONL of {id, documentId, start, end, text}",
  )
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../export.ts")).exportRun));
