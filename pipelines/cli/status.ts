// `ragwright status`: progress, outcomes and calls of a run, and the queue it is on.

import { runStatus } from "../run/run-status.ts";
import { createPrinter } from "./print.ts";
import { statusText } from "./status-text.ts";

interface StatusFlags {
  readonly json?: boolean;
  /** Another way to the queue than the one the run took. */
  readonly queue?: string;
}

/** Prints it; returns the exit code. */
export async function status(directory: string, flags: StatusFlags): Promise<number> {
  const found = await runStatus(directory, flags.queue);
  createPrinter(flags.json === true).result(found, statusText(found));
  return 0;
}
