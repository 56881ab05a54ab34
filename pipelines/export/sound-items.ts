// Leaves items with audit findings out of an export.

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
  /** Items left out, by finding; an item with two findings counts under both. */
  readonly byCode: Readonly<Partial<Record<FindingCode, number>>>;
  /** Items kept that the audit did not examine. */
  readonly notAudited: number;
}

const hint = ({ directory }: OpenRun) =>
  `Audit the items first, or continue an audit that was stopped: ragwright audit ${directory}; or export without --sound.`;

/** Returns the ids of the items that the audit examined. Throws PipelineError("bad-input") if there is no audit or it is unfinished, since items that it did not reach may be flawed. */
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
  codes: readonly FindingCode[],
): ReadonlyMap<string, ReadonlySet<FindingCode>> {
  const codesByItem = new Map<string, Set<FindingCode>>();
  for (const { itemId, code } of run.audit().rows(findings))
    if (codes.includes(code))
      codesByItem.set(itemId, (codesByItem.get(itemId) ?? new Set()).add(code));
  return codesByItem;
}

/** Keeps the items without findings of these kinds. Throws PipelineError("bad-input") if the run has no finished audit, or if all items have findings. */
export function keepSound(
  run: OpenRun,
  rows: readonly ItemRow[],
  codes: readonly FindingCode[],
): { readonly rows: readonly ItemRow[]; readonly audit: AuditCounts } {
  const auditedIds = readAudited(run);
  const codesByItem = readFindings(run, codes);
  const [soundItems, flawedItems] = [
    rows.filter(({ id }) => !codesByItem.has(id)),
    rows.filter(({ id }) => codesByItem.has(id)),
  ];
  if (soundItems.length === 0)
    throw new PipelineError(
      "bad-input",
      `Nothing is left: the audit of ${run.directory} has findings against all of its ${rows.length} items.`,
      {
        hint: "Look at them in audit/audit/findings.jsonl, and name only those that matter to you: --sound closed-book,dead",
      },
    );
  const counts = codes.map(
    code => [code, flawedItems.filter(({ id }) => codesByItem.get(id)?.has(code)).length] as const,
  );
  const byCode = Object.fromEntries(counts.filter(([, count]) => count > 0));
  return {
    rows: soundItems,
    audit: {
      codes,
      leftOut: flawedItems.length,
      byCode,
      notAudited: soundItems.filter(({ id }) => !auditedIds.has(id)).length,
    },
  };
}
