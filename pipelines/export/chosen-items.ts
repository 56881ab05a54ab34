// Selects the items of an export: all of the run, or only those that people accepted (as they edited them), that have no audit findings, or that have high marks.

import { type DecisionRow, decisions, itemVersions } from "../../schemas/annotation.ts";
import type { FindingCode } from "../../schemas/evaluation/findings.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { groupBy } from "../engine/grouping.ts";
import { type AuditCounts, keepSound } from "./sound-items.ts";
import { keepWorthy, type WorthCounts } from "./worthy-items.ts";

export interface ExportOptions {
  /** Only items that people accepted, as they edited them. */
  readonly accepted?: boolean;
  /** Only items without audit findings of these kinds. */
  readonly sound?: readonly FindingCode[];
  /** Only items whose readers gave them at least this mark on average (1 to 5). */
  readonly minWorth?: number;
}

/** Counts of people's decisions on the items, for the manifest. */
interface PeopleCounts {
  /** Items that people decided on. */
  readonly reviewed: number;
  readonly accepted: number;
  /** Accepted items in a person's wording. */
  readonly edited: number;
}

/** What a manifest says about the choice of items; empty unless people, an audit or marks selected them. */
export interface ManifestFields {
  readonly people?: PeopleCounts;
  readonly audit?: AuditCounts;
  readonly worth?: WorthCounts;
}

export interface ChosenItems {
  readonly rows: readonly ItemRow[];
  /** Ids of all items of the run, so that an item keeps its number whatever is exported. */
  readonly ids: readonly string[];
  readonly manifestFields: ManifestFields;
}

const isAccepted = (itemDecisions: readonly DecisionRow[] | undefined): boolean =>
  itemDecisions?.every(({ decision }) => decision === "accepted") ?? false;

/** The newest accepted version of the item. */
function acceptedVersionOf(
  item: ItemRow,
  itemDecisions: readonly DecisionRow[],
  versionsById: ReadonlyMap<string, ItemRow>,
): ItemRow {
  const version = Math.max(...itemDecisions.map(decision => decision.version ?? 1));
  const acceptedItem = version === 1 ? item : versionsById.get(`${item.id}/v${version}`);
  if (acceptedItem) return acceptedItem;
  throw new PipelineError(
    "bad-input",
    `Version ${version} of item ${item.id} was accepted, but is not in annotate/versions.jsonl.`,
    { hint: "Import the verdicts again: ragwright annotate import <run> <folders or files…>" },
  );
}

function noneAcceptedError(run: OpenRun, reviewed: number): PipelineError {
  const message =
    reviewed === 0
      ? `People have not decided on any item of ${run.directory}.`
      : `None of the ${reviewed} items of ${run.directory} that people decided on was accepted.`;
  return new PipelineError("bad-input", message, {
    hint: `Draw a batch, have it judged and import it: ragwright annotate batch ${run.directory} --protocol …, then ragwright annotate import ${run.directory} <folders or files…>; or export without --accepted.`,
  });
}

function chooseAccepted(run: OpenRun, allItems: readonly ItemRow[]): ChosenItems {
  const decisionsByItem = groupBy(run.rows(decisions), ({ itemId }) => itemId);
  const versionsById = new Map<string, ItemRow>();
  for (const { id, item } of run.rows(itemVersions)) versionsById.set(id, item);
  const reviewedItems = allItems.filter(({ id }) => decisionsByItem.has(id));
  const rows = reviewedItems
    .filter(({ id }) => isAccepted(decisionsByItem.get(id)))
    .map(item => acceptedVersionOf(item, decisionsByItem.get(item.id) ?? [], versionsById));
  if (rows.length === 0) throw noneAcceptedError(run, reviewedItems.length);
  const versions = new Set(versionsById.values());
  const edited = rows.filter(row => versions.has(row)).length;
  return {
    rows,
    ids: allItems.map(({ id }) => id),
    manifestFields: { people: { reviewed: reviewedItems.length, accepted: rows.length, edited } },
  };
}

/**
 * Reads the items to export, in the run's order. An item is accepted if it has decisions and all of them, by any protocol,
 * accept it, and sound if an audit has no findings against it; an item without marks counts as 0. Throws
 * PipelineError("bad-input") if no item passes, or if only sound items are requested and the run was not audited.
 */
export function readItems(
  run: OpenRun,
  { accepted = false, sound, minWorth }: ExportOptions,
): ChosenItems {
  const allItems = [...run.rows(items)];
  const chosen = accepted
    ? chooseAccepted(run, allItems)
    : { rows: allItems, ids: allItems.map(({ id }) => id), manifestFields: {} };
  const { rows: soundItems, ...auditCounts } =
    sound === undefined ? { rows: chosen.rows } : keepSound(run, chosen.rows, sound);
  const { rows, ...worthCounts } =
    minWorth === undefined ? { rows: soundItems } : keepWorthy(soundItems, minWorth);
  return {
    ...chosen,
    rows,
    manifestFields: { ...chosen.manifestFields, ...auditCounts, ...worthCounts },
  };
}
