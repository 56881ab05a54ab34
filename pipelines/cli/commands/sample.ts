// `ragwright sample`, as it is typed.

import { Command } from "commander";
import { acting } from "./lazy-action.ts";

export const sampleCommand = new Command("sample")
  .description(
    "unpack the sample that ships with the package: 144 items of all three wings in Chinese and English, no key needed",
  )
  .option("--to <directory>", "where to (default: out/sample)")
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../sample.ts")).sample));
