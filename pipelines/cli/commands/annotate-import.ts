// `ragwright annotate import`, as it is typed.

import { Command } from "commander";
import { acting } from "./acting.ts";

export const importCommand = new Command("import")
  .description(
    "take people's verdicts into the run: folders, our JSONL, CSV, XLSX, Label Studio's JSON export; again as often as you like",
  )
  .argument("<run>", "run directory")
  .argument("<verdicts...>", "one person's folder, a batch's with all of theirs, or a file")
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../annotate-import.ts")).takeVerdicts));
