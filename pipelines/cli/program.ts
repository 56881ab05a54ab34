// Builds the command line from all commands.

import { Command } from "commander";
import { programVersion } from "../engine/package-root.ts";
import { helpHint } from "./commands/lazy-action.ts";
import { annotateCommand } from "./commands/annotate.ts";
import { auditCommand } from "./commands/audit.ts";
import { baselineCommand } from "./commands/baseline.ts";
import {
  checkCommand,
  exportCommand,
  packCommand,
  sampleCommand,
  twinCommand,
} from "./commands/datasets.ts";
import { decideCommand } from "./commands/decide.ts";
import { evaluateCommand } from "./commands/evaluate.ts";
import { initCommand } from "./commands/init.ts";
import { diffCommand, reportCommand, statusCommand, traceCommand } from "./commands/inspect.ts";
import { planCommand } from "./commands/plan.ts";
import { predictCommand } from "./commands/predict.ts";
import { makeCommand, refreshCommand, runCommand } from "./commands/run.ts";
import { addOutputOptions } from "./commands/schema-option.ts";
import { workerCommand } from "./commands/worker.ts";

const commands = [
  initCommand,
  sampleCommand,
  makeCommand,
  runCommand,
  planCommand,
  refreshCommand,
  statusCommand,
  traceCommand,
  diffCommand,
  exportCommand,
  packCommand,
  checkCommand,
  predictCommand,
  evaluateCommand,
  decideCommand,
  baselineCommand,
  auditCommand,
  twinCommand,
  annotateCommand,
  reportCommand,
  workerCommand,
];
for (const command of commands) addOutputOptions(command);

/** The command line. The code of a command is loaded only when it runs. */
export function createProgram(): Command {
  const program = new Command("ragwright")
    .version(programVersion())
    .description("Makes RAG evaluation benchmarks that can be trusted, in Chinese and English.");
  // Set before the subcommands are added, since they inherit these settings.
  // Options after a subcommand belong to it, even if its parent has options of the same names.
  program.enablePositionalOptions().exitOverride().showHelpAfterError(helpHint);
  for (const command of commands)
    program.addCommand(command.exitOverride().showHelpAfterError(helpHint));
  return program;
}
