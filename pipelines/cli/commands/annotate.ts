// Defines the command `ragwright annotate`: its subcommands write batches, serve the page, import verdicts and measure agreement.

import { Command } from "commander";
import { helpHint } from "./lazy-action.ts";
import { agreementCommand } from "./annotate-agreement.ts";
import { batchCommand } from "./annotate-batch.ts";
import { importCommand } from "./annotate-import.ts";
import { serveCommand } from "./annotate-serve.ts";

export const annotateCommand = new Command("annotate")
  .description("let people judge the data: write batches, import verdicts, measure agreement")
  .exitOverride()
  .showHelpAfterError(helpHint);
for (const command of [batchCommand, serveCommand, importCommand, agreementCommand])
  annotateCommand.addCommand(command.exitOverride().showHelpAfterError(helpHint));
