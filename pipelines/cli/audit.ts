// `ragwright audit`: tests each item of a benchmark, and judges it by how systems answered it.

import { join } from "node:path";
import { findings } from "../../schemas/evaluation/findings.ts";
import type { AuditSummary } from "../../schemas/output/evaluations.ts";
import { type AuditEnded, type AuditOptions, audit as auditRun } from "../run/audit.ts";
import type { Split } from "../run/evaluation-inputs.ts";
import { type ModelFlags, splitFlags } from "./model-flags.ts";
import { endJob, joinLines, startJob } from "./job.ts";
import { optionalMetric } from "./parse-lists.ts";
import { optionalShare } from "./parse-numbers.ts";
import { table } from "./printer.ts";
import { callsText } from "./status-text.ts";

export interface AuditFlags extends ModelFlags {
  readonly out?: string;
  readonly split?: Split;
  readonly judge?: string;
  readonly metric?: string;
  readonly answered?: string;
  readonly sufficient?: string;
}

/** Turns the flags into job options. Throws PipelineError("wrong-use") for an invalid flag. */
export function auditOptions(run: string, flags: AuditFlags): AuditOptions {
  const { modelOptions, ownFlags } = splitFlags(flags);
  return {
    ...modelOptions,
    ...ownFlags,
    run,
    metric: optionalMetric(flags.metric),
    answered: optionalShare("answered", flags.answered),
    sufficient: optionalShare("sufficient", flags.sufficient),
  };
}

/** Returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. */
export async function audit(run: string, flags: AuditFlags): Promise<number> {
  const job = startJob(flags.json);
  const result = await auditRun({ ...auditOptions(run, flags), ...job.jobOptions });
  return endJob(job, result, ended => ({ value: valueOf(ended), text: auditText(run, ended) }));
}

const valueOf = ({
  directory,
  items,
  sound,
  findings,
  labels,
  systems,
  failures,
  progress: { calls, spending },
}: AuditEnded): AuditSummary => ({
  directory,
  items,
  sound,
  findings,
  labels,
  systems,
  calls,
  spending,
  failed: failures.length,
});

function auditText(
  run: string,
  {
    directory,
    items,
    sound,
    findings: counts,
    labels,
    systems,
    progress: { calls, spending },
  }: AuditEnded,
): string {
  const findingCounts = Object.entries(counts);
  return joinLines(
    findingCounts.length > 0
      ? table(["finding", "items"], findingCounts)
      : "No item has a finding.",
    `${sound} of ${items} items have no finding. ${labels} more relevant documents were found.`,
    systems < 3
      ? `Difficulty and discrimination need at least three systems, and ${run}/evaluations has ${systems}: ragwright baseline ${run}`
      : `Difficulty and discrimination are computed from ${systems} systems.`,
    calls.length === 0 ? "" : `Models: ${callsText({ calls, spending })}`,
    `Findings: ${join(directory, `${findings.name}.jsonl`)}. To leave these items out: ragwright export ${run} --format beir --sound`,
    `Report: ${join(run, "report.html")}`,
  );
}
