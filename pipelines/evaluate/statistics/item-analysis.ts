// Computes the difficulty of each item, and how well it discriminates between better and worse systems.

import type { ItemStatisticsRow } from "../../../schemas/evaluation/findings.ts";
import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { mean } from "../descriptive-statistics.ts";
import { goodness } from "../metric-sense.ts";
import { sum } from "../sum.ts";
import { groupBySystem, scoreTable, valuesAt } from "./score-table.ts";

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

/**
 * For each item, the correlation over systems between its values and the means of the systems' other items; systems without other items are left
 * out. `values` has one column per system, with NaN for an item without a value.
 */
export function restCorrelations(values: readonly Float64Array[]): (number | null)[] {
  const columns = values.map(column => {
    const definedValues = column.filter(value => !Number.isNaN(value));
    return { column, total: sum(definedValues), n: definedValues.length };
  });
  return Array.from({ length: values[0]?.length ?? 0 }, (_, index) => {
    const valuesAndRestMeans = columns.flatMap(({ column, total, n }) => {
      const value = column[index] as number;
      return Number.isNaN(value) || n < 2 ? [] : [[value, (total - value) / (n - 1)] as const];
    });
    return correlation(valuesAndRestMeans);
  });
}

/** 1 minus the mean of the values, scaled from 0 (worst) to 1 (best); null for a metric without such a scale. */
function difficultyOf(values: readonly number[], metric: Metric): number | null {
  const meanGoodness = mean(values.flatMap(value => goodness(metric, value) ?? []));
  return meanGoodness === null ? null : 1 - meanGoodness;
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
 * little (one retriever at six chunk sizes) are nearly one test taker counted six times. They make items look dead that would discriminate between other
 * systems, and discrimination depends on whatever they happen to differ in. Use systems of different kinds.
 */
export function analyzeItems(rows: readonly ScoreRow[], metric: Metric): ItemStatisticsRow[] {
  const { itemIds, values } = scoreTable(
    groupBySystem(rows).map(([, rowsOfSystem]) => rowsOfSystem),
    metric,
  );
  const discriminations = restCorrelations(values);
  const languages = new Map(rows.map(({ itemId, language }) => [itemId, language]));
  return itemIds.flatMap((id, index) => {
    const language = languages.get(id);
    const itemValues = valuesAt(values, index);
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
