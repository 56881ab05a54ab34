// Whether a run's report still tells what stands in its directory: then nobody waits for it to be made again.

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

/** What is written of a run and not read for its report, and what others do in it meanwhile. */
const NO_SOURCE = /\.new$|^(?:report\.html|dataset(?:\/.*)?|batch(?:\/.*)?)$|(?:^|\/)lock$/;
/** Written again by each command, as a rule the same: known by what they say. */
const REWRITTEN = /\.json$|(?:^|\/)(?:calls|failures)\.jsonl$/;

/** Of a file that is only appended to or replaced: its size, and when that was; "" of one that another command took away meanwhile. */
function writtenAt(path: string): string {
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
      const whole = join(directory, path);
      return [path, REWRITTEN.test(path) ? hashFiles([whole]) : writtenAt(whole)];
    });
}

export interface StandingReport {
  /** Whether report.html stands as this code wrote it, of just these files. */
  readonly stands: boolean;
  /** To be called when it is written. */
  note(): void;
}

/** What is known is kept in the system's folder for temporary files; without it a report is made. */
export function standingReport(directory: string): StandingReport {
  const page = join(directory, "report.html");
  const kept = join(
    tmpdir(),
    `ragwright-report-${hashOf([resolve(directory), userInfo().uid]).slice(0, 16)}`,
  );
  const stamp = hashOf([openCode().whole(), marksOf(directory)]);
  const whole = () => `${stamp} ${hashFiles([page])}`;
  return {
    stands: existsSync(page) && existsSync(kept) && readFileSync(kept, "utf8") === whole(),
    note() {
      const written = `${kept}.${process.pid}`;
      writeFileSync(written, whole());
      renameSync(written, kept);
    },
  };
}
