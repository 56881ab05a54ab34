// Counts the documents labelled relevant to the items, by type and role.

import { type LabelRow, labels } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { ItemType } from "../../schemas/items/item-types.ts";
import type { OpenRun } from "../engine/open-run.ts";

export interface LabelCounts {
  readonly type: ItemType;
  readonly items: number;
  /** Number of labels. */
  readonly roles: Readonly<Record<LabelRow["role"], number>>;
  /** Sum of the grades. */
  readonly gradeSum: number;
  readonly countsForMrr: number;
  /** Number of items without labels. */
  readonly unlabelled: number;
}

/** Empty if the run has no labels. */
export function readLabels(run: OpenRun, rows: readonly ItemRow[]): LabelCounts[] {
  const typeOf = new Map(rows.map(({ id, type }) => [id, type]));
  const countsByType = new Map<ItemType, LabelCounts>();
  for (const type of ItemType.options) {
    const items = rows.filter(row => row.type === type).length;
    if (items > 0)
      countsByType.set(type, {
        type,
        items,
        roles: { gold: 0, support: 0, reconstruction: 0 },
        gradeSum: 0,
        countsForMrr: 0,
        unlabelled: items,
      });
  }
  const labelledIds = new Set<string>();
  for (const { itemId, role, grade, countsForMrr } of run.rows(labels)) {
    const type = typeOf.get(itemId);
    const counts = type === undefined ? undefined : countsByType.get(type);
    if (!counts) continue;
    const roles = { ...counts.roles, [role]: counts.roles[role] + 1 };
    countsByType.set(counts.type, {
      ...counts,
      roles,
      gradeSum: counts.gradeSum + grade,
      countsForMrr: counts.countsForMrr + (countsForMrr ? 1 : 0),
      unlabelled: counts.unlabelled - (labelledIds.has(itemId) ? 0 : 1),
    });
    labelledIds.add(itemId);
  }
  return labelledIds.size === 0 ? [] : [...countsByType.values()];
}
