// `ragwright report`: one HTML file about a run.

import { writeReport } from "../report/page.ts";
import { createPrinter } from "./print.ts";

/** Writes it and says where; returns the exit code. */
export function report(directory: string, flags: { readonly json?: boolean }): number {
  const path = writeReport(directory);
  createPrinter(flags.json === true).result({ report: path }, `Report written to ${path}`);
  return 0;
}
