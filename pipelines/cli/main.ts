#!/usr/bin/env node
// Entry point of the command line.

import { CommanderError } from "commander";
import { SchemaRequested } from "./commands/schema-option.ts";
import { printError } from "./printer.ts";
import { createProgram } from "./program.ts";

// The reader of the output may close the pipe early (`ragwright … | head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

/** The exit code for an error. */
async function exitCodeOf(error: unknown): Promise<number> {
  // Commander has printed its own message; help and version are not errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (!(error instanceof SchemaRequested)) return printError(error);
  process.stdout.write(`${await error.text()}\n`);
  return 0;
}

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = await exitCodeOf(error);
}
