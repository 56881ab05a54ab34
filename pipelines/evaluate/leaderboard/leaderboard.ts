// Builds the leaderboard: all systems of a run's evaluations, compared on the items that all of them answered.

import type { Leaderboard, LeaderboardRow } from "../../../schemas/evaluation/leaderboard.ts";
import { explain, type Metric } from "../../../schemas/evaluation/metrics.ts";
import { countOf, sortByFrequency } from "../../engine/grouping.ts";
import { countLosses } from "../evidence/evidence-losses.ts";
import { performanceOf } from "../statistics/performance.ts";
import { sortByItem } from "../statistics/score-table.ts";
import { type Column, columnsOf, type SharedRows } from "./columns.ts";
import { difficultyOf, isBest } from "./difficulty.ts";
import type { EvaluatedSystem } from "./evaluated-system.ts";
import { groupStandings } from "./group-standings.ts";
import { otherJudges, separateRescored } from "./other-judges.ts";
import { type SharedItems, chooseSharedItems } from "./shared-items.ts";
import { orderByValue, standingMetrics, standingOf } from "./standings.ts";

/** Unique names of the systems, in their order. */
function namesOf(systems: readonly EvaluatedSystem[]): string[] {
  const nameCounts = countOf(systems.map(({ system }) => system));
  return systems.map(({ system, evaluation }) =>
    (nameCounts.get(system) ?? 0) > 1 && system !== evaluation
      ? `${evaluation}: ${system}`
      : system,
  );
}

/** The most common judge of each judged metric; the first by name if there is a tie. */
function usualJudges(systems: readonly EvaluatedSystem[]): Partial<Record<Metric, string>> {
  const metrics = new Set(systems.flatMap(({ judges }) => Object.keys(judges) as Metric[]));
  return Object.fromEntries(
    [...metrics].map(metric => [
      metric,
      sortByFrequency(countOf(systems.flatMap(({ judges }) => judges[metric] ?? [])))[0]?.[0] ?? "",
    ]),
  );
}

interface NamedSystem extends SharedRows {
  readonly evaluated: EvaluatedSystem;
}

function nameSystems(
  { systems, items }: SharedItems,
  judges: Readonly<Partial<Record<Metric, string>>>,
): NamedSystem[] {
  const names = namesOf(systems);
  return systems.map((evaluated, index) => ({
    evaluated,
    system: names[index] ?? evaluated.system,
    // The same items in the same order, so that resampling draws the same items for all systems.
    rows: sortByItem(evaluated.scores.filter(({ itemId }) => items.has(itemId))),
    incomparableMetrics: (Object.keys(evaluated.judges) as Metric[]).filter(
      metric => evaluated.judges[metric] !== judges[metric],
    ),
  }));
}

function rowOf(
  { evaluated, system, incomparableMetrics }: NamedSystem,
  columns: readonly Column[],
  items: ReadonlySet<string>,
): LeaderboardRow {
  const lossesOfItems = evaluated.losses.filter(({ itemId }) => items.has(itemId));
  const losses = lossesOfItems.length > 0 ? countLosses(lossesOfItems) : null;
  return {
    system,
    evaluation: evaluated.evaluation,
    distractors: evaluated.distractors,
    metrics: Object.fromEntries(
      columns.flatMap(({ metric, cells }) => {
        const cell = cells.get(system);
        return cell ? [[metric, cell]] : [];
      }),
    ),
    otherJudge: [...incomparableMetrics],
    performance: performanceOf([...items].map(id => evaluated.measured.get(id))),
    losses,
  };
}

/** How many systems have the metric's best value on each item. */
function solvedBy({ metric, rows }: Column): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { itemId, values } of [...rows.values()].flat())
    counts[itemId] = (counts[itemId] ?? 0) + (isBest(metric, values[metric] ?? Number.NaN) ? 1 : 0);
  return counts;
}

/** Systems that share too few items, and systems without any metric. */
const leftOutOf = (
  { leftOut, items }: SharedItems,
  systemsWithoutMetric: readonly NamedSystem[],
): Leaderboard["leftOut"] => [
  ...leftOut.map(({ system: { system, evaluation }, ...reason }) => ({
    system,
    evaluation,
    ...reason,
  })),
  ...systemsWithoutMetric.map(({ system, evaluated }) => ({
    system,
    evaluation: evaluated.evaluation,
    reason: "no-metric" as const,
    items: evaluated.scores.length,
    inCommon: items.size,
  })),
];

/** Undefined if fewer than two systems can be compared. */
export function leaderboardOf(
  evaluatedSystems: readonly EvaluatedSystem[],
): Leaderboard | undefined {
  const sharedItems = chooseSharedItems(evaluatedSystems);
  const judges = usualJudges(sharedItems.systems);
  const { tableSystems, secondScorings } = separateRescored(sharedItems.systems, judges);
  const systems = nameSystems({ ...sharedItems, systems: tableSystems }, judges);
  const columns = columnsOf(systems);
  const hasNoMetric = ({ system }: NamedSystem) => !columns.some(({ cells }) => cells.has(system));
  const shownSystems = systems.filter(system => !hasNoMetric(system));
  if (shownSystems.length < 2) return undefined;
  const sharedColumns = columns.filter(({ cells }) => cells.size === shownSystems.length);
  const columnByMetric = new Map(sharedColumns.map(column => [column.metric, column]));
  const standingColumns = standingMetrics([...columnByMetric.keys()]).flatMap(
    metric => columnByMetric.get(metric) ?? [],
  );
  const [firstColumn] = standingColumns;
  const order = firstColumn ? orderByValue(firstColumn) : shownSystems.map(({ system }) => system);
  const metricsOf = (list: readonly Column[]) => list.map(({ metric }) => metric);
  return {
    format: 1,
    variant: sharedItems.variant,
    items: sharedItems.items.size,
    of: sharedItems.totalItems,
    // The standings' metrics come first.
    shared: metricsOf([...new Set([...standingColumns, ...sharedColumns])]),
    others: metricsOf(columns.filter(column => !sharedColumns.includes(column))),
    explained: explain(metricsOf(columns)),
    standings: standingColumns.flatMap(column => standingOf(column) ?? []),
    groups: firstColumn ? groupStandings(firstColumn) : [],
    systems: order.flatMap(name =>
      shownSystems
        .filter(({ system }) => system === name)
        .map(system => rowOf(system, columns, sharedItems.items)),
    ),
    judges,
    otherJudges: otherJudges(secondScorings, {
      items: sharedItems.items,
      nameOf: system =>
        systems.find(({ evaluated }) => evaluated === system)?.system ?? system.system,
    }),
    leftOut: leftOutOf(sharedItems, systems.filter(hasNoMetric)),
    solved: firstColumn ? solvedBy(firstColumn) : {},
    difficulty: firstColumn ? difficultyOf(firstColumn) : null,
  };
}
