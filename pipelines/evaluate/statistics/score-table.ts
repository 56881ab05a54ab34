// Builds a table of one metric's values: several systems over the same items.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { compareStrings, groupBy } from "../../engine/grouping.ts";

/** Sorts rows by item, so that drawing by index gives the same items, whatever order they arrive in. */
export const sortByItem = (rows: readonly ScoreRow[]): ScoreRow[] =>
  [...rows].sort((a, b) => compareStrings(a.itemId, b.itemId) || compareStrings(a.id, b.id));

/** Groups rows by name, in the order of the names; within a group, rows keep their order. */
export const groupByName = (
  rows: readonly ScoreRow[],
  nameOf: (row: ScoreRow) => string,
): [string, ScoreRow[]][] => [...groupBy(rows, nameOf)].sort(([a], [b]) => compareStrings(a, b));

/** Like `groupByName`, by system. */
export const groupBySystem = (rows: readonly ScoreRow[]): [string, ScoreRow[]][] =>
  groupByName(rows, ({ system }) => system);

interface ScoreTable {
  /** Every item on which any system has a value, in the order of their ids. */
  readonly itemIds: readonly string[];
  /** For each system, in the order given, one value per item; NaN if it has none. */
  readonly values: readonly Float64Array[];
  /** Each item's weight in a mean. It depends only on the item, and is taken from the first system that has one. */
  readonly weights: Float64Array;
}

/** A system's rows that have a value, by item; of two rows for the same item, the one with the smaller id counts. */
function rowsWithValue(rows: readonly ScoreRow[], metric: Metric): Map<string, ScoreRow> {
  const rowsByItem = new Map<string, ScoreRow>();
  for (const row of rows) {
    const earlier = rowsByItem.get(row.itemId);
    if (row.values[metric] != null && (earlier === undefined || row.id < earlier.id))
      rowsByItem.set(row.itemId, row);
  }
  return rowsByItem;
}

/** The values of the systems that have one on the item with this index. */
export const valuesAt = (values: ScoreTable["values"], index: number): number[] =>
  values.map(column => column[index] as number).filter(value => !Number.isNaN(value));

/** Each list of `systems` has the rows of one system. */
export function scoreTable(systems: readonly (readonly ScoreRow[])[], metric: Metric): ScoreTable {
  const rowsByItem = systems.map(rows => rowsWithValue(rows, metric));
  const itemIds = [...new Set(rowsByItem.flatMap(rows => [...rows.keys()]))].sort(compareStrings);
  const values = rowsByItem.map(rows =>
    Float64Array.from(itemIds, itemId => rows.get(itemId)?.values[metric] ?? Number.NaN),
  );
  const weightedSystems = rowsByItem.filter(rows =>
    [...rows.values()].some(({ weights }) => weights[metric] !== undefined),
  );
  const weightOf = (itemId: string) =>
    weightedSystems
      .map(rows => rows.get(itemId)?.weights[metric])
      .find(weight => weight !== undefined) ?? 1;
  return { itemIds, values, weights: Float64Array.from(itemIds, weightOf) };
}
