// Section: scores by type, domain and language, as small multiples with their numbers.

import { ItemType, Language } from "../../../schemas/items/item-types.ts";
import type { Metric, SummaryRow } from "../../../schemas/evaluation/metrics.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import { type Html, html, section } from "../html.ts";
import { languageLabels, typeLabels } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, table } from "../tables.ts";
import { figure, legend } from "./drawing.ts";
import { intervalPlot } from "./intervals.ts";
import { directionOf, headOf, metricLabels, plottedMetrics, summaryCell } from "./metric-names.ts";
import { headingOf, systemCell } from "./results.ts";
import type { NamedResult } from "./results-read.ts";

const most = { systems: 4, metrics: 2, groups: 24 };

type Grouping = Exclude<SummaryRow["grouping"], "all">;
const titles: Record<Grouping, string> = { type: "type", domain: "domain", language: "language" };

function groupLabel(grouping: Grouping, group: string): string {
  const type = ItemType.safeParse(group).data;
  const language = Language.safeParse(group).data;
  if (grouping === "type" && type) return typeLabels[type];
  return grouping === "language" && language ? languageLabels[language] : group;
}

/** All, or of many those spread from the highest to the lowest by this metric. */
function spreadSystems(
  systems: readonly SystemResult[],
  metric: Metric,
  wanted: number,
): SystemResult[] {
  if (systems.length <= wanted) return [...systems];
  const valued = systems.filter(({ metrics }) => typeof metrics[metric]?.value === "number");
  const sorted = valued.sort(
    (a, b) =>
      ((b.metrics[metric]?.value ?? 0) - (a.metrics[metric]?.value ?? 0)) *
      (directionOf(metric) || 1),
  );
  const places = Array.from({ length: wanted }, (_, at) =>
    Math.round((at * (sorted.length - 1)) / Math.max(1, wanted - 1)),
  );
  return [...new Set(places)].flatMap(place => sorted[place] ?? []);
}

const find = (
  { groups }: SystemResult,
  wanted: { grouping: Grouping; group: string; metric: Metric },
) =>
  groups.find(
    ({ grouping, group, metric }) =>
      grouping === wanted.grouping && group === wanted.group && metric === wanted.metric,
  );

const groupsOf = (systems: readonly SystemResult[], grouping: Grouping, metric: Metric): string[] =>
  [
    ...new Set(
      systems.flatMap(({ groups }) =>
        groups
          .filter(row => row.grouping === grouping && row.metric === metric)
          .map(({ group }) => group),
      ),
    ),
  ].sort();

function shownGrouping(
  systems: readonly SystemResult[],
  grouping: Grouping,
  metric: Metric,
): { drawn: Html; numbers: Html } | undefined {
  const names = groupsOf(systems, grouping, metric);
  // One group is all there is: its numbers stand in the results.
  if (names.length < 2) return undefined;
  const rows = names.slice(0, most.groups).map(group => ({
    name: groupLabel(grouping, group),
    summaries: systems.map(system => find(system, { grouping, group, metric })),
  }));
  const series = systems.map(({ system }) => system);
  const title = `${headOf(metric)} by ${titles[grouping]}`;
  const more = names.length > rows.length ? ` (${rows.length} of ${names.length})` : "";
  return {
    drawn: figure(
      `${title}${more}`,
      intervalPlot({
        label: `${metricLabels[metric]} by ${titles[grouping]}`,
        series,
        rows: rows.map(({ name, summaries }) => ({ name, values: summaries })),
      }),
    ),
    numbers: html`<p class="small soft">${title}</p>${table(
      [titles[grouping], ...systems.map(system => numeric(systemCell(system)))],
      rows.map(({ name, summaries }) => [name, ...summaries.map(summary => summaryCell(summary))]),
    )}`,
  };
}

function shownResult(named: NamedResult, data: RunData): Html[] {
  const metrics = plottedMetrics(named.result.systems, most.metrics);
  const [first] = metrics;
  if (!first) return [];
  const systems = spreadSystems(named.result.systems, first, most.systems);
  const shown = metrics.flatMap(metric =>
    (["type", "domain", "language"] as const).flatMap(
      grouping => shownGrouping(systems, grouping, metric) ?? [],
    ),
  );
  if (shown.length === 0) return [];
  const chosen =
    systems.length < named.result.systems.length
      ? html`<p class="small soft">Of ${count(named.result.systems.length)} systems ${systems.length}, spread from the highest to the lowest by ${metricLabels[first]}.</p>`
      : html``;
  return [
    html`${headingOf(named, data)}${legend(systems.map(({ system }) => system))}${chosen}<div class="pair">${shown.map(({ drawn }) => drawn)}</div>
<details><summary>The numbers</summary>${shown.map(({ numbers }) => numbers)}</details>`,
  ];
}

/** Empty where no result has two groups. */
export function groupsSection(data: RunData): Html {
  const shown = data.evaluations.results.flatMap(named => shownResult(named, data));
  if (shown.length === 0) return html``;
  return section(
    "groups",
    html`<p class="soft">A group has fewer items than the whole, so that its interval is wider.</p>
${shown}`,
  );
}
