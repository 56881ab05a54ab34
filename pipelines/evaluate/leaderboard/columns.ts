// Columns of a leaderboard: each metric is computed over the items on which all compared systems have a value.

import { Metric, type ScoreRow, type Summary } from "../../../schemas/evaluation/metrics.ts";
import { summarizeLists } from "../summaries.ts";

/** A system that has a metric on less than this share of the items that others have it on is left out of the column. */
const minCovered = 0.5;

/** Rows of one system over the shared items. */
export interface SharedRows {
  readonly system: string;
  readonly rows: readonly ScoreRow[];
  /** Metrics that it cannot be compared by. */
  readonly without: readonly Metric[];
}

export interface Column {
  readonly metric: Metric;
  /** Cells by system; absent for systems without the metric. */
  readonly cells: ReadonlyMap<string, Summary>;
  /** Rows of each of these systems over the items that count, for further comparisons. */
  readonly rows: ReadonlyMap<string, readonly ScoreRow[]>;
}

const hasValue = (row: ScoreRow, metric: Metric): boolean =>
  metric === "bleu-corpus" ? row.bleu !== null : typeof row.values[metric] === "number";

const idsOf = (rows: readonly ScoreRow[]): Set<string> => new Set(rows.map(({ itemId }) => itemId));

type ChosenColumn = Pick<Column, "metric" | "rows"> & { readonly undefined: number };

/** Undefined if no system has a value. */
function chooseRows(systems: readonly SharedRows[], metric: Metric): ChosenColumn | undefined {
  const valued = systems
    .filter(({ without }) => !without.includes(metric))
    .map(({ system, rows }) => ({ system, rows: rows.filter(row => hasValue(row, metric)) }));
  const maxValued = Math.max(...valued.map(({ rows }) => rows.length));
  if (!(maxValued > 0)) return undefined;
  const having = valued.filter(({ rows }) => rows.length >= maxValued * minCovered);
  const counting = having
    .map(({ rows }) => idsOf(rows))
    .reduce((shared, ids) => new Set([...shared].filter(id => ids.has(id))));
  if (counting.size === 0) return undefined;
  const names = new Set(having.map(({ system }) => system));
  const applies = idsOf(
    systems
      .filter(({ system }) => names.has(system))
      .flatMap(({ rows }) =>
        rows.filter(row => row.values[metric] !== undefined || hasValue(row, metric)),
      ),
  );
  return {
    metric,
    rows: new Map(
      having.map(({ system, rows }) => [system, rows.filter(({ itemId }) => counting.has(itemId))]),
    ),
    undefined: applies.size - counting.size,
  };
}

/** Columns in the order of the metrics; a metric for which no system has a value is left out. */
export function columnsOf(systems: readonly SharedRows[]): Column[] {
  const chosen = Metric.options.flatMap(metric => chooseRows(systems, metric) ?? []);
  const summaries = summarizeLists(
    chosen.flatMap(({ metric, rows }) => [...rows.values()].map(list => ({ metric, rows: list }))),
  );
  let at = 0;
  return chosen.map(({ metric, rows, undefined: missing }) => {
    const cells = new Map<string, Summary>();
    for (const system of rows.keys()) {
      const summary = summaries[at++];
      if (summary) cells.set(system, { ...summary, undefined: missing });
    }
    return { metric, cells, rows };
  });
}
