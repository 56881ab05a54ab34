// Counts the documents labeled relevant to the items, by type and role.

import { type LabelRow, labels } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { ItemType } from "../../schemas/items/item-types.ts";
import type { OpenRun } from "../engine/open-run.ts";

export interface LabelCounts {
  readonly type: ItemType;
  readonly items: number;
  /** Number of labels by role. */
  readonly roles: Readonly<Record<LabelRow["role"], number>>;
  /** Sum of the grades of all labels. */
  readonly gradeSum: number;
  /** Number of labels that count for CRUD's MRR. */
  readonly countsForMrr: number;
  /** Number of items without labels. */
  readonly unlabeled: number;
}

/** Empty if the run has no labels. */
export function readLabels(run: OpenRun, rows: readonly ItemRow[]): LabelCounts[] {
  const typeOf = new Map(rows.map(({ id, type }) => [id, type]));
  const countsOfTypes = ItemType.options
    .map(type => {
      const items = rows.filter(row => row.type === type).length;
      const roles = { gold: 0, support: 0, reconstruction: 0 };
      return { type, items, roles, gradeSum: 0, countsForMrr: 0, unlabeled: items };
    })
    .filter(({ items }) => items > 0);
  const labeledIds = new Set<string>();
  for (const { itemId, role, grade, countsForMrr } of run.rows(labels)) {
    const counts = countsOfTypes.find(({ type }) => type === typeOf.get(itemId));
    if (!counts) continue;
    counts.roles[role]++;
    counts.gradeSum += grade;
    if (countsForMrr) counts.countsForMrr++;
    if (!labeledIds.has(itemId)) counts.unlabeled--;
    labeledIds.add(itemId);
  }
  return labeledIds.size === 0 ? [] : countsOfTypes;
}
