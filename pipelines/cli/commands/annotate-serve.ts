// `ragwright annotate serve`, as it is typed.

import { Command } from "commander";
import { acting } from "./acting.ts";

export const serveCommand = new Command("serve")
  .description(
    "a local page to judge a batch on; every verdict is saved as it is made, Ctrl-C ends the page",
  )
  .argument("<folder>", "one person's folder of a batch")
  .option("--port <number>", "0 for any free one", "4870")
  .option(
    "--host <address>",
    "where it is reached; beyond this machine a token is wanted (RAGWRIGHT_TOKEN, or one is made)",
    "127.0.0.1",
  )
  .option("--json", "one JSON value on stdout when it is ready")
  .action(acting(async () => (await import("../annotate-serve.ts")).servePage));
