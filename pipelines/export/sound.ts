// Leaves out the items that an audit of the run has findings against.

import { type FindingCode, findings } from "../../schemas/evaluation/findings.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";

/** What became of the items for an audit's sake, for the manifest. */
export interface AuditCounts {
  /** Findings for which an item is left out. */
  readonly codes: readonly FindingCode[];
  /** Items left out. */
  readonly leftOut: number;
  /** Of those left out; one with two findings counts for both. */
  readonly byCode: Readonly<Partial<Record<FindingCode, number>>>;
  /** Items kept that the audit did not look at. */
  readonly notAudited: number;
}

const hint = ({ directory }: OpenRun) =>
  `Put the items to trial first, or go on with a trial that was stopped: ragwright audit ${directory}; or export without --sound.`;

/** Items that the audit looked at. PipelineError("bad-input") where none was made, or it has not ended: what it did not reach is not sound. */
function readAudited(run: OpenRun): ReadonlySet<string> {
  const { lines, closed } = run.audit().outcomes(findings.name);
  if (closed) return new Set(lines.keys());
  const message =
    lines.size === 0
      ? `No audit of ${run.directory} stands in it.`
      : `The audit of ${run.directory} has not ended.`;
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
  const [kept, left] = [
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
    code => [code, left.filter(({ id }) => found.get(id)?.has(code)).length] as const,
  );
  const byCode = Object.fromEntries(counts.filter(([, count]) => count > 0));
  return {
    rows: kept,
    audit: {
      codes: wanted,
      leftOut: left.length,
      byCode,
      notAudited: kept.filter(({ id }) => !audited.has(id)).length,
    },
  };
}
