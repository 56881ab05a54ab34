// Reads what an audit of the run found wrong with its items, and statistics of how systems answered them.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { Artifact } from "../../../schemas/define.ts";
import {
  type FindingRow,
  findings,
  type ItemStatisticsRow,
  itemStatistics,
} from "../../../schemas/evaluation/findings.ts";
import { PipelineError } from "../../engine/errors.ts";
import type { Artifacts, OpenRun } from "../../engine/open-run.ts";
import type { UnreadableFile } from "./evaluations-data.ts";

export interface AuditData {
  readonly findings: readonly FindingRow[];
  readonly statistics: readonly ItemStatisticsRow[];
  readonly unreadableFiles: readonly UnreadableFile[];
}

/** Reads an artifact that the report can do without. If its rows do not fit the schema, returns none and adds the reason to `unreadableFiles`. */
export function readOrReport<Row extends z.ZodObject>(
  { directory, rows }: Artifacts,
  artifact: Artifact<Row>,
  unreadableFiles: UnreadableFile[],
): z.output<Row>[] {
  try {
    return [...rows(artifact)];
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    // The message contains the full path; a page that may be shared should not.
    unreadableFiles.push({
      path: `${artifact.name}.jsonl`,
      reason: error.message.replaceAll(`${directory}/`, "").replace(/\.$/, ""),
    });
    return [];
  }
}

/** Null if the run was not audited. */
export function readAudit(run: OpenRun): AuditData | null {
  const audit = run.audit();
  const unreadableFiles: UnreadableFile[] = [];
  const isAudited = [findings, itemStatistics].some(({ name }) =>
    existsSync(join(audit.directory, `${name}.jsonl`)),
  );
  if (!isAudited) return null;
  return {
    findings: readOrReport(audit, findings, unreadableFiles),
    statistics: readOrReport(audit, itemStatistics, unreadableFiles),
    unreadableFiles,
  };
}
