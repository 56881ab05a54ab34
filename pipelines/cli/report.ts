// `ragwright report`: one HTML file about a run.

import { report as writeReport } from "../run/report.ts";
import { createPrinter } from "./print.ts";

/** Says where it was written; returns the exit code. */
export async function report(
  directory: string,
  flags: { readonly json?: boolean },
): Promise<number> {
  const path = await writeReport(directory);
  createPrinter(flags.json === true).result({ report: path }, `Report written to ${path}`);
  return 0;
}
