// Splits the items so that dev and test share no document.

import { type SplitRow, splits } from "../../schemas/items/labels.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";

/** Groups of items that share a document, directly or through others. */
function joinedItems(rows: readonly ItemRow[]): ItemRow[][] {
  const parent = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    while (parent.has(root) && parent.get(root) !== root) root = parent.get(root) as string;
    parent.set(id, root);
    return root;
  };
  for (const { documentIds } of rows)
    for (const id of documentIds) parent.set(rootOf(id), rootOf(documentIds[0] ?? id));
  const groups = groupBy(rows, ({ id, documentIds: [first] }) =>
    first === undefined ? id : rootOf(first),
  );
  return [...groups.values()];
}

/** Assigns the smallest groups to dev as long as they fit its share. */
export function splitItems(rows: readonly ItemRow[], devShare: number): SplitRow[] {
  const room = rows.length * devShare;
  const dev = new Set<string>();
  for (const group of joinedItems(rows).sort((a, b) => a.length - b.length)) {
    // A group may exceed the share by half; otherwise dev could end up far too small.
    if (dev.size + group.length > room * 1.5) break;
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
