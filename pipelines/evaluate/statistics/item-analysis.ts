// Difficulty of each item, and how well it discriminates between better and worse systems.

import type { ItemStatisticsRow } from "../../../schemas/evaluation/findings.ts";
import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { goodness } from "../metric-sense.ts";
import { bySystem, scoreTable } from "./score-table.ts";

/** Fewer systems say nothing: over two, every correlation is 1 or −1. */
export const minSystems = 3;
// Values that vary only by rounding count as constant.
const rounding = 1e-12;

/** Pearson's r; null if either list does not vary, or has fewer than three values. */
function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const n = pairs.length;
  if (n < minSystems) return null;
  const middle = (place: 0 | 1) => pairs.reduce((total, pair) => total + pair[place], 0) / n;
  const [first, second] = [middle(0), middle(1)];
  let [both, ofFirst, ofSecond] = [0, 0, 0];
  for (const [a, b] of pairs) {
    both += (a - first) * (b - second);
    ofFirst += (a - first) ** 2;
    ofSecond += (b - second) ** 2;
  }
  const isFlat = Math.sqrt(ofFirst / n) < rounding || Math.sqrt(ofSecond / n) < rounding;
  return isFlat ? null : Math.max(-1, Math.min(1, both / Math.sqrt(ofFirst * ofSecond)));
}

/** The sum and number of each system's values. */
const totalsOf = (values: readonly Float64Array[]): { sum: number; n: number }[] =>
  values.map(column => {
    const defined = column.filter(value => !Number.isNaN(value));
    return { sum: defined.reduce((total, value) => total + value, 0), n: defined.length };
  });

type Totals = readonly { readonly sum: number; readonly n: number }[];

/** For each system with a value on the item, that value and the mean of its others; systems without others are left out. */
const withRestMeans = (
  values: readonly Float64Array[],
  totals: Totals,
  place: number,
): (readonly [number, number])[] =>
  values.flatMap((column, system) => {
    const value = column[place] as number;
    const { sum, n } = totals[system] as Totals[number];
    return Number.isNaN(value) || n < 2 ? [] : [[value, (sum - value) / (n - 1)] as const];
  });

/**
 * For each item, over systems, the correlation of its values with the means of each system's other items. `values` has one column per system;
 * NaN if it has no value.
 */
export function restCorrelations(values: readonly Float64Array[]): (number | null)[] {
  const totals = totalsOf(values);
  return Array.from({ length: values[0]?.length ?? 0 }, (_, place) =>
    correlation(withRestMeans(values, totals, place)),
  );
}

function languagesOf(rows: readonly ScoreRow[]): Map<string, ScoreRow["language"]> {
  return new Map(rows.map(({ itemId, language }) => [itemId, language]));
}

/** 1 minus the mean of the values, scaled from 0 (worst) to 1 (best); null for a metric without such a scale. */
function difficultyOf(values: readonly number[], metric: Metric): number | null {
  const scaled = values.map(value => goodness(metric, value));
  let total = 0;
  for (const value of scaled) {
    if (value === null) return null;
    total += value;
  }
  return values.length === 0 ? null : 1 - total / values.length;
}

const isDead = (raw: readonly number[]): boolean | null =>
  raw.length < minSystems ? null : Math.max(...raw) - Math.min(...raw) < rounding;

/**
 * One row per item on which any system has a value by this metric, in the order of their ids. Difficulty: 1 minus the mean score
 * over systems (a score of 1 to 5 is scaled to 0 to 1; if less is better, it is reversed). Discrimination: the corrected item–total
 * correlation, over systems, of the item's score with the mean of the system's other items (Lord and Novick 1968, Statistical Theories of
 * Mental Test Scores, chapter 15). It is the same whether more or less is better, and null with fewer than three systems or if all
 * have the same score. Dead: three systems or more, all with the same value, whether all succeed or none does.
 *
 * Systems take the role of test takers here, and are few: a discrimination over five systems is a hint, not a finding. Settings that differ
 * little (one retriever at six chunk sizes) are nearly one taker counted six times. They make items look dead that would discriminate between other
 * systems, and discrimination depends on whatever they happen to differ in. Use systems of different kinds.
 */
export function analyseItems(rows: readonly ScoreRow[], metric: Metric): ItemStatisticsRow[] {
  const { itemIds, values } = scoreTable(
    bySystem(rows).map(([, ofSystem]) => ofSystem),
    metric,
  );
  const discriminations = restCorrelations(values);
  const languages = languagesOf(rows);
  return itemIds.flatMap((id, place) => {
    const language = languages.get(id);
    const raw = values.map(column => column[place] as number).filter(value => !Number.isNaN(value));
    const row = {
      metric,
      systems: raw.length,
      difficulty: difficultyOf(raw, metric),
      discrimination: discriminations[place] ?? null,
      dead: isDead(raw),
    };
    return language ? [{ id, language, ...row }] : [];
  });
}
