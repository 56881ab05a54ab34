// `ragwright init`, as it is typed.

import { Command } from "commander";
import { acting } from "./acting.ts";

export const initCommand = new Command("init")
  .description("a project to edit: ragwright.yaml and a folder for seeds")
  .argument("[directory]", "where to", ".")
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../init.ts")).init));
