// `ragwright status`: progress, outcomes and calls of a run.

import { statusOf } from "../engine/status.ts";
import { createPrinter } from "./print.ts";
import { statusText } from "./status-text.ts";

/** Prints it; returns the exit code. */
export function status(directory: string, flags: { readonly json?: boolean }): number {
  const found = statusOf(directory);
  createPrinter(flags.json === true).result(found, statusText(found));
  return 0;
}
