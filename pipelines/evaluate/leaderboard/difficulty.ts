// Computes how difficult items and types are, and how well items discriminate, across the systems of a leaderboard.

import type {
  Difficulty,
  ItemDifficulty,
  TypeDifficulty,
} from "../../../schemas/evaluation/leaderboard.ts";
import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { compareStrings, groupBy } from "../../engine/grouping.ts";
import { wilsonInterval } from "../descriptive-statistics.ts";
import { senseOf } from "../metric-sense.ts";
import { minSystems, restCorrelations } from "../statistics/item-analysis.ts";
import { bootstrap, meanStatistic } from "../statistics/resampling.ts";
import { scoreTable, valuesAt } from "../statistics/score-table.ts";
import type { Column } from "./columns.ts";

// Standard normal quantile for 95%.
const z = 1.959964;
const tolerance = 1e-9;

/** Whether a value is the metric's best. */
export function isBest(metric: Metric, value: number): boolean {
  const { better, min, max } = senseOf(metric);
  return Math.abs(value - (better === "less" ? min : max)) < tolerance;
}

/**
 * A correlation over n systems with Fisher's interval, tanh(atanh r ± 1.96 / √(n − 3)) (Fisher 1921, Metron 1). The bounds are null with three
 * systems, or if r is 1 or −1.
 */
export function correlationEstimate(r: number, n: number): ItemDifficulty["discrimination"] {
  if (n <= 3 || Math.abs(r) > 1 - tolerance) return { value: r, low: null, high: null };
  const [centre, halfWidth] = [Math.atanh(r), z / Math.sqrt(n - 3)];
  return { value: r, low: Math.tanh(centre - halfWidth), high: Math.tanh(centre + halfWidth) };
}

function itemsOf({ metric, rows }: Column): ItemDifficulty[] {
  const { itemIds, values } = scoreTable([...rows.values()], metric);
  const types = new Map([...rows.values()].flat().map(({ itemId, type }) => [itemId, type]));
  const correlations = restCorrelations(values);
  return itemIds.map((id, index) => {
    const itemValues = valuesAt(values, index);
    const solvedCount = itemValues.filter(value => isBest(metric, value)).length;
    const { share, low, high } = wilsonInterval(solvedCount, itemValues.length);
    const r = correlations[index] ?? null;
    return {
      id,
      type: types.get(id) ?? "",
      systems: itemValues.length,
      solved: { value: share, low, high },
      discrimination: r === null ? null : correlationEstimate(r, itemValues.length),
    };
  });
}

/** Each type with the mean share of systems that solve its items, and an interval from resampling the items. The hardest type comes first. */
function typesOf(items: readonly ItemDifficulty[]): TypeDifficulty[] {
  const groups = [...groupBy(items, ({ type }) => type)];
  const shares = bootstrap(
    groups.map(([, members]) =>
      meanStatistic({ values: members.map(({ solved }) => solved.value) }),
    ),
  );
  return groups
    .map(([type, members], index) => ({
      type,
      items: members.length,
      solved: shares[index] ?? { value: null, low: null, high: null },
    }))
    .sort(
      (a, b) => (a.solved.value ?? 0) - (b.solved.value ?? 0) || compareStrings(a.type, b.type),
    );
}

/** Null with fewer than three systems: with two, every correlation is 1 or −1. */
export function difficultyOf(column: Column): Difficulty | null {
  if (column.rows.size < minSystems) return null;
  const items = itemsOf(column);
  return { metric: column.metric, systems: column.rows.size, types: typesOf(items), items };
}
