// Summarizes each system's metrics: over all items, and by type, domain, language and number of documents.

import {
  type BleuCounts,
  Metric,
  type ScoreRow,
  type Summary,
  type SummaryRow,
  scores,
  summaries,
} from "../../schemas/evaluation/metrics.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { bleuOf } from "./metrics/bleu.ts";
import {
  bootstrap,
  type Estimate,
  meanStatistic,
  type Statistic,
  valueOf,
} from "./statistics/resampling.ts";
import { groupBySystem, groupByName, sortByItem } from "./statistics/score-table.ts";

/** A metric over the rows of a group, and the number of rows to which it applies but which have no value. */
interface Measure {
  readonly metric: Metric;
  readonly statistic: Statistic;
  readonly undefined: number;
}

/** The mean of a metric, weighted if any row has a weight for it; undefined if the metric applies to no row. */
function measureMean(rows: readonly ScoreRow[], metric: Metric): Measure | undefined {
  const applicableCount = rows.filter(({ values }) => values[metric] !== undefined).length;
  if (applicableCount === 0) return undefined;
  const values = rows.map(row => row.values[metric] ?? null);
  const isWeighted = rows.some(row => row.weights[metric] !== undefined);
  const statistic = meanStatistic({
    values,
    ...(isWeighted ? { weights: rows.map(row => row.weights[metric] ?? 1) } : {}),
  });
  return { metric, statistic, undefined: applicableCount - statistic.n };
}

const orders = [0, 1, 2, 3] as const;

const countsFromSums = (sums: readonly number[]): BleuCounts => ({
  matches: orders.map(order => sums[order] ?? 0),
  totals: orders.map(order => sums[orders.length + order] ?? 0),
  length: sums[2 * orders.length] ?? 0,
  referenceLength: sums[2 * orders.length + 1] ?? 0,
});

/** BLEU of all texts together: n-grams and lengths are summed before they are divided (Papineni et al. 2002, ACL, section 2.1.1). */
function measureCorpusBleu(rows: readonly ScoreRow[]): Measure | undefined {
  const n = rows.filter(({ bleu }) => bleu !== null).length;
  const missingCount = rows.filter(
    ({ bleu, values }) => bleu === null && values.bleu !== undefined,
  ).length;
  if (n === 0) return undefined;
  const column = (valueOf: (counts: BleuCounts) => number | undefined) =>
    Float64Array.from(rows, ({ bleu }) => (bleu === null ? 0 : (valueOf(bleu) ?? 0)));
  const columns = [
    ...orders.map(order => column(({ matches }) => matches[order])),
    ...orders.map(order => column(({ totals }) => totals[order])),
    column(({ length }) => length),
    column(({ referenceLength }) => referenceLength),
  ];
  return {
    metric: "bleu-corpus",
    statistic: { columns, compute: sums => bleuOf(countsFromSums(sums)).bleu, n },
    undefined: missingCount,
  };
}

const measure = (rows: readonly ScoreRow[], metric: Metric): Measure | undefined =>
  metric === "bleu-corpus" ? measureCorpusBleu(rows) : measureMean(rows, metric);

/** Whether a row counts towards a metric's aggregate value. */
export const hasValue = ({ values, bleu }: ScoreRow, metric: Metric): boolean =>
  metric === "bleu-corpus" ? bleu !== null : values[metric] != null;

/** A metric's value over rows of one system; null if none of them has a value. */
export function valueOver(rows: readonly ScoreRow[], metric: Metric): number | null {
  const rowMeasure = measure(rows, metric);
  return rowMeasure ? valueOf(rowMeasure.statistic) : null;
}

/** Like `valueOver`, with its bootstrap interval. */
export function estimateOver(rows: readonly ScoreRow[], metric: Metric): Estimate {
  const rowMeasure = measure(sortByItem(rows), metric);
  const [estimate] = bootstrap(rowMeasure ? [rowMeasure.statistic] : []);
  return estimate ?? noEstimate;
}

const noEstimate: Estimate = { value: null, low: null, high: null };

/** Summarizes the metric of each list of rows, with intervals as in `summarize`; lists of the same length share their resamples. `n` is 0 if there is no value. */
export function summarizeLists(
  lists: readonly { readonly metric: Metric; readonly rows: readonly ScoreRow[] }[],
): Summary[] {
  const measures = lists.map(({ metric, rows }) => measure(sortByItem(rows), metric));
  const estimates = bootstrap(measures.flatMap(rowMeasure => rowMeasure?.statistic ?? []));
  let index = 0;
  return measures.map(rowMeasure => ({
    ...((rowMeasure && estimates[index++]) ?? noEstimate),
    n: rowMeasure?.statistic.n ?? 0,
    undefined: rowMeasure?.undefined ?? 0,
  }));
}

type GroupSummary = Omit<SummaryRow, "id" | "system" | "grouping" | "group">;

function summarizeGroup(rows: readonly ScoreRow[]): GroupSummary[] {
  const measures = Metric.options.flatMap(metric => measure(rows, metric) ?? []);
  const estimates = bootstrap(measures.map(({ statistic }) => statistic));
  return measures.flatMap(({ metric, statistic, undefined: missing }, index) => {
    const estimate = estimates[index];
    return estimate ? [{ metric, ...estimate, n: statistic.n, undefined: missing }] : [];
  });
}

const groupings: readonly {
  readonly grouping: SummaryRow["grouping"];
  /** The group of a row; undefined if it is in none. */
  readonly nameOf: (row: ScoreRow) => string | undefined;
}[] = [
  { grouping: "all", nameOf: () => "all" },
  { grouping: "type", nameOf: row => row.type },
  { grouping: "domain", nameOf: row => row.domain },
  { grouping: "language", nameOf: row => row.language },
  { grouping: "documents", nameOf: row => row.documents?.toString() },
];

function summarizeSystem(system: string, rows: readonly ScoreRow[]): SummaryRow[] {
  const overallSummaries = summarizeGroup(rows);
  return groupings.flatMap(({ grouping, nameOf }) =>
    groupByName(
      rows.filter(row => nameOf(row) !== undefined),
      row => nameOf(row) ?? "",
    ).flatMap(([group, members]) => {
      // The same rows have the same resamples: a set in a single language is not resampled twice.
      const groupSummaries =
        members.length === rows.length ? overallSummaries : summarizeGroup(members);
      return groupSummaries.map(summary => ({
        id: rowId("summary", system, grouping, group, summary.metric),
        system,
        grouping,
        group,
        ...summary,
      }));
    }),
  );
}

/**
 * One row per system, grouping, group and metric that applies to any of the group's items, in this order. Weighted metrics are Σ weight ·
 * value / Σ weight; `bleu-corpus` comes from summed counts; intervals are bootstrapped over items.
 */
export const summarize = (rows: readonly ScoreRow[]): SummaryRow[] =>
  groupBySystem(sortByItem(rows)).flatMap(([system, rowsOfSystem]) =>
    summarizeSystem(system, rowsOfSystem),
  );

export const summariesStage = defineWholeStage({
  name: "evaluate/summaries",
  module: import.meta.filename,
  prompts: [],
  over: scores,
  writes: summaries,
  // Always with the standard random seed, not the evaluation's own, so that a leaderboard across several evaluations has the same interval for the same figure.
  all: rows => ({ rows: summarize(rows) }),
});
