// Defines the command `ragwright annotate import`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const importCommand = new Command("import")
  .description(
    "import people's verdicts into the run: folders, our JSONL, CSV, XLSX, Label Studio's JSON export; can be repeated",
  )
  .argument("<run>", "run directory")
  .argument(
    "<verdicts...>",
    "one person's folder, a batch's folder with everyone's folders, or a file",
  )
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../annotate-import.ts")).annotateImport));
