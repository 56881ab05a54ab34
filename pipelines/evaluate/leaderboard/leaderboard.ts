// The leaderboard: all systems of a run's evaluations, over the items that all of them have an answer for.

import type { Leaderboard, LeaderboardRow } from "../../../schemas/evaluation/leaderboard.ts";
import { explain, type Metric } from "../../../schemas/evaluation/metrics.ts";
import { countOf, mostFirst } from "../../engine/grouping.ts";
import { countLosses } from "../evidence/losses.ts";
import { performanceOf } from "../statistics/performance.ts";
import { inOrder } from "../statistics/score-table.ts";
import { type Column, columnsOf, type SharedRows } from "./columns.ts";
import { difficultyOf, isBest } from "./difficulty.ts";
import type { EvaluatedSystem } from "./evaluated-system.ts";
import { groupStandings } from "./group-standings.ts";
import { otherJudges, splitReadings } from "./other-judges.ts";
import { type SharedItems, shareItems } from "./shared-items.ts";
import { orderBy, standingMetrics, standingOf } from "./standings.ts";

/** Unique names of the systems, in their order. */
function namesOf(systems: readonly EvaluatedSystem[]): string[] {
  const times = countOf(systems.map(({ system }) => system));
  return systems.map(({ system, evaluation }) =>
    (times.get(system) ?? 0) > 1 && system !== evaluation ? `${evaluation}: ${system}` : system,
  );
}

/** The most common judge of each judged metric; the first by name if there are several. */
function usualJudges(systems: readonly EvaluatedSystem[]): Partial<Record<Metric, string>> {
  const metrics = new Set(systems.flatMap(({ judges }) => Object.keys(judges) as Metric[]));
  return Object.fromEntries(
    [...metrics].map(metric => [
      metric,
      mostFirst(countOf(systems.flatMap(({ judges }) => judges[metric] ?? [])))[0]?.[0] ?? "",
    ]),
  );
}

interface NamedSystem extends SharedRows {
  readonly of: EvaluatedSystem;
}

function named(
  { systems, items }: SharedItems,
  judges: Readonly<Partial<Record<Metric, string>>>,
): NamedSystem[] {
  const names = namesOf(systems);
  return systems.map((of, place) => ({
    of,
    system: names[place] ?? of.system,
    // The same items in the same places, so that resampling draws the same items for all systems.
    rows: inOrder(of.scores.filter(({ itemId }) => items.has(itemId))),
    without: (Object.keys(of.judges) as Metric[]).filter(
      metric => of.judges[metric] !== judges[metric],
    ),
  }));
}

function rowOf(
  { of, system, without }: NamedSystem,
  columns: readonly Column[],
  items: ReadonlySet<string>,
): LeaderboardRow {
  const lost = of.losses.filter(({ itemId }) => items.has(itemId));
  const losses = lost.length > 0 ? countLosses(lost) : null;
  return {
    system,
    evaluation: of.evaluation,
    distractors: of.distractors,
    metrics: Object.fromEntries(
      columns.flatMap(({ metric, cells }) => {
        const cell = cells.get(system);
        return cell ? [[metric, cell]] : [];
      }),
    ),
    otherJudge: [...without],
    performance: performanceOf([...items].map(id => of.measured.get(id))),
    losses,
  };
}

/** For how many systems each item has the metric's best value. */
function solvedBy({ metric, rows }: Column): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { itemId, values } of [...rows.values()].flat())
    found[itemId] = (found[itemId] ?? 0) + (isBest(metric, values[metric] ?? Number.NaN) ? 1 : 0);
  return found;
}

/** Systems that share too few items, and systems without any metric. */
const leftOutOf = (
  { leftOut, items }: SharedItems,
  bare: readonly NamedSystem[],
): Leaderboard["leftOut"] => [
  ...leftOut.map(({ system: { system, evaluation }, ...left }) => ({
    system,
    evaluation,
    ...left,
  })),
  ...bare.map(({ system, of }) => ({
    system,
    evaluation: of.evaluation,
    reason: "no-metric" as const,
    items: of.scores.length,
    inCommon: items.size,
  })),
];

/** Undefined if fewer than two systems can be compared. */
export function leaderboardOf(evaluated: readonly EvaluatedSystem[]): Leaderboard | undefined {
  const sharing = shareItems(evaluated);
  const judges = usualJudges(sharing.systems);
  const { shown: once, readings } = splitReadings(sharing.systems, judges);
  const systems = named({ ...sharing, systems: once }, judges);
  const columns = columnsOf(systems);
  const isBare = ({ system }: NamedSystem) => !columns.some(({ cells }) => cells.has(system));
  const shown = systems.filter(each => !isBare(each));
  if (shown.length < 2) return undefined;
  const shared = columns.filter(({ cells }) => cells.size === shown.length);
  const columnOf = (metric: Metric) => shared.find(column => column.metric === metric);
  const leading = standingMetrics(shared.map(({ metric }) => metric)).flatMap(
    metric => columnOf(metric) ?? [],
  );
  const [first] = leading;
  const order = first ? orderBy(first) : shown.map(({ system }) => system);
  const front = leading.map(({ metric }) => metric);
  const rest = shared.map(({ metric }) => metric).filter(metric => !front.includes(metric));
  return {
    format: 1,
    variant: sharing.variant,
    items: sharing.items.size,
    of: sharing.of,
    shared: [...front, ...rest],
    others: columns.filter(column => !shared.includes(column)).map(({ metric }) => metric),
    explained: explain(columns.map(({ metric }) => metric)),
    standings: leading.flatMap(column => standingOf(column) ?? []),
    groups: first ? groupStandings(first) : [],
    systems: order.flatMap(name =>
      shown
        .filter(({ system }) => system === name)
        .map(each => rowOf(each, columns, sharing.items)),
    ),
    judges,
    otherJudges: otherJudges(readings, {
      items: sharing.items,
      nameOf: system => systems.find(({ of }) => of === system)?.system ?? system.system,
    }),
    leftOut: leftOutOf(sharing, systems.filter(isBare)),
    solved: first ? solvedBy(first) : {},
    difficulty: first ? difficultyOf(first) : null,
  };
}
