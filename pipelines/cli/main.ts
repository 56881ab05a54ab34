#!/usr/bin/env node
// The command line.

import { Command, CommanderError } from "commander";
import { annotateCommand } from "./annotate.ts";
import { auditCommand } from "./audit.ts";
import { baselineCommand } from "./baseline.ts";
import { evaluateCommand } from "./evaluate.ts";
import { initCommand } from "./init.ts";
import { planCommand } from "./plan.ts";
import { printError } from "./print.ts";
import { predictCommand } from "./predict.ts";
import { refreshCommand } from "./refresh.ts";
import { runCommand } from "./run.ts";
import { diffCommand, exportCommand, reportCommand, statusCommand, traceCommand } from "./views.ts";

const program = new Command("ragwright").description("Makes RAG evaluation benchmarks that can be trusted, in Chinese and English.");
// Set before the subcommands are added, which take them over.
program.exitOverride().showHelpAfterError();
for (const command of [
  initCommand,
  runCommand,
  planCommand,
  refreshCommand,
  statusCommand,
  traceCommand,
  diffCommand,
  exportCommand,
  predictCommand,
  evaluateCommand,
  baselineCommand,
  auditCommand,
  annotateCommand,
  reportCommand,
])
  program.addCommand(command.exitOverride().showHelpAfterError());

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its own message; help and version are no errors.
  process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : printError(error);
}
