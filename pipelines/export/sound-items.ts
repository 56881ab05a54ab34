// Leaves out items that have audit findings.

import { type FindingCode, findings } from "../../schemas/evaluation/findings.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";

/** Counts of items left out because of an audit, for the manifest. */
export interface AuditCounts {
  /** Findings that exclude an item. */
  readonly codes: readonly FindingCode[];
  /** Items left out. */
  readonly leftOut: number;
  /** Items left out by finding; one with two findings counts for both. */
  readonly byCode: Readonly<Partial<Record<FindingCode, number>>>;
  /** Items kept that the audit did not examine. */
  readonly notAudited: number;
}

const hint = ({ directory }: OpenRun) =>
  `Audit the items first, or continue an audit that was stopped: ragwright audit ${directory}; or export without --sound.`;

/** Items that the audit examined. PipelineError("bad-input") if there is no audit or it is unfinished: items it did not reach are not known to be sound. */
function readAudited(run: OpenRun): ReadonlySet<string> {
  const { lines, closed } = run.audit().outcomes(findings.name);
  if (closed) return new Set(lines.keys());
  const message =
    lines.size === 0
      ? `There is no audit of ${run.directory}.`
      : `The audit of ${run.directory} is not finished.`;
  throw new PipelineError("bad-input", message, { hint: hint(run) });
}

function readFindings(
  run: OpenRun,
  wanted: readonly FindingCode[],
): ReadonlyMap<string, ReadonlySet<FindingCode>> {
  const codes = new Map<string, Set<FindingCode>>();
  for (const { itemId, code } of run.audit().rows(findings))
    if (wanted.includes(code)) codes.set(itemId, (codes.get(itemId) ?? new Set()).add(code));
  return codes;
}

/** PipelineError("bad-input") if the run has no finished audit, or nothing is left. */
export function keepSound(
  run: OpenRun,
  rows: readonly ItemRow[],
  wanted: readonly FindingCode[],
): { readonly rows: readonly ItemRow[]; readonly audit: AuditCounts } {
  const audited = readAudited(run);
  const found = readFindings(run, wanted);
  const [kept, excluded] = [
    rows.filter(({ id }) => !found.has(id)),
    rows.filter(({ id }) => found.has(id)),
  ];
  if (kept.length === 0)
    throw new PipelineError(
      "bad-input",
      `Nothing is left: the audit of ${run.directory} has findings against all of its ${rows.length} items.`,
      {
        hint: "Look at them in audit/audit/findings.jsonl, and name only those that count: --sound closed-book,dead",
      },
    );
  const counts = wanted.map(
    code => [code, excluded.filter(({ id }) => found.get(id)?.has(code)).length] as const,
  );
  const byCode = Object.fromEntries(counts.filter(([, count]) => count > 0));
  return {
    rows: kept,
    audit: {
      codes: wanted,
      leftOut: excluded.length,
      byCode,
      notAudited: kept.filter(({ id }) => !audited.has(id)).length,
    },
  };
}
