// A table of one metric's values: several systems over the same items.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { compareTexts, groupBy } from "../../engine/grouping.ts";

/** Rows in an order that does not depend on the order of arrival, so that drawing by place always gives the same items. */
export const inOrder = (rows: readonly ScoreRow[]): ScoreRow[] =>
  [...rows].sort((a, b) => compareTexts(a.itemId, b.itemId) || compareTexts(a.id, b.id));

/** Groups by name, in the order of the names; rows keep their order. */
export const byName = (
  rows: readonly ScoreRow[],
  nameOf: (row: ScoreRow) => string,
): [string, ScoreRow[]][] => [...groupBy(rows, nameOf)].sort(([a], [b]) => compareTexts(a, b));

/** Like `byName`, by system. */
export const bySystem = (rows: readonly ScoreRow[]): [string, ScoreRow[]][] =>
  byName(rows, ({ system }) => system);

export interface ScoreTable {
  /** Every item on which any system has a value, in the order of their ids. */
  readonly itemIds: readonly string[];
  /** For each system, in the order given, one value per item; NaN if it has none. */
  readonly values: readonly Float64Array[];
  /** Each item's weight in a mean. It depends only on the item; it is taken from the first system that has it. */
  readonly weights: Float64Array;
}

/** If a system has two rows on one item, the one with the smaller id counts. */
function valuesByItem(rows: readonly ScoreRow[], metric: Metric): Map<string, ScoreRow> {
  const found = new Map<string, ScoreRow>();
  for (const row of rows) {
    const before = found.get(row.itemId);
    if (row.values[metric] != null && (before === undefined || row.id < before.id))
      found.set(row.itemId, row);
  }
  return found;
}

/** Each list of `systems` has the rows of one system. */
export function scoreTable(systems: readonly (readonly ScoreRow[])[], metric: Metric): ScoreTable {
  const found = systems.map(rows => valuesByItem(rows, metric));
  const itemIds = [...new Set(found.flatMap(rows => [...rows.keys()]))].sort(compareTexts);
  const values = found.map(rows =>
    Float64Array.from(itemIds, itemId => rows.get(itemId)?.values[metric] ?? Number.NaN),
  );
  const weighted = found.filter(rows =>
    [...rows.values()].some(({ weights }) => weights[metric] !== undefined),
  );
  const weightOf = (itemId: string) =>
    weighted.map(rows => rows.get(itemId)?.weights[metric]).find(weight => weight !== undefined) ??
    1;
  return { itemIds, values, weights: Float64Array.from(itemIds, weightOf) };
}
