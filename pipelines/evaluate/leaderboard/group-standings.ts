// Finds the best system on the items of each type, domain or language, and the systems that are not significantly worse.

import { GroupStanding } from "../../../schemas/evaluation/leaderboard.ts";
import type { Metric, ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { compareStrings, groupBy } from "../../engine/grouping.ts";
import { pairItems } from "../statistics/comparison.ts";
import { holmCorrection } from "../statistics/holm.ts";
import { type PairedTest, pairedTests } from "../statistics/paired-tests.ts";
import { estimateOver, valueOver } from "../summaries.ts";
import type { Column } from "./columns.ts";

/** Minimum number of items in a group: fewer show little about any system. */
const minItems = 10;
const alpha = 0.05;

interface Group {
  readonly by: GroupStanding["by"];
  readonly name: string;
  readonly items: number;
  /** The best system first. */
  readonly systems: readonly { readonly system: string; readonly rows: readonly ScoreRow[] }[];
}

/** Groups that are large enough; empty if there is only one group. */
function groupsBy(by: Group["by"], { metric, rows }: Column): Group[] {
  const bySystem = [...rows].map(([system, rowsOfSystem]) => ({
    system,
    groups: groupBy(rowsOfSystem, row => row[by]),
  }));
  const names = [...(bySystem[0]?.groups.keys() ?? [])].sort(compareStrings);
  if (names.length < 2) return [];
  return names.flatMap(name => {
    const systems = bySystem.map(({ system, groups }) => ({
      system,
      rows: groups.get(name) ?? [],
    }));
    const items = systems[0]?.rows.length ?? 0;
    return items < minItems ? [] : [{ by, name, items, systems: bestFirst(systems, metric) }];
  });
}

function bestFirst(systems: Group["systems"], metric: Metric): Group["systems"] {
  const valueOf = ({ rows }: Group["systems"][number]) =>
    valueOver(rows, metric) ?? Number.NEGATIVE_INFINITY;
  return systems
    .map(system => ({ candidate: system, value: valueOf(system) }))
    .sort((a, b) => b.value - a.value || compareStrings(a.candidate.system, b.candidate.system))
    .map(({ candidate }) => candidate);
}

/** Tests of the best system against each of the others. */
function testsOf({ systems }: Group, metric: Metric): PairedTest[] {
  const [best, ...others] = systems;
  return pairedTests(others.map(({ rows }) => pairItems(best?.rows ?? [], rows, metric)));
}

/** Standings by the column's metric, for which more is better. */
export function groupStandings(column: Column): GroupStanding[] {
  const { metric } = column;
  const groups = GroupStanding.shape.by.options.flatMap(by => groupsBy(by, column));
  const tests = groups.map(group => testsOf(group, metric));
  const corrected = holmCorrection(tests.flatMap(testsOfGroup => testsOfGroup.map(({ p }) => p)));
  let index = 0;
  return groups.flatMap(({ by, name, items, systems: [best, ...others] }) => {
    const pValues = corrected.slice(index, index + others.length);
    index += others.length;
    if (best === undefined) return [];
    const similarSystems = others.filter((_, position) => (pValues[position] ?? 1) >= alpha);
    return [
      {
        by,
        name,
        items,
        best: best.system,
        value: estimateOver(best.rows, metric),
        alike: similarSystems.map(({ system }) => system),
      },
    ];
  });
}
