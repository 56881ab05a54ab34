// `ragwright annotate import`, as it is typed.

import { Command } from "commander";
import { acting } from "./lazy-action.ts";

export const importCommand = new Command("import")
  .description(
    "import people's verdicts into the run: folders, our JSONL, CSV, XLSX, Label Studio's JSON export; as often as you like",
  )
  .argument("<run>", "run directory")
  .argument(
    "<verdicts...>",
    "one person's folder, a batch's folder with those of all people, or a file",
  )
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../annotate-import.ts")).takeVerdicts));
