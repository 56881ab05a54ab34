#!/usr/bin/env node
// The command line.

import { Command, CommanderError } from "commander";
import { annotateCommand } from "./commands/annotate.ts";
import { auditCommand } from "./commands/audit.ts";
import { baselineCommand } from "./commands/baseline.ts";
import { decideCommand } from "./commands/decide.ts";
import { diffCommand } from "./commands/diff.ts";
import { evaluateCommand } from "./commands/evaluate.ts";
import { exportCommand } from "./commands/export.ts";
import { initCommand } from "./commands/init.ts";
import { makeCommand } from "./commands/make.ts";
import { planCommand } from "./commands/plan.ts";
import { predictCommand } from "./commands/predict.ts";
import { refreshCommand } from "./commands/refresh.ts";
import { reportCommand } from "./commands/report.ts";
import { runCommand } from "./commands/run.ts";
import { statusCommand } from "./commands/status.ts";
import { traceCommand } from "./commands/trace.ts";
import { twinCommand } from "./commands/twin.ts";
import { workerCommand } from "./commands/worker.ts";
import { printError } from "./print.ts";
import { programVersion } from "../engine/package-root.ts";

const program = new Command("ragwright")
  .version(programVersion())
  .description("Makes RAG evaluation benchmarks that can be trusted, in Chinese and English.");
// Set before the subcommands are added, which take them over.
// What stands behind a command is its own, also where the one above it has options of the same names.
program.enablePositionalOptions().exitOverride().showHelpAfterError();
for (const command of [
  initCommand,
  makeCommand,
  runCommand,
  planCommand,
  refreshCommand,
  statusCommand,
  traceCommand,
  diffCommand,
  exportCommand,
  predictCommand,
  evaluateCommand,
  decideCommand,
  baselineCommand,
  auditCommand,
  twinCommand,
  annotateCommand,
  reportCommand,
  workerCommand,
])
  program.addCommand(command.exitOverride().showHelpAfterError());

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its own message; help and version are no errors.
  process.exitCode =
    error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : printError(error);
}
