// Defines the command `ragwright sample`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const sampleCommand = new Command("sample")
  .description(
    "unpack the sample that ships with the package: 144 items of all three wings in Chinese and English, no key needed",
  )
  .option("--to <directory>", "where to write (default: out/sample)")
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../sample.ts")).sample));
