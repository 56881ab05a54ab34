// Defines the command `ragwright annotate serve`: its arguments and options.

import { Command } from "commander";
import { lazyAction } from "./lazy-action.ts";

export const serveCommand = new Command("serve")
  .description(
    "serve a local page to judge a batch on; every verdict is saved immediately, Ctrl-C stops the server",
  )
  .argument("<folder>", "one person's folder of a batch")
  .option("--port <number>", "0 for any free port", "4870")
  .option(
    "--host <address>",
    "address to listen on; unless it is local, the page needs a token (RAGWRIGHT_TOKEN, or one is generated)",
    "127.0.0.1",
  )
  .option("--json", "one JSON value on stdout when the page is ready")
  .action(lazyAction(async () => (await import("../annotate-serve.ts")).annotateServe));
