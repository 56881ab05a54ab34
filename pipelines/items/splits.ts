// Splits the items so that dev and test share no document.

import { type SplitRow, splits } from "../../schemas/items/finished-items.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";
import { createUnionFind } from "../text/union-find.ts";

/** Groups of items that share a document, directly or through others. */
function joinedItems(rows: readonly ItemRow[]): ItemRow[][] {
  const groups = createUnionFind(rows.length);
  const itemWith = new Map<string, number>();
  for (const [index, { documentIds }] of rows.entries())
    for (const id of documentIds) {
      groups.join(index, itemWith.get(id) ?? index);
      itemWith.set(id, index);
    }
  return [...groupBy(rows.keys(), index => String(groups.rootOf(index))).values()].map(indices =>
    indices.flatMap(index => rows[index] ?? []),
  );
}

/** Assigns groups to dev, the smallest first, as long as they fit its share. */
export function splitItems(rows: readonly ItemRow[], devShare: number): SplitRow[] {
  const targetSize = rows.length * devShare;
  const dev = new Set<string>();
  for (const group of joinedItems(rows).sort((a, b) => a.length - b.length)) {
    // The last group may exceed the share by half; otherwise dev could end up far too small.
    if (dev.size + group.length > targetSize * 1.5) break;
    for (const { id } of group) dev.add(id);
  }
  return rows.map(({ id, language }) => ({
    id: `${id}/split`,
    itemId: id,
    language,
    split: dev.has(id) ? "dev" : "test",
  }));
}

export const splitsStage = ({ devShare }: { devShare: number }) =>
  defineWholeStage({
    name: "items/splits",
    module: import.meta.filename,
    prompts: [],
    settings: { devShare },
    over: items,
    writes: splits,
    all: rows => ({ rows: splitItems(rows, devShare) }),
  });
