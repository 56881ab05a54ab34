// Reads the split of each item; an item without one counts as test.

import { type SplitRow, splits } from "../../schemas/items/finished-items.ts";
import type { OpenRun } from "../engine/open-run.ts";

export type Split = SplitRow["split"];

/** The splits, in the order in which their files are written. */
export const splitNames = ["test", "dev"] as const satisfies readonly Split[];

/** A value for each split; the development split comes first, as in manifests. */
export const bySplit = <Value>(valueOf: (split: Split) => Value): Record<Split, Value> => ({
  dev: valueOf("dev"),
  test: valueOf("test"),
});

export function readSplits(run: OpenRun): (itemId: string) => Split {
  const splitsByItem = new Map([...run.rows(splits)].map(({ itemId, split }) => [itemId, split]));
  return itemId => splitsByItem.get(itemId) ?? "test";
}
