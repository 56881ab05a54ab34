// One metric's values of several systems, item beside item.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { compareTexts, groupBy } from "../../engine/grouping.ts";

/** In an order that does not depend on the order of arrival: what is drawn by place is then always the same item. */
export const inOrder = (rows: readonly ScoreRow[]): ScoreRow[] =>
  [...rows].sort((a, b) => compareTexts(a.itemId, b.itemId) || compareTexts(a.id, b.id));

/** By name, in the order of their names; rows as they come. */
export const byName = (
  rows: readonly ScoreRow[],
  nameOf: (row: ScoreRow) => string,
): [string, ScoreRow[]][] => [...groupBy(rows, nameOf)].sort(([a], [b]) => compareTexts(a, b));

/** As `byName`, by the system. */
export const bySystem = (rows: readonly ScoreRow[]): [string, ScoreRow[]][] =>
  byName(rows, ({ system }) => system);

export interface ScoreTable {
  /** In the order of their ids: every item on which any system has a value. */
  readonly itemIds: readonly string[];
  /** For each system, in the order given, a value an item; NaN where it has none. */
  readonly values: readonly Float64Array[];
  /** What each item counts for in a mean. It follows from the item; the first system that says it is believed. */
  readonly weights: Float64Array;
}

/** Of two rows of a system on one item, the one with the smaller id counts. */
function valuesByItem(rows: readonly ScoreRow[], metric: Metric): Map<string, ScoreRow> {
  const found = new Map<string, ScoreRow>();
  for (const row of rows) {
    const before = found.get(row.itemId);
    if (row.values[metric] != null && (before === undefined || row.id < before.id))
      found.set(row.itemId, row);
  }
  return found;
}

/** `systems` holds the rows of one system in each of its lists. */
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
