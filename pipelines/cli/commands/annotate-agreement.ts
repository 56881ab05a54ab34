// Defines the command `ragwright annotate agreement`: its arguments and options.

import { Command, Option } from "commander";
import { Protocol } from "../../../schemas/annotation.ts";
import { lazyAction } from "./lazy-action.ts";

export const agreementCommand = new Command("agreement")
  .description(
    "κ, α, acceptance with its interval, controls missed, seconds per task; the published numbers next to ours",
  )
  .argument("<run>", "run directory")
  .addOption(new Option("--protocol <name>", "only this protocol").choices(Protocol.options))
  .option(
    "--judge <name>",
    "an annotator that is a model: compared with people, not counted as one of them",
  )
  .option("--json", "one JSON value on stdout")
  .action(lazyAction(async () => (await import("../annotate-agreement.ts")).printAgreement));
