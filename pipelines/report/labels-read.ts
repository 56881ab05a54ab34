// Counts the documents labelled relevant to the items, by type and role.

import { type LabelRow, labels } from "../../schemas/items/labels.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { ItemType } from "../../schemas/items/item-types.ts";
import type { OpenRun } from "../engine/open-run.ts";

export interface LabelCounts {
  readonly type: ItemType;
  readonly items: number;
  /** Number of labels. */
  readonly roles: Readonly<Record<LabelRow["role"], number>>;
  /** Sum of the grades. */
  readonly grades: number;
  readonly countsForMrr: number;
  /** Number of items without labels. */
  readonly without: number;
}

/** Empty if the run made no labels. */
export function readLabels(run: OpenRun, rows: readonly ItemRow[]): LabelCounts[] {
  const typeOf = new Map(rows.map(({ id, type }) => [id, type]));
  const sums = new Map<ItemType, LabelCounts>();
  for (const type of ItemType.options) {
    const items = rows.filter(row => row.type === type).length;
    if (items > 0)
      sums.set(type, {
        type,
        items,
        roles: { gold: 0, support: 0, reconstruction: 0 },
        grades: 0,
        countsForMrr: 0,
        without: items,
      });
  }
  const labelled = new Set<string>();
  for (const { itemId, role, grade, countsForMrr } of run.rows(labels)) {
    const type = typeOf.get(itemId);
    const sum = type === undefined ? undefined : sums.get(type);
    if (!sum) continue;
    const roles = { ...sum.roles, [role]: sum.roles[role] + 1 };
    const without = sum.without - (labelled.has(itemId) ? 0 : 1);
    sums.set(sum.type, {
      ...sum,
      roles,
      grades: sum.grades + grade,
      countsForMrr: sum.countsForMrr + (countsForMrr ? 1 : 0),
      without,
    });
    labelled.add(itemId);
  }
  return labelled.size === 0 ? [] : [...sums.values()];
}
