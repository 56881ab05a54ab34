// Section: systems' scores — by metric, with intervals, number of items, and number undefined.

import { type Metric, metricRecords } from "../../../schemas/evaluation/metrics.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, table } from "../tables.ts";
import { figure } from "./drawing.ts";
import { intervalPlot } from "./intervals.ts";
import {
  metricExplanations,
  labelWithDirection,
  metricsOf,
  plottedMetrics,
  summaryCell,
} from "./metric-names.ts";
import type { PageLanguage } from "./page-language.ts";
import type { NamedResult, UnreadableFile } from "./results-read.ts";
import { type ResultsWords, resultsWords } from "./results-words.ts";

// Maximum numbers shown on the page; result.json has everything.
const maxShown = { metrics: 6, systems: 60, drawn: 24, plots: 4 };

/** A system's name, as all tables show it. */
export const systemCell = ({ system }: Pick<SystemResult, "system">): Html =>
  html`<span class="system">${system}</span>`;

/** Says how many of a list are not shown; empty if all are. `what` is in the page's language, in Chinese with its measure word. */
export const leftOutNote = (
  total: number,
  shownCount: number,
  what: string,
  language: PageLanguage = "en",
): Html =>
  total > shownCount
    ? html`<p class="small soft">${resultsWords[language].leftOut(total - shownCount, what)}</p>`
    : html``;

/** A table with one row per system and one column per metric; a long list of systems is truncated. */
export const metricsTable = (
  systems: readonly SystemResult[],
  metrics: readonly Metric[],
  language: PageLanguage = "en",
): Html =>
  table(
    [
      resultsWords[language].system,
      ...metrics.map(metric => numberCell(labelWithDirection(metric, language))),
    ],
    systems
      .slice(0, maxShown.systems)
      .map(system => [
        systemCell(system),
        ...metrics.map(metric => summaryCell(system.metrics[metric], language)),
      ]),
  );

/** Another tool's scores for the same answers; empty if there are none. */
function toolScoresTable({ system, toolScores }: SystemResult, words: ResultsWords): Html {
  if (toolScores === null) return html``;
  const { tool, metrics } = toolScores;
  const rows = metrics.map(({ metric, ...summary }) => [
    metric,
    summaryCell(summary, words.language),
  ]);
  return html`<p class="short">${words.toolScores(tool, systemCell({ system }))}</p>
${table([words.toolMetric(tool), numberCell(words.value)], rows)}`;
}

function plots(systems: readonly SystemResult[], words: ResultsWords): Html {
  const { language } = words;
  const plottedSystems = systems.slice(0, maxShown.drawn);
  const figures = plottedMetrics(plottedSystems, maxShown.plots).map(metric =>
    figure(
      labelWithDirection(metric, language),
      intervalPlot({
        label: metricRecords[metric].label[language],
        language,
        rows: plottedSystems.map(({ system, metrics }) => ({
          name: system,
          values: [metrics[metric]],
        })),
      }),
    ),
  );
  if (figures.length === 0) return html``;
  const grid = html`<div class="plots">${figures}</div>${leftOutNote(systems.length, plottedSystems.length, words.systems, language)}`;
  return systems.length > 8
    ? html`<details><summary>${words.drawn(plottedSystems.length)}</summary>${grid}</details>`
    : grid;
}

/** Where a result came from, and which items and predictions did not match. */
function originLine({ result }: NamedResult, words: ResultsWords): Html {
  const { missing, surplus } = result;
  const warning = words.boundsWarning(result);
  return html`<p class="small soft">${words.origin(result)}</p>
${missing.length > 0 ? html`<p class="short">${words.missing(missing.length)}</p>` : ""}
${warning === "" ? "" : html`<p class="short">${warning}</p>`}
${surplus.length > 0 ? html`<p class="short">${words.surplus(surplus.length)}</p>` : ""}`;
}

/** The heading of one result: its name, the same in all languages. Empty if there is only one result. */
export const resultHeading = (
  named: NamedResult,
  { evaluations }: Pick<RunData, "evaluations">,
): Html => (evaluations.results.length > 1 ? html`<h3 class="of">${named.name}</h3>` : html``);

/** One result; collapsed if the leaderboard already shows all systems. */
function resultPart(named: NamedResult, isFolded: boolean, words: ResultsWords): Html {
  const { language } = words;
  const { systems } = named.result;
  const metrics = metricsOf(systems);
  const [mainMetrics, moreMetrics] = [
    metrics.slice(0, maxShown.metrics),
    metrics.slice(maxShown.metrics),
  ];
  const body = html`${originLine(named, words)}
${mainMetrics.length > 0 ? metricsTable(systems, mainMetrics, language) : html`<p>${words.none}</p>`}
${leftOutNote(systems.length, maxShown.systems, words.systems, language)}
${moreMetrics.length > 0 ? html`<details><summary>${words.moreMetrics(moreMetrics.length)}</summary>${metricsTable(systems, moreMetrics, language)}</details>` : ""}
${systems.map(system => toolScoresTable(system, words))}
${metricExplanations(metrics, language)}${plots(systems, words)}`;
  return isFolded
    ? html`<details><summary>${named.name}</summary>${body}</details>`
    : html`<h3>${named.name}</h3>${body}`;
}

/** The files that could not be read. */
export const unreadList = (
  unread: readonly UnreadableFile[],
  language: PageLanguage = "en",
): Html =>
  html`${unread.map(file => html`<p class="short">${resultsWords[language].unread(file, typeof file.reason === "string" ? file.reason : file.reason[language])}</p>`)}`;

/** Empty if nothing was evaluated. */
export function resultsSection(
  { evaluations: { results, unread, leaderboard } }: RunData,
  language: PageLanguage,
): Html {
  if (results.length === 0 && unread.length === 0) return html``;
  const words = resultsWords[language];
  return section(
    "results",
    html`<p class="soft">${words.lead}</p>
${unreadList(unread, language)}${results.map(named => resultPart(named, leaderboard !== null, words))}`,
  );
}
