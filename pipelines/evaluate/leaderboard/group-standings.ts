// Who is ahead on the items of one type, domain or language, and who cannot be told from it.

import { GroupStanding } from "../../../schemas/evaluation/leaderboard.ts";
import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { compareTexts, groupBy } from "../../engine/grouping.ts";
import { pairItems } from "../statistics/comparison.ts";
import { holm } from "../statistics/holm.ts";
import { type PairedTest, pairedTests } from "../statistics/paired.ts";
import { estimateOver, valueOver } from "../summaries.ts";
import type { Column } from "./columns.ts";

/** Fewer say little of any system. */
const MIN_ITEMS = 10;
const ALPHA = 0.05;

interface Group {
  readonly by: GroupStanding["by"];
  readonly name: string;
  readonly items: number;
  /** By system, the best first. */
  readonly systems: readonly { readonly system: string; readonly rows: readonly ScoreRow[] }[];
}

/** Those that are large enough; none where all items are of one. */
function groupsBy(by: Group["by"], { metric, rows }: Column): Group[] {
  const bySystem = [...rows].map(([system, mine]) => ({
    system,
    groups: groupBy(mine, row => row[by]),
  }));
  const names = [...(bySystem[0]?.groups.keys() ?? [])].sort(compareTexts);
  if (names.length < 2) return [];
  return names.flatMap(name => {
    const systems = bySystem.map(({ system, groups }) => ({
      system,
      rows: groups.get(name) ?? [],
    }));
    const items = systems[0]?.rows.length ?? 0;
    return items < MIN_ITEMS ? [] : [{ by, name, items, systems: bestFirst(systems, metric) }];
  });
}

function bestFirst(systems: Group["systems"], metric: Metric): Group["systems"] {
  const valueOf = ({ rows }: Group["systems"][number]) =>
    valueOver(rows, metric) ?? Number.NEGATIVE_INFINITY;
  return systems
    .map(each => ({ each, value: valueOf(each) }))
    .sort((a, b) => b.value - a.value || compareTexts(a.each.system, b.each.system))
    .map(({ each }) => each);
}

/** The best against each of the others. */
function testsOf({ systems }: Group, metric: Metric): PairedTest[] {
  const [best, ...others] = systems;
  return pairedTests(others.map(({ rows }) => pairItems(best?.rows ?? [], rows, metric)));
}

/** By the column's metric, of which more is better. */
export function groupStandings(column: Column): GroupStanding[] {
  const { metric } = column;
  const groups = GroupStanding.shape.by.options.flatMap(by => groupsBy(by, column));
  const tests = groups.map(group => testsOf(group, metric));
  const corrected = holm(tests.flatMap(mine => mine.map(({ p }) => p)));
  let at = 0;
  return groups.flatMap(({ by, name, items, systems: [best, ...others] }) => {
    const mine = corrected.slice(at, at + others.length);
    at += others.length;
    if (best === undefined) return [];
    const alike = others.filter((_, place) => (mine[place] ?? 1) >= ALPHA);
    return [
      {
        by,
        name,
        items,
        best: best.system,
        value: estimateOver(best.rows, metric),
        alike: alike.map(({ system }) => system),
      },
    ];
  });
}
