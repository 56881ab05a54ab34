// Which items an export holds: all of the run, those that people accepted in the wording they accepted, those an audit finds sound, those well marked.

import { type DecisionRow, decisions, itemVersions } from "../../schemas/annotation.ts";
import type { FindingCode } from "../../schemas/evaluation/findings.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { groupBy } from "../engine/grouping.ts";
import { type AuditCounts, keepSound } from "./sound.ts";
import { keepWorthy, type WorthCounts } from "./worthy.ts";

export interface ExportOptions {
  /** Only items that people accepted, as they edited them. */
  readonly accepted?: boolean;
  /** Only items against which an audit found nothing of these kinds. */
  readonly sound?: readonly FindingCode[];
  /** Only items whose marks, of proposer and blind reader, are this in the mean, 1 to 5. */
  readonly minWorth?: number;
}

/** What people did with the items, for the manifest. */
export interface PeopleCounts {
  /** Items that people decided on. */
  readonly reviewed: number;
  readonly accepted: number;
  /** Of those accepted, the ones in a person's wording. */
  readonly edited: number;
}

export interface ChosenItems {
  readonly rows: readonly ItemRow[];
  /** Of all items of the run: whichever are exported, each keeps its number. */
  readonly ids: readonly string[];
  /** Part of a manifest: empty unless people, an audit or marks chose. */
  readonly told: {
    readonly people?: PeopleCounts;
    readonly audit?: AuditCounts;
    readonly worth?: WorthCounts;
  };
}

const isAccepted = (found: readonly DecisionRow[] | undefined): boolean =>
  found?.every(({ decision }) => decision === "accepted") ?? false;

/** The item in the newest of its accepted versions. */
function versionOf(
  item: ItemRow,
  found: readonly DecisionRow[],
  written: ReadonlyMap<string, ItemRow>,
): ItemRow {
  const version = Math.max(...found.map(decision => decision.version ?? 1));
  const edited = version === 1 ? item : written.get(`${item.id}/v${version}`);
  if (edited) return edited;
  throw new PipelineError(
    "bad-input",
    `Version ${version} of item ${item.id} was accepted, and annotate/versions.jsonl does not hold it.`,
    { hint: "Take the verdicts in again: ragwright annotate import <run> <folders or files…>" },
  );
}

function refuseNone(run: OpenRun, reviewed: number): PipelineError {
  const message =
    reviewed === 0
      ? `No person has decided on an item of ${run.directory}.`
      : `Of the ${reviewed} items of ${run.directory} that people decided on none is accepted.`;
  return new PipelineError("bad-input", message, {
    hint: `Draw a batch, have it judged and take it in: ragwright annotate batch ${run.directory} --protocol …, then ragwright annotate import ${run.directory} <folders or files…>; or export without --accepted.`,
  });
}

function chooseAccepted(run: OpenRun, all: readonly ItemRow[]): ChosenItems {
  const groups = groupBy(run.rows(decisions), ({ itemId }) => itemId);
  const written = new Map<string, ItemRow>();
  for (const { id, item } of run.rows(itemVersions)) written.set(id, item);
  const reviewed = all.filter(({ id }) => groups.has(id));
  const rows = reviewed
    .filter(({ id }) => isAccepted(groups.get(id)))
    .map(item => versionOf(item, groups.get(item.id) ?? [], written));
  if (rows.length === 0) throw refuseNone(run, reviewed.length);
  const versions = new Set(written.values());
  const edited = rows.filter(row => versions.has(row)).length;
  return {
    rows,
    ids: all.map(({ id }) => id),
    told: { people: { reviewed: reviewed.length, accepted: rows.length, edited } },
  };
}

/**
 * The items to be exported, in the run's order. Accepted are those with at least one decision whose decisions, by
 * whatever protocol, all accept; sound those that an audit has nothing against; those that nobody marked are worth
 * nothing. PipelineError("bad-input") if nothing is left, or the run was not audited and only sound items are wanted.
 */
export function readItems(
  run: OpenRun,
  { accepted = false, sound, minWorth }: ExportOptions,
): ChosenItems {
  const all = [...run.rows(items)];
  const chosen = accepted
    ? chooseAccepted(run, all)
    : { rows: all, ids: all.map(({ id }) => id), told: {} };
  const { rows: audited, ...found } =
    sound === undefined ? { rows: chosen.rows } : keepSound(run, chosen.rows, sound);
  const { rows, ...marked } =
    minWorth === undefined ? { rows: audited } : keepWorthy(audited, minWorth);
  return { ...chosen, rows, told: { ...chosen.told, ...found, ...marked } };
}
