// Section: all systems of the run compared on the items that all of them answered, in one table and one plot with one axis.

import type { Leaderboard, LeaderboardRow } from "../../../schemas/evaluation/leaderboard.ts";
import type { Metric, Summary } from "../../../schemas/evaluation/metrics.ts";
import { type Child, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { formatCount, numberCell, table } from "../tables.ts";
import { groupName } from "../decision/robustness.ts";
import { figure, legend } from "./draw-plots.ts";
import { intervalPlot } from "./interval-plot.ts";
import {
  metricExplanations,
  labelWithDirection,
  metricsOf,
  rangeText,
  valueText,
} from "./metric-names.ts";
import { type LeaderboardWords, leaderboardWords } from "./leaderboard-words.ts";
import type { PageLanguage } from "../page-language.ts";
import { systemCell } from "./results.ts";

const maxShown = { metrics: 6, systems: 40, alike: 4 };

/** Metrics in order: those that rank the systems, then those that all systems have, then those that some have. */
function columnsOf({ standings, shared, systems }: Leaderboard): Metric[] {
  const rankingMetrics = standings.map(({ metric }) => metric);
  const otherMetrics = metricsOf(systems).filter(metric => !rankingMetrics.includes(metric));
  return [
    ...rankingMetrics,
    ...otherMetrics.filter(metric => shared.includes(metric)),
    ...otherMetrics.filter(metric => !shared.includes(metric)),
  ];
}

/** A system's value for a metric, as both the table and the plot show it. */
const summaryOf = (row: LeaderboardRow, metric: Metric): Summary | undefined => row.metrics[metric];

function metricCell(summary: Summary | undefined, language: PageLanguage): Html {
  if (!summary) return numberCell("–");
  const range = rangeText(summary, language);
  return numberCell(
    html`<b>${valueText(summary.value)}</b>${range === "" ? "" : html`<span class="under">${range}</span>`}`,
  );
}

/** The metric with the number of items, which is the same for all systems. */
function metricHeading(
  systems: readonly LeaderboardRow[],
  metric: Metric,
  words: LeaderboardWords,
): Html {
  const summary = systems
    .map(row => summaryOf(row, metric))
    .find(candidate => candidate !== undefined);
  return numberCell(
    html`${labelWithDirection(metric, words.language)}<span class="under">n ${formatCount(summary?.n ?? 0)}${summary && summary.undefined > 0 ? `, ${words.undefined(summary.undefined)}` : ""}</span>`,
  );
}

function nameCell(
  { system, evaluation, distractors }: LeaderboardRow,
  words: LeaderboardWords,
): Html {
  const details = [
    system === evaluation ? "" : evaluation,
    distractors !== null && distractors > 0 ? words.distractors(distractors) : "",
  ].filter(part => part !== "");
  return html`${systemCell({ system })}${details.length > 0 ? html`<span class="under">${details.join(" · ")}</span>` : ""}`;
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);

interface SpentColumn {
  readonly heading: keyof LeaderboardWords["spent"];
  /** Empty if it was not measured. */
  readonly cell: (row: LeaderboardRow) => Html | "";
}

/** Time and cost per answer. */
const spentColumns: readonly SpentColumn[] = [
  {
    heading: "time",
    cell: ({ performance }) =>
      performance?.milliseconds
        ? html`<b>${seconds(performance.milliseconds.p50)}</b><span class="under">p95 ${seconds(performance.milliseconds.p95)}</span>`
        : "",
  },
  {
    heading: "cost",
    cell: ({ performance }) =>
      performance?.cost ? html`<b>${Number(performance.cost.mean.toPrecision(2))}</b>` : "",
  },
];

function systemsTable(
  systems: readonly LeaderboardRow[],
  metrics: readonly Metric[],
  words: LeaderboardWords,
): Html {
  const columns = spentColumns.filter(({ cell }) => systems.some(row => cell(row) !== ""));
  const headings: Child[] = [
    words.system,
    ...metrics.map(metric => metricHeading(systems, metric, words)),
    ...columns.map(({ heading: name }) => numberCell(words.spent[name])),
  ];
  return table(
    headings,
    systems.map(row => [
      nameCell(row, words),
      ...metrics.map(metric => metricCell(summaryOf(row, metric), words.language)),
      ...columns.map(({ cell }) => numberCell(cell(row) === "" ? "–" : cell(row))),
    ]),
  );
}

/** The metrics that rank systems and share one scale: shares, from 0 to 1. */
function metricsOfPlot({ standings }: Leaderboard): {
  metrics: Metric[];
  domain: [number, number];
} {
  const rankingMetrics = standings.map(({ metric }) => metric);
  const shares = rankingMetrics.filter(metric => metric !== "correctness");
  return shares.length > 0
    ? { metrics: shares, domain: [0, 1] }
    : { metrics: rankingMetrics, domain: [1, 5] };
}

function systemsPlot(
  leaderboard: Leaderboard,
  systems: readonly LeaderboardRow[],
  words: LeaderboardWords,
): Html {
  const { metrics, domain } = metricsOfPlot(leaderboard);
  if (metrics.length === 0) return html``;
  const names = metrics.map(metric => labelWithDirection(metric, words.language));
  const title = words.plotted(names);
  return html`${metrics.length > 1 ? legend(names) : ""}${figure(
    title,
    intervalPlot({
      label: title,
      domain,
      series: names,
      language: words.language,
      rows: systems.map(row => ({
        name: row.system,
        values: metrics.map(metric => summaryOf(row, metric)),
      })),
    }),
  )}`;
}

/** Notes on the results of other judges, on systems left out, and on values shown as a dash. */
function notesList(
  { leftOut, systems, judges, otherJudges }: Leaderboard,
  words: LeaderboardWords,
): Html {
  const otherJudgeNotes = otherJudges.map(
    each =>
      html`<li>${words.byJudge(each, labelWithDirection(each.metric, words.language))}</li>\n`,
  );
  const leftOutNotes = leftOut.map(
    ({ system, evaluation, reason, items, inCommon }) =>
      html`<li>${words.leftOut({ system, evaluation }, words.reasons[reason], { items, inCommon })}</li>\n`,
  );
  const dashNotes = systems
    .filter(({ otherJudge }) => otherJudge.length > 0)
    .map(
      ({ system, otherJudge }) =>
        html`<li>${words.otherJudge(
          system,
          otherJudge.map(metric => labelWithDirection(metric, words.language)),
          [...new Set(otherJudge.map(metric => judges[metric] ?? ""))],
        )}</li>\n`,
    );
  const notes = [...otherJudgeNotes, ...leftOutNotes, ...dashNotes];
  return notes.length === 0 ? html`` : html`<ul class="small left-out">${notes}</ul>`;
}

/** The best system for each group; empty if all items are of one kind. */
function groupsTable({ groups, standings }: Leaderboard, words: LeaderboardWords): Html {
  const [ranking] = standings;
  if (groups.length === 0 || ranking === undefined) return html``;
  const { group, n, best, value, alike } = words.groupHeadings;
  const rows = groups.map(each => [
    groupName({ grouping: each.by, group: each.name }, words.language),
    numberCell(formatCount(each.items)),
    systemCell({ system: each.best }),
    metricCell({ ...each.value, n: each.items, undefined: 0 }, words.language),
    each.alike.length === 0
      ? words.noneTied
      : words.alike(
          each.alike.slice(0, maxShown.alike),
          Math.max(0, each.alike.length - maxShown.alike),
        ),
  ]);
  return html`<details><summary>${words.bestOf(labelWithDirection(ranking.metric, words.language))}</summary><p class="small soft">${words.aboutGroups}</p>
${table([group, numberCell(n), best, numberCell(value), alike], rows)}</details>`;
}

/** Empty if there are fewer than two systems to compare. */
export function leaderboardSection(
  { evaluations: { leaderboard } }: RunData,
  language: PageLanguage,
): Html {
  if (!leaderboard) return html``;
  const words = leaderboardWords[language];
  const metrics = columnsOf(leaderboard);
  const systems = leaderboard.systems.slice(0, maxShown.systems);
  const [mainMetrics, moreMetrics] = [
    metrics.slice(0, maxShown.metrics),
    metrics.slice(maxShown.metrics),
  ];
  const moreCount = leaderboard.systems.length - systems.length;
  const ranking = leaderboard.standings[0];
  return section(
    "leaderboard",
    html`<div class="pair"><div>${systemsPlot(leaderboard, systems, words)}</div><div><p class="soft">${words.lead(leaderboard, ranking ? labelWithDirection(ranking.metric, language) : words.byName)}</p>
${notesList(leaderboard, words)}${metricExplanations(metrics, language)}</div></div>
${systemsTable(systems, mainMetrics, words)}
${groupsTable(leaderboard, words)}
${moreMetrics.length > 0 ? html`<details><summary>${words.moreMetrics(moreMetrics.length)}</summary>${systemsTable(systems, moreMetrics, words)}</details>` : ""}
${moreCount > 0 ? html`<p class="small soft">${words.moreSystems(moreCount)}</p>` : ""}`,
  );
}
