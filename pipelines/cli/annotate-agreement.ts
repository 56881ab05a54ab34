// `ragwright annotate agreement`: how far people agree, with one another, with a judge model and with the automatic filters.

import { Command, Option } from "commander";
import { Protocol } from "../../schemas/annotation.ts";
import { agreementOf } from "../annotate/agreement/agreement.ts";
import { agreementText } from "./agreement-text.ts";
import { createPrinter } from "./print.ts";

export const agreementCommand = new Command("agreement")
  .description("κ, α, acceptance with its interval, controls missed, seconds a task; the published numbers beside ours")
  .argument("<run>", "run directory")
  .addOption(new Option("--protocol <name>", "only this one").choices(Protocol.options))
  .option("--judge <name>", "an annotator that is a model: compared with people, not counted among them")
  .option("--json", "one JSON value on stdout")
  .action((directory: string, flags: { protocol?: Protocol; judge?: string; json?: boolean }) => {
    const results = agreementOf(directory, flags);
    createPrinter(flags.json === true).result(results, agreementText(results));
  });
