// Groups the items of two splits into cells by type and language, so that like is compared with like.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import type { LinkedMetric } from "../../../schemas/evaluation/split-link.ts";
import { compareStrings, groupBy } from "../../engine/grouping.ts";
import { senseOf } from "../metric-sense.ts";
import { scoreTable } from "./score-table.ts";

/** A system's scores on both splits. */
export interface LinkedScores {
  readonly name: string;
  readonly older: readonly ScoreRow[];
  readonly newer: readonly ScoreRow[];
}

export interface LinkInput {
  readonly metric: Metric;
  /** The system whose change is analyzed. */
  readonly system: LinkedScores;
  /** Systems that did not change. */
  readonly anchors: readonly LinkedScores[];
}

export type Side = "older" | "newer";

/** Items of one type and language in one split: for each system, its values times their weights; and the weights. */
export interface CellValues {
  readonly n: number;
  readonly weightedValues: readonly Float64Array[];
  readonly weights: Float64Array;
}

/** Minimum number of items in a cell: fewer have no variance to resample. */
const minItems = 2;

/** Cells by type and language, with the items on which every system has a value, scaled to 0 … 1. */
function cellsOf(
  systems: readonly LinkedScores[],
  side: Side,
  metric: Metric,
): Map<string, CellValues> {
  const { min, max } = senseOf(metric);
  const { itemIds, values, weights } = scoreTable(
    systems.map(system => system[side]),
    metric,
  );
  const cellByItem = new Map(
    systems.flatMap(system =>
      system[side].map(({ itemId, type, language }) => [itemId, JSON.stringify([type, language])]),
    ),
  );
  const indexes = itemIds
    .map((_, index) => index)
    .filter(index => values.every(column => !Number.isNaN(column[index])));
  const groups = groupBy(indexes, index => cellByItem.get(itemIds[index] ?? "") ?? "");
  const weightAt = (index: number) => weights[index] as number;
  const scaledAt = (column: Float64Array) => (index: number) =>
    (weightAt(index) * ((column[index] as number) - min)) / (max - min);
  return new Map(
    [...groups].map(([cell, members]) => [
      cell,
      {
        n: members.length,
        weights: Float64Array.from(members, weightAt),
        weightedValues: values.map(column => Float64Array.from(members, scaledAt(column))),
      },
    ]),
  );
}

export interface ComparedCell {
  readonly name: string;
  readonly older: CellValues;
  readonly newer: CellValues;
}

interface ComparedCells {
  readonly cells: readonly ComparedCell[];
  readonly leftOut: LinkedMetric["leftOut"];
}

/** Pairs the cells of both splits; those for which one split has too few items are left out. */
export function compareCells({ metric, system, anchors }: LinkInput): ComparedCells {
  const [older, newer] = (["older", "newer"] as const).map(side =>
    cellsOf([system, ...anchors], side, metric),
  ) as [Map<string, CellValues>, Map<string, CellValues>];
  const cells: ComparedCell[] = [];
  const leftOut: LinkedMetric["leftOut"] = [];
  for (const name of [...new Set([...older.keys(), ...newer.keys()])].sort(compareStrings)) {
    const [olderCell, newerCell] = [older.get(name), newer.get(name)];
    if (olderCell && newerCell && olderCell.n >= minItems && newerCell.n >= minItems)
      cells.push({ name, older: olderCell, newer: newerCell });
    else {
      const [type = "", language = ""] = JSON.parse(name) as string[];
      leftOut.push({ type, language, older: olderCell?.n ?? 0, newer: newerCell?.n ?? 0 });
    }
  }
  return { cells, leftOut };
}
