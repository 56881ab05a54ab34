// Section: what systems scored — by metric with interval, number of items, and how many were undefined.

import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, table } from "../tables.ts";
import { figure } from "./drawing.ts";
import { intervalPlot } from "./intervals.ts";
import {
  explained,
  headOf,
  metricLabels,
  metricsOf,
  plottedMetrics,
  summaryCell,
} from "./metric-names.ts";
import type { NamedResult, Unread } from "./results-read.ts";

// result.json holds them all; a page need not.
const most = { metrics: 6, systems: 60, drawn: 24, plots: 4 };

const variants = {
  paper: "Metrics as the papers define them.",
  published:
    "Metrics as the papers' released programs compute them, their faults included: only for comparison with published numbers.",
};

const kinds = { evaluation: "An evaluation", baseline: "A baseline", audit: "An audit" };

/** A system's name as all tables show it. */
export const systemCell = ({ system }: Pick<SystemResult, "system">): Html =>
  html`<span class="system">${system}</span>`;

/** How many of a list are not shown; nothing where all are. */
export const leftOut = (all: number, shown: number, what: string): Html =>
  all > shown
    ? html`<p class="small soft">${count(all - shown)} more ${what} are in result.json.</p>`
    : html``;

/** A row a system, a column a metric; many systems are cut. */
export const metricsTable = (systems: readonly SystemResult[], metrics: readonly Metric[]): Html =>
  table(
    ["System", ...metrics.map(metric => numeric(headOf(metric)))],
    systems
      .slice(0, most.systems)
      .map(system => [
        systemCell(system),
        ...metrics.map(metric => summaryCell(system.metrics[metric])),
      ]),
  );

/** What another tool gave the same answers; nothing where none did. */
function toolScoresTable({ system, toolScores }: SystemResult): Html {
  if (toolScores === null) return html``;
  const { tool, metrics } = toolScores;
  const rows = metrics.map(({ metric, ...summary }) => [metric, summaryCell(summary)]);
  return html`<p class="short">What ${tool} gave the same answers, by its own metrics, as the file of ${systemCell({ system })} tells it:</p>
${table([`Metric of ${tool}`, numeric("value")], rows)}`;
}

function plots(systems: readonly SystemResult[]): Html {
  const shown = systems.slice(0, most.drawn);
  const drawn = plottedMetrics(shown, most.plots).map(metric =>
    figure(
      headOf(metric),
      intervalPlot({
        label: metricLabels[metric],
        rows: shown.map(({ system, metrics }) => ({ name: system, values: [metrics[metric]] })),
      }),
    ),
  );
  if (drawn.length === 0) return html``;
  const grid = html`<div class="plots">${drawn}</div>${leftOut(systems.length, shown.length, "systems")}`;
  return systems.length > 8
    ? html`<details><summary>Intervals of ${count(shown.length)} systems drawn</summary>${grid}</details>`
    : grid;
}

/** Where it came from, and what did not join. */
function originLine({ result }: NamedResult): Html {
  const { kind, items, provenance, missing, surplus, distractors } = result;
  const models = Object.entries(provenance.models).map(([stage, model]) => `${stage}: ${model}`);
  return html`<p class="small soft">${kinds[kind]}${provenance.predictions ? html` of <code>${provenance.predictions.path}</code>` : ""} against ${count(items)} items of <code>${provenance.against.path}</code>${distractors === null ? "" : `, ${count(distractors)} distractors mixed in`}. ${variants[result.variant]}${models.length > 0 ? ` Models: ${models.join(", ")}.` : ""}</p>
${missing.length > 0 ? html`<p class="short">Items without a prediction: ${count(missing.length)}.</p>` : ""}
${result.gate?.warning ? html`<p class="short">${result.gate.warning}</p>` : ""}
${surplus.length > 0 ? html`<p class="short">Predictions that name no item: ${count(surplus.length)}.</p>` : ""}`;
}

/** The heading of one result; nothing where there is no other to tell it from. */
export const headingOf = (
  named: NamedResult,
  { evaluations }: Pick<RunData, "evaluations">,
): Html => (evaluations.results.length > 1 ? html`<h3 class="of">${named.name}</h3>` : html``);

/** Folded where all systems stand in one table already. */
function shownResult(named: NamedResult, isFolded: boolean): Html {
  const { systems } = named.result;
  const metrics = metricsOf(systems);
  const [front, rest] = [metrics.slice(0, most.metrics), metrics.slice(most.metrics)];
  const shown = html`${originLine(named)}
${front.length > 0 ? metricsTable(systems, front) : html`<p>It holds no scores.</p>`}
${leftOut(systems.length, most.systems, "systems")}
${rest.length > 0 ? html`<details><summary>${count(rest.length)} more metrics</summary>${metricsTable(systems, rest)}</details>` : ""}
${systems.map(toolScoresTable)}
${explained(metrics)}${plots(systems)}`;
  return isFolded
    ? html`<details><summary>${named.name}</summary>${shown}</details>`
    : html`<h3>${named.name}</h3>${shown}`;
}

/** Files that the section had to do without. */
export const unreadList = (unread: readonly Unread[]): Html =>
  html`${unread.map(({ path, reason }) => html`<p class="short"><code>${path}</code> could not be read and is left out: ${reason}.</p>`)}`;

/** Empty where nothing was evaluated. */
export function resultsSection({ evaluations: { results, unread, leaderboard } }: RunData): Html {
  if (results.length === 0 && unread.length === 0) return html``;
  return section(
    "results",
    html`<p class="soft">The mean over items with its 95% bootstrap interval, and n, the items it is taken over. What is undefined for an item is counted apart, never as 0. ↓: less is better. Settings of a baseline are called by chunk size, overlap, retriever and chunks read. MRR, Hit, Recall@k and nDCG count documents; MRR takes the rank of the first that is relevant; MRR (CRUD) averages the reciprocal ranks of all of them, so that an item over several never has 1.</p>
${unreadList(unread)}${results.map(named => shownResult(named, leaderboard !== null))}`,
  );
}
