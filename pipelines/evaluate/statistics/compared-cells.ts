// Groups the items of two splits into cells by type and language, so that like is compared with like.

import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import type { LinkedMetric } from "../../../schemas/evaluation/split-link.ts";
import { compareTexts, groupBy } from "../../engine/grouping.ts";
import { senseOf } from "../metric-sense.ts";
import { scoreTable } from "./score-table.ts";

/** A system's rows on both splits. */
export interface OnBoth {
  readonly name: string;
  readonly older: readonly ScoreRow[];
  readonly newer: readonly ScoreRow[];
}

export interface LinkInput {
  readonly metric: Metric;
  /** The system whose change is analysed. */
  readonly system: OnBoth;
  /** Systems that did not change. */
  readonly anchors: readonly OnBoth[];
}

export type Side = "older" | "newer";

/** Items of one type and language in one split: weight · value of each system, and the weights. */
export interface CellValues {
  readonly n: number;
  readonly sums: readonly Float64Array[];
  readonly weights: Float64Array;
}

/** Cells with fewer items have no variance to resample. */
const minItems = 2;

/** Cells by type and language, of the items on which every system has a value, scaled to 0 … 1. */
function cellsOf(systems: readonly OnBoth[], side: Side, metric: Metric): Map<string, CellValues> {
  const { min, max } = senseOf(metric);
  const { itemIds, values, weights } = scoreTable(
    systems.map(system => system[side]),
    metric,
  );
  const cellOf = new Map(
    systems.flatMap(system =>
      system[side].map(({ itemId, type, language }) => [itemId, JSON.stringify([type, language])]),
    ),
  );
  const places = itemIds
    .map((_, place) => place)
    .filter(place => values.every(column => !Number.isNaN(column[place])));
  const groups = groupBy(places, place => cellOf.get(itemIds[place] ?? "") ?? "");
  return new Map(
    [...groups].map(([cell, members]) => [
      cell,
      {
        n: members.length,
        weights: Float64Array.from(members, place => weights[place] as number),
        sums: values.map(column =>
          Float64Array.from(
            members,
            place => ((weights[place] as number) * ((column[place] as number) - min)) / (max - min),
          ),
        ),
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

/** Cells that both splits have, and those for which one of them has too few items. */
export function compareCells({ metric, system, anchors }: LinkInput): ComparedCells {
  const [older, newer] = (["older", "newer"] as const).map(side =>
    cellsOf([system, ...anchors], side, metric),
  ) as [Map<string, CellValues>, Map<string, CellValues>];
  const cells: ComparedCell[] = [];
  const leftOut: LinkedMetric["leftOut"] = [];
  for (const name of [...new Set([...older.keys(), ...newer.keys()])].sort(compareTexts)) {
    const [before, now] = [older.get(name), newer.get(name)];
    if (before && now && before.n >= minItems && now.n >= minItems)
      cells.push({ name, older: before, newer: now });
    else {
      const [type = "", language = ""] = JSON.parse(name) as string[];
      leftOut.push({ type, language, older: before?.n ?? 0, newer: now?.n ?? 0 });
    }
  }
  return { cells, leftOut };
}
