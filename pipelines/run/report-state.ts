// Checks whether a run's report is still up to date with its directory, so that it need not be rewritten.

import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { hashOf } from "../engine/fingerprint.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { openCode } from "./code.ts";

/** Files of a run that its report does not read, and files that other processes may be writing. */
const NO_SOURCE = /\.new$|^(?:report\.html|dataset(?:\/.*)?|batch(?:\/.*)?)$|(?:^|\/)lock$/;
/** Files that each command rewrites, mostly unchanged: compared by content. */
const REWRITTEN = /\.json$|(?:^|\/)(?:calls|failures)\.jsonl$/;

/** Size and time of the last change of a file that is only appended to or replaced; "" if another command removed it meanwhile. */
function changeMark(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeNs}` : "";
}

function marksOf(directory: string): unknown[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)).split(sep).join("/"))
    .filter(path => !NO_SOURCE.test(path))
    .sort()
    .map(path => {
      const file = join(directory, path);
      return [path, REWRITTEN.test(path) ? hashFiles([file]) : changeMark(file)];
    });
}

export interface ReportState {
  /** Whether report.html is as this code wrote it, from exactly these files. */
  readonly isCurrent: boolean;
  /** Call this when the report is written. */
  note(): void;
}

/** State of the report, kept in the system's temporary folder; if it is lost, the report is rewritten. */
export function reportState(directory: string): ReportState {
  const page = join(directory, "report.html");
  const stateFile = join(
    tmpdir(),
    `ragwright-report-${hashOf([resolve(directory), userInfo().uid]).slice(0, 16)}`,
  );
  const stamp = hashOf([openCode().packageVersion(), marksOf(directory)]);
  const currentState = () => `${stamp} ${hashFiles([page])}`;
  return {
    isCurrent:
      existsSync(page) &&
      existsSync(stateFile) &&
      readFileSync(stateFile, "utf8") === currentState(),
    note() {
      const temporaryFile = `${stateFile}.${process.pid}`;
      writeFileSync(temporaryFile, currentState());
      renameSync(temporaryFile, stateFile);
    },
  };
}
