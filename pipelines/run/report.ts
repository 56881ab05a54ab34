// Writes the report of a run, one HTML file that compares all its evaluations.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import type { PageLanguage } from "../report/evaluation/page-language.ts";
import { readLeaderboard, writeLeaderboard } from "./leaderboard.ts";
import { reportState } from "./report-state.ts";

export interface Reported {
  /** Path of report.html. */
  readonly path: string;
  /** Undefined if the run does not have two systems to compare. */
  readonly leaderboard: Leaderboard | undefined;
}

/** Writes the leaderboard and the report into the run directory. Throws PipelineError("bad-input") if it contains no run. */
export async function reportOn(directory: string, language?: PageLanguage): Promise<Reported> {
  const leaderboard = writeLeaderboard(directory);
  const { writeReport } = await import("../report/page.ts");
  if (["evaluations", "audit"].some(folder => existsSync(join(directory, folder))))
    await (await import("../report/evaluation/plot-library.ts")).loadPlots();
  const path = writeReport(directory, language);
  reportState(directory).note();
  return { path, leaderboard };
}

/** Like `reportOn`, at the end of a command: writes nothing if the existing report is up to date. */
export async function reportAtEnd(directory: string): Promise<Reported> {
  if (!reportState(directory).isCurrent) return reportOn(directory);
  return { path: join(directory, "report.html"), leaderboard: readLeaderboard(directory) };
}

/** Like `reportOn`, but returns only the path of report.html. */
export const report = async (directory: string, language?: PageLanguage): Promise<string> =>
  (await reportOn(directory, language)).path;
