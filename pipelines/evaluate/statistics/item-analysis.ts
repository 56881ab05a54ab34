// Computes the difficulty of each item, and how well it discriminates between better and worse systems.

import type { ItemStatisticsRow } from "../../../schemas/evaluation/findings.ts";
import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { goodness } from "../metric-sense.ts";
import { groupBySystem, scoreTable } from "./score-table.ts";

/** Minimum number of systems: with two, every correlation is 1 or −1. */
export const minSystems = 3;
// Values that vary only by rounding count as constant.
const tolerance = 1e-12;

/** Pearson's r; null if either list does not vary, or has fewer than three values. */
function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const n = pairs.length;
  if (n < minSystems) return null;
  const meanOf = (index: 0 | 1) => pairs.reduce((total, pair) => total + pair[index], 0) / n;
  const [firstMean, secondMean] = [meanOf(0), meanOf(1)];
  let [covariance, firstVariance, secondVariance] = [0, 0, 0];
  for (const [a, b] of pairs) {
    covariance += (a - firstMean) * (b - secondMean);
    firstVariance += (a - firstMean) ** 2;
    secondVariance += (b - secondMean) ** 2;
  }
  const isConstant =
    Math.sqrt(firstVariance / n) < tolerance || Math.sqrt(secondVariance / n) < tolerance;
  return isConstant
    ? null
    : Math.max(-1, Math.min(1, covariance / Math.sqrt(firstVariance * secondVariance)));
}

/** The sum and the number of each system's values. */
const totalsOf = (values: readonly Float64Array[]): { sum: number; n: number }[] =>
  values.map(column => {
    const defined = column.filter(value => !Number.isNaN(value));
    return { sum: defined.reduce((total, value) => total + value, 0), n: defined.length };
  });

type Totals = readonly { readonly sum: number; readonly n: number }[];

/** For each system with a value on the item, that value and the mean of its other values; systems without other values are left out. */
const valuesAndRestMeans = (
  values: readonly Float64Array[],
  totals: Totals,
  index: number,
): (readonly [number, number])[] =>
  values.flatMap((column, system) => {
    const value = column[index] as number;
    const { sum, n } = totals[system] as Totals[number];
    return Number.isNaN(value) || n < 2 ? [] : [[value, (sum - value) / (n - 1)] as const];
  });

/**
 * For each item, the correlation over systems between its values and the means of the systems' other items. `values` has one column per system, with
 * NaN for an item without a value.
 */
export function restCorrelations(values: readonly Float64Array[]): (number | null)[] {
  const totals = totalsOf(values);
  return Array.from({ length: values[0]?.length ?? 0 }, (_, index) =>
    correlation(valuesAndRestMeans(values, totals, index)),
  );
}

function languagesByItem(rows: readonly ScoreRow[]): Map<string, ScoreRow["language"]> {
  return new Map(rows.map(({ itemId, language }) => [itemId, language]));
}

/** 1 minus the mean of the values, scaled from 0 (worst) to 1 (best); null for a metric without such a scale. */
function difficultyOf(values: readonly number[], metric: Metric): number | null {
  const goodnessValues = values.map(value => goodness(metric, value));
  let total = 0;
  for (const value of goodnessValues) {
    if (value === null) return null;
    total += value;
  }
  return values.length === 0 ? null : 1 - total / values.length;
}

const isDead = (itemValues: readonly number[]): boolean | null =>
  itemValues.length < minSystems
    ? null
    : Math.max(...itemValues) - Math.min(...itemValues) < tolerance;

/**
 * One row per item on which any system has a value by this metric, in the order of their ids. Difficulty: 1 minus the mean score
 * over systems (a score of 1 to 5 is scaled to 0 to 1, and reversed if less is better). Discrimination: the corrected item–total
 * correlation, over systems, of the item's score with the mean of the system's other items (Lord and Novick 1968, Statistical Theories of
 * Mental Test Scores, chapter 15). It is the same whether more or less is better, and null with fewer than three systems or if all of them
 * have the same score. Dead: three systems or more, all with the same value, whether all of them succeed or none does.
 *
 * Systems take the role of test takers here, and are few: a discrimination over five systems is a hint, not a finding. Settings that differ
 * little (one retriever at six chunk sizes) are nearly one taker counted six times. They make items look dead that would discriminate between other
 * systems, and discrimination depends on whatever they happen to differ in. Use systems of different kinds.
 */
export function analyseItems(rows: readonly ScoreRow[], metric: Metric): ItemStatisticsRow[] {
  const { itemIds, values } = scoreTable(
    groupBySystem(rows).map(([, rowsOfSystem]) => rowsOfSystem),
    metric,
  );
  const discriminations = restCorrelations(values);
  const languages = languagesByItem(rows);
  return itemIds.flatMap((id, index) => {
    const language = languages.get(id);
    const itemValues = values
      .map(column => column[index] as number)
      .filter(value => !Number.isNaN(value));
    const row = {
      metric,
      systems: itemValues.length,
      difficulty: difficultyOf(itemValues, metric),
      discrimination: discriminations[index] ?? null,
      dead: isDead(itemValues),
    };
    return language ? [{ id, language, ...row }] : [];
  });
}
