// The report of a run, one HTML file, with all its evaluations beside one another.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import type { PageLanguage } from "../report/evaluation/page-language.ts";
import { readLeaderboard, writeLeaderboard } from "./leaderboard.ts";
import { standingReport } from "./standing-report.ts";

export interface Reported {
  /** Of report.html. */
  readonly path: string;
  /** Undefined where the run has no two systems to compare. */
  readonly leaderboard: Leaderboard | undefined;
}

/** Writes the leaderboard and the report into the run directory. PipelineError("bad-input") if it holds no run. */
export async function reportOn(directory: string, language?: PageLanguage): Promise<Reported> {
  const leaderboard = writeLeaderboard(directory);
  const { writeReport } = await import("../report/page.ts");
  if (["evaluations", "audit"].some(folder => existsSync(join(directory, folder))))
    await (await import("../report/evaluation/plot-library.ts")).loadPlots();
  const path = writeReport(directory, language);
  standingReport(directory).note();
  return { path, leaderboard };
}

/** The same at a command's end, where nothing is written again if what there is tells what stands in the directory. */
export async function reportAtEnd(directory: string): Promise<Reported> {
  if (!standingReport(directory).stands) return reportOn(directory);
  return { path: join(directory, "report.html"), leaderboard: readLeaderboard(directory) };
}

/** As `reportOn`; returns the path of report.html. */
export const report = async (directory: string, language?: PageLanguage): Promise<string> =>
  (await reportOn(directory, language)).path;
