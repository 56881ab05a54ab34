// Section: all systems of the run beside one another, over the items that all have an answer for; one table, one plot, one axis.

import type {
  Leaderboard,
  LeaderboardRow,
  LeftOut,
} from "../../../schemas/evaluation/leaderboard.ts";
import type { Metric, Summary } from "../../../schemas/evaluation/metrics.ts";
import { type Child, type Html, html } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, table } from "../tables.ts";
import { figure, legend } from "./drawing.ts";
import { intervalPlot } from "./intervals.ts";
import { headOf, metricLabels, metricsOf, rangeText, valueText } from "./metric-names.ts";
import { systemCell } from "./results.ts";

const most = { metrics: 6, systems: 40 };

const reasons: Record<LeftOut, string> = {
  twin: "its items are twins of these: same questions, other facts",
  "other-items": "it answers none of these items as they are now",
  "few-items": "too few items in common",
  "other-variant": "its metrics are of the other variant",
  "no-metric": "no metric that can be compared",
};

/** By whom the systems are ordered first, then what all have, then what some have. */
function columnsOf({ standings, shared, systems }: Leaderboard): Metric[] {
  const leading = standings.map(({ metric }) => metric);
  const known = metricsOf(systems).filter(metric => !leading.includes(metric));
  return [
    ...leading,
    ...known.filter(metric => shared.includes(metric)),
    ...known.filter(metric => !shared.includes(metric)),
  ];
}

/** The one value of a system by a metric: table and plot both show this. */
const cellOf = (row: LeaderboardRow, metric: Metric): Summary | undefined => row.metrics[metric];

function metricCell(summary: Summary | undefined): Html {
  if (!summary) return numeric("–");
  const range = rangeText(summary);
  return numeric(
    html`<b>${valueText(summary.value)}</b>${range === "" ? "" : html`<span class="under">${range}</span>`}`,
  );
}

/** The metric with the number of items, which is the same for all. */
function metricHead(systems: readonly LeaderboardRow[], metric: Metric): Html {
  const summary = systems.map(row => cellOf(row, metric)).find(found => found !== undefined);
  return numeric(
    html`${headOf(metric)}<span class="under">n ${count(summary?.n ?? 0)}${summary && summary.undefined > 0 ? `, ${count(summary.undefined)} undefined` : ""}</span>`,
  );
}

function nameCell({ system, evaluation, distractors }: LeaderboardRow): Html {
  const told = [
    system === evaluation ? "" : evaluation,
    distractors !== null && distractors > 0 ? `${count(distractors)} distractors` : "",
  ].filter(part => part !== "");
  return html`${systemCell({ system })}${told.length > 0 ? html`<span class="under">${told.join(" · ")}</span>` : ""}`;
}

const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? "–" : (milliseconds / 1000).toFixed(2);

/** What an answer took; a dash where nobody measured it. */
const spentColumns = [
  {
    head: "seconds, p50",
    known: ({ performance }: LeaderboardRow) => Boolean(performance?.milliseconds),
    text: ({ performance }: LeaderboardRow) => seconds(performance?.milliseconds?.p50),
  },
  {
    head: "seconds, p95",
    known: ({ performance }: LeaderboardRow) => Boolean(performance?.milliseconds),
    text: ({ performance }: LeaderboardRow) => seconds(performance?.milliseconds?.p95),
  },
  {
    head: "USD an answer",
    known: ({ performance }: LeaderboardRow) => Boolean(performance?.cost),
    text: ({ performance }: LeaderboardRow) =>
      performance?.cost ? String(Number(performance.cost.mean.toPrecision(2))) : "–",
  },
];

function systemsTable(systems: readonly LeaderboardRow[], metrics: readonly Metric[]): Html {
  const spent = spentColumns.filter(({ known }) => systems.some(known));
  const head: Child[] = [
    "System",
    ...metrics.map(metric => metricHead(systems, metric)),
    ...spent.map(({ head: name }) => numeric(name)),
  ];
  return table(
    head,
    systems.map(row => [
      nameCell(row),
      ...metrics.map(metric => metricCell(cellOf(row, metric))),
      ...spent.map(({ text }) => numeric(text(row))),
    ]),
  );
}

/** The metrics by which somebody is ahead, those of one scale: shares, from 0 to 1. */
function drawnMetrics({ standings }: Leaderboard): { metrics: Metric[]; domain: [number, number] } {
  const all = standings.map(({ metric }) => metric);
  const shares = all.filter(metric => metric !== "correctness");
  return shares.length > 0 ? { metrics: shares, domain: [0, 1] } : { metrics: all, domain: [1, 5] };
}

function systemsPlot(leaderboard: Leaderboard, systems: readonly LeaderboardRow[]): Html {
  const { metrics, domain } = drawnMetrics(leaderboard);
  if (metrics.length === 0) return html``;
  const names = metrics.map(headOf);
  const title = `${names.join(" and ")} with 95% intervals, over the same items, on one axis`;
  return html`${metrics.length > 1 ? legend(names) : ""}${figure(
    title,
    intervalPlot({
      label: title,
      domain,
      series: metrics.map(metric => metricLabels[metric]),
      rows: systems.map(row => ({
        name: row.system,
        values: metrics.map(metric => cellOf(row, metric)),
      })),
    }),
  )}`;
}

function leftOutList({ leftOut, systems, judges }: Leaderboard): Html {
  const left = leftOut.map(
    ({ system, evaluation, reason, items, inCommon }) =>
      html`<li>Left out: <b>${system}</b> of ${evaluation}, ${reasons[reason]} (${count(inCommon)} of its ${count(items)} items).</li>\n`,
  );
  const judged = systems
    .filter(({ otherJudge }) => otherJudge.length > 0)
    .map(
      ({ system, otherJudge }) =>
        html`<li><b>${system}</b> has ${otherJudge.map(metric => metricLabels[metric]).join(", ")} by another judge than ${[...new Set(otherJudge.map(metric => judges[metric] ?? ""))].join(", ")}: a dash stands there.</li>\n`,
    );
  return left.length + judged.length === 0 ? html`` : html`<ul class="small">${left}${judged}</ul>`;
}

/** Empty where there are no two systems to compare. */
export function leaderboardSection({ evaluations: { leaderboard } }: RunData): Html {
  if (!leaderboard) return html``;
  const metrics = columnsOf(leaderboard);
  const systems = leaderboard.systems.slice(0, most.systems);
  const rest = metrics.slice(most.metrics);
  const more = leaderboard.systems.length - systems.length;
  return html`<section id="leaderboard"><h2>All systems</h2>
<p class="soft">Every system of every evaluation of this run, over the ${count(leaderboard.items)} of ${count(leaderboard.of)} items that each of them has an answer for; of one metric, over those of them on which each has a value. The best first, by ${leaderboard.standings[0] ? headOf(leaderboard.standings[0].metric) : "name"}. Values with 95% bootstrap intervals; the evaluations’ own tables, over all of their items, stand below.</p>
<div class="beside">${systemsPlot(leaderboard, systems)}</div>
${systemsTable(systems, metrics.slice(0, most.metrics))}
${rest.length > 0 ? html`<details><summary>${count(rest.length)} more metrics</summary>${systemsTable(systems, rest)}</details>` : ""}
${more > 0 ? html`<p class="small soft">${count(more)} more systems are in evaluations/leaderboard.json.</p>` : ""}
${leftOutList(leaderboard)}</section>`;
}
