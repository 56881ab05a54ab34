#!/usr/bin/env node
// The command line.

import { CommanderError } from "commander";
import { printError } from "./print.ts";
import { createProgram } from "./program.ts";

// Whoever reads what is printed may have seen enough (`ragwright … | head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

try {
  await createProgram().parseAsync();
} catch (error) {
  // Commander has printed its own message; help and version are no errors.
  process.exitCode =
    error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : printError(error);
}
