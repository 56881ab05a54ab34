// Formats the leaderboard of a run for the terminal.

import type { Leaderboard, LeaderboardRow, LeftOut } from "../../schemas/evaluation/leaderboard.ts";
import { type Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";
import { figureText, intervalText } from "./figure-text.ts";
import { shownMetrics } from "./metric-text.ts";
import { table } from "./printer.ts";

const maxCounts = { metrics: 4, systems: 20, groups: 6 };

const leftOutReasons: Record<LeftOut, string> = {
  twin: "its items are twins of these",
  "other-items": "it answers none of these items as they are now",
  "few-items": "too few items in common",
  "other-variant": "its metrics were computed with the other variant",
  "no-metric": "no metric that can be compared",
};

/** Metrics of the table: first those that decide which system is ahead, then those that all systems have, then those that some have. */
function columnMetrics({ standings, shared, others }: Leaderboard): Metric[] {
  const leading = standings.map(({ metric }) => metric);
  const otherMetrics = shownMetrics([...shared, ...others]).filter(
    metric => !leading.includes(metric) && metricRecords[metric].better !== null,
  );
  return [
    ...leading,
    ...otherMetrics.filter(metric => shared.includes(metric)),
    ...otherMetrics.filter(metric => others.includes(metric)),
  ].slice(0, maxCounts.metrics);
}

const secondsText = ({ performance }: LeaderboardRow): string =>
  performance?.milliseconds ? (performance.milliseconds.p50 / 1000).toFixed(2) : "–";

const dollarsText = ({ performance }: LeaderboardRow): string =>
  performance?.cost ? performance.cost.mean.toPrecision(2) : "–";

function systemsTable(leaderboard: Leaderboard, shownSystems: readonly LeaderboardRow[]): string {
  const metrics = columnMetrics(leaderboard);
  const hasTimes = shownSystems.some(({ performance }) => performance?.milliseconds);
  const hasCosts = shownSystems.some(({ performance }) => performance?.cost);
  const countOf = (metric: Metric) =>
    shownSystems.flatMap(row => row.metrics[metric]?.n ?? []).find(() => true) ?? 0;
  const [first] = metrics;
  return table(
    [
      "system",
      ...metrics.map(metric => `${metric} (n ${countOf(metric)})`),
      ...(first === undefined ? [] : [`95% interval of ${first}`]),
      ...(hasTimes ? ["seconds, p50"] : []),
      ...(hasCosts ? ["USD per answer"] : []),
    ],
    shownSystems.map(row => [
      row.system,
      ...metrics.map(metric => {
        const summary = row.metrics[metric];
        return summary ? figureText(summary.value) : "–";
      }),
      ...(first === undefined ? [] : [row.metrics[first] ? intervalText(row.metrics[first]) : ""]),
      ...(hasTimes ? [secondsText(row)] : []),
      ...(hasCosts ? [dollarsText(row)] : []),
    ]),
  );
}

function standingLine({ metric, best, others }: Leaderboard["standings"][number]): string {
  const [next] = others;
  if (!next) return "";
  const tiedCount = others.filter(({ p }) => p === null || p >= 0.05).length;
  const leadText = `${next.system} by ${figureText(next.difference)} (${intervalText(next)})`;
  return tiedCount === 0
    ? `${metric}: ${best} is significantly ahead of ${leadText}, and of all others.`
    : `${metric}: ${best} has the highest value, ahead of ${leadText}, but ${tiedCount} of ${others.length} others do not differ significantly from it (p ≥ 0.05, corrected for multiple comparisons).`;
}

/** Groups whose highest value belongs to a system other than the overall leader. */
function groupLines({ groups, standings }: Leaderboard): string[] {
  const [first] = standings;
  return groups
    .filter(({ best }) => best !== first?.best)
    .map(({ by, name, items, best, value, alike: tied }) => {
      const tieNote =
        first && tied.includes(first.best)
          ? `, not significantly different from ${first.best}`
          : "";
      return `${by} ${name} (n ${items}): ${best} has the highest ${first?.metric}, ${figureText(value.value)} (${intervalText(value)})${tieNote}.`;
    })
    .slice(0, maxCounts.groups);
}

function leftOutLines({ leftOut, systems, judges }: Leaderboard): string[] {
  const otherJudge = systems.filter(row => row.otherJudge.length > 0);
  return [
    ...leftOut.map(
      ({ system, evaluation, reason, items, inCommon }) =>
        `Left out: ${system} of ${evaluation}: ${leftOutReasons[reason]} (${inCommon} of its ${items} items).`,
    ),
    ...otherJudge.map(
      row =>
        `${row.system} has ${row.otherJudge.join(", ")} from a judge other than ${[...new Set(row.otherJudge.map(metric => judges[metric] ?? ""))].join(", ")}: not shown here.`,
    ),
  ];
}

/** Results from other judges on the same answers. */
const judgeLines = ({ otherJudges, judges }: Leaderboard): string[] =>
  otherJudges.map(({ judge, metric, systems, best, usualBest, tau, difference }) => {
    const ahead =
      best === usualBest
        ? `${best} has the highest ${metric} too`
        : `${best} has the highest ${metric}, not ${usualBest}`;
    const tauNote = tau === null ? "" : `, τ between the two rankings ${tau.toFixed(2)}`;
    return `Judged by ${judge}, on the same answers of ${systems} systems, ${ahead}${tauNote}; this judge scores ${figureText(Math.abs(difference))} ${difference < 0 ? "lower" : "higher"} than ${judges[metric] ?? "the judge above"}.`;
  });

/** Empty if there is nothing to compare beyond what the evaluation `name` itself shows. */
export function leaderboardText(leaderboard: Leaderboard | undefined, name: string): string {
  if (!leaderboard || leaderboard.systems.every(({ evaluation }) => evaluation === name)) return "";
  const { systems, items, of } = leaderboard;
  const shownSystems = systems.filter(
    ({ evaluation }, index) => index < maxCounts.systems || evaluation === name,
  );
  return [
    "",
    `All ${systems.length} systems of this run, on the ${items} of ${of} items that all of them answered (evaluations/leaderboard.json):`,
    systemsTable(leaderboard, shownSystems),
    ...(shownSystems.length < systems.length
      ? [`${systems.length - shownSystems.length} more are not shown.`]
      : []),
    ...leaderboard.standings.map(standingLine).filter(line => line !== ""),
    ...groupLines(leaderboard),
    ...judgeLines(leaderboard),
    ...leftOutLines(leaderboard),
  ].join("\n");
}
