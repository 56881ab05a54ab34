// Computes the columns of a leaderboard: each metric over the items on which all compared systems have a value.

import { Metric, type ScoreRow, type Summary } from "../../../schemas/evaluation/metrics.ts";
import { hasValue, summarizeLists } from "../summaries.ts";

/** Minimum number of items on which a system must have a value to be in a column, as a share of the number for the system with the most. */
const minShare = 0.5;

/** Rows of one system for the shared items. */
export interface SharedRows {
  readonly system: string;
  readonly rows: readonly ScoreRow[];
  /** Metrics by which this system cannot be compared. */
  readonly incomparableMetrics: readonly Metric[];
}

export interface Column {
  readonly metric: Metric;
  /** Cells by system; absent for systems without the metric. */
  readonly cells: ReadonlyMap<string, Summary>;
  /** Rows of each of these systems for the shared items, for further comparisons. */
  readonly rows: ReadonlyMap<string, readonly ScoreRow[]>;
}

const idsOf = (rows: readonly ScoreRow[]): Set<string> => new Set(rows.map(({ itemId }) => itemId));

type ChosenColumn = Pick<Column, "metric" | "rows"> & { readonly undefined: number };

/** The systems and rows of a metric's column; undefined if no system has a value. */
function chooseColumn(systems: readonly SharedRows[], metric: Metric): ChosenColumn | undefined {
  const systemsWithRows = systems
    .filter(({ incomparableMetrics }) => !incomparableMetrics.includes(metric))
    .map(({ system, rows }) => ({ system, rows: rows.filter(row => hasValue(row, metric)) }));
  const maxRowCount = Math.max(...systemsWithRows.map(({ rows }) => rows.length));
  if (!(maxRowCount > 0)) return undefined;
  const comparedSystems = systemsWithRows.filter(
    ({ rows }) => rows.length >= maxRowCount * minShare,
  );
  const sharedIds = comparedSystems
    .map(({ rows }) => idsOf(rows))
    .reduce((shared, ids) => new Set([...shared].filter(id => ids.has(id))));
  if (sharedIds.size === 0) return undefined;
  const names = new Set(comparedSystems.map(({ system }) => system));
  const rowsOfCompared = systems.flatMap(({ system, rows }) => (names.has(system) ? rows : []));
  const applicableIds = idsOf(
    rowsOfCompared.filter(row => row.values[metric] !== undefined || hasValue(row, metric)),
  );
  const isShared = ({ itemId }: ScoreRow) => sharedIds.has(itemId);
  return {
    metric,
    rows: new Map(comparedSystems.map(({ system, rows }) => [system, rows.filter(isShared)])),
    undefined: applicableIds.size - sharedIds.size,
  };
}

/** Columns in the order of the metrics; a metric for which no system has a value is left out. */
export function columnsOf(systems: readonly SharedRows[]): Column[] {
  const columns = Metric.options.flatMap(metric => chooseColumn(systems, metric) ?? []);
  const summaries = summarizeLists(
    columns.flatMap(({ metric, rows }) => [...rows.values()].map(list => ({ metric, rows: list }))),
  );
  let index = 0;
  return columns.map(({ metric, rows, undefined: missing }) => {
    const cells = new Map<string, Summary>();
    for (const system of rows.keys()) {
      const summary = summaries[index++];
      if (summary) cells.set(system, { ...summary, undefined: missing });
    }
    return { metric, cells, rows };
  });
}
