// Writes the report of a run, one HTML file that compares all its evaluations, unless the report is still up to date with the run's directory.

import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { tmpdir, userInfo } from "node:os";
import type { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import type { PageLanguage } from "../report/page-language.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { readLeaderboard, writeLeaderboard } from "./leaderboard.ts";
import { openCode } from "./code-version.ts";

/** Files of a run that its report does not read, and files that other processes may be writing. */
const ignoredFiles = /\.new$|^(?:report\.html|dataset(?:\/.*)?|batch(?:\/.*)?)$|(?:^|\/)lock$/;
/** Files that each command rewrites, mostly unchanged: compared by content. */
const comparedByContent = /\.json$|(?:^|\/)(?:calls|failures)\.jsonl$/;

/** Size and modification time of a file that is only appended to or replaced; "" if another command removed it meanwhile. */
function sizeAndTime(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeNs}` : "";
}

function fileStates(directory: string): unknown[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)).split(sep).join("/"))
    .filter(path => !ignoredFiles.test(path))
    .sort()
    .map(path => {
      const file = join(directory, path);
      return [path, comparedByContent.test(path) ? hashFiles([file]) : sizeAndTime(file)];
    });
}

const pageOf = (directory: string): string => join(directory, "report.html");

/** Where the state of the report is kept: in the system's temporary folder; if it is lost, the report is rewritten. */
const stateFileOf = (directory: string): string =>
  join(tmpdir(), `ragwright-report-${hashOf([resolve(directory), userInfo().uid]).slice(0, 16)}`);

/** Hashes of the code together with the files that the report reads, and of the report itself. */
const stateOf = (directory: string): string =>
  `${hashOf([openCode().packageVersion(), fileStates(directory)])} ${hashFiles([pageOf(directory)])}`;

/** Whether report.html is as this code wrote it, from exactly these files. */
function isReportCurrent(directory: string): boolean {
  const stateFile = stateFileOf(directory);
  return (
    existsSync(pageOf(directory)) &&
    existsSync(stateFile) &&
    readFileSync(stateFile, "utf8") === stateOf(directory)
  );
}

function saveReportState(directory: string): void {
  const stateFile = stateFileOf(directory);
  const temporaryFile = `${stateFile}.${process.pid}`;
  writeFileSync(temporaryFile, stateOf(directory));
  renameSync(temporaryFile, stateFile);
}

export interface ReportFiles {
  /** Path of report.html. */
  readonly path: string;
  /** Undefined if the run does not have two systems to compare. */
  readonly leaderboard: Leaderboard | undefined;
}

/** Writes the leaderboard and the report into the run directory. Throws PipelineError("bad-input") if it contains no run. */
export async function rewriteReport(
  directory: string,
  language?: PageLanguage,
): Promise<ReportFiles> {
  const leaderboard = writeLeaderboard(directory);
  const { writeReport } = await import("../report/page.ts");
  if (["evaluations", "audit"].some(folder => existsSync(join(directory, folder))))
    await (await import("../report/evaluation/plot-library.ts")).loadPlotLibrary();
  const path = writeReport(directory, language);
  saveReportState(directory);
  return { path, leaderboard };
}

/** Like `rewriteReport`, at the end of a command: writes nothing if the existing report is up to date. */
export async function reportAtEnd(directory: string): Promise<ReportFiles> {
  if (!isReportCurrent(directory)) return rewriteReport(directory);
  return { path: pageOf(directory), leaderboard: readLeaderboard(directory) };
}

/** Like `rewriteReport`, but returns only the path of report.html. */
export const report = async (directory: string, language?: PageLanguage): Promise<string> =>
  (await rewriteReport(directory, language)).path;
