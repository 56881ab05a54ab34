// `ragwright report`: writes one HTML file about a run.

import type { ReportOutput } from "../../schemas/output/other-commands.ts";
import { report as writeReport } from "../run/report.ts";
import { printResult } from "./printer.ts";

interface ReportFlags {
  readonly json?: boolean;
  readonly language: "en" | "zh";
}

/** Writes the report and says where it is; returns the exit code. */
export async function report(directory: string, flags: ReportFlags): Promise<number> {
  const path = await writeReport(directory, flags.language);
  const value: ReportOutput = { report: path };
  return printResult(flags.json, value, `Report written to ${path}`);
}
