// `ragwright status`: progress, outcomes and calls of a run, and the queue it is on.

import { runStatus } from "../run/run-status.ts";
import { printResult } from "./printer.ts";
import { statusText } from "./status-text.ts";

interface StatusFlags {
  readonly json?: boolean;
  /** Address of the queue, if different from the one the run used. */
  readonly queue?: string;
}

/** Prints the status; returns the exit code. */
export async function status(directory: string, flags: StatusFlags): Promise<number> {
  const output = await runStatus(directory, flags.queue);
  return printResult(flags.json, output, statusText(output));
}
