// The report of a run, one HTML file, with all its evaluations beside one another.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import type { PageLanguage } from "../report/evaluation/page-language.ts";
import { writeLeaderboard } from "./leaderboard.ts";

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
  return { path: writeReport(directory, language), leaderboard };
}

/** As `reportOn`; returns the path of report.html. */
export const report = async (directory: string, language?: PageLanguage): Promise<string> =>
  (await reportOn(directory, language)).path;
