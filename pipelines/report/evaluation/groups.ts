// Section: scores by type, domain, language and number of documents, as small multiples with their numbers.

import {
  type Metric,
  metricRecords,
  type SummaryRow,
} from "../../../schemas/evaluation/metrics.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import { ItemType, Language } from "../../../schemas/items/item-types.ts";
import { type Html, html, section } from "../html.ts";
import { languageName, typeName } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { formatCount, numberCell, table } from "../tables.ts";
import { figure, legend } from "./draw-plots.ts";
import { intervalPlot } from "./interval-plot.ts";
import { directionOf, labelWithDirection, plottedMetrics, summaryCell } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import { resultHeading, systemCell } from "./results.ts";
import type { NamedResult } from "./evaluations-data.ts";

const maxShown = { systems: 4, metrics: 2, groups: 24 };

type Grouping = Exclude<SummaryRow["grouping"], "all">;

const english = {
  language: "en" as PageLanguage,
  lead: "A group has fewer items than the whole set, so its interval is wider.",
  titles: {
    type: "type",
    domain: "domain",
    language: "language",
    documents: "documents that hold the evidence",
  } satisfies Record<Grouping, string>,
  by: (metric: string, grouping: string) => `${metric} by ${grouping}`,
  shownNote: (shown: number, all: number) => ` (${shown} of ${all})`,
  chosen: (shown: number, all: number, metric: string) =>
    `${shown} of ${formatCount(all)} systems, spread from the highest to the lowest by ${metric}.`,
  numbers: "Numbers",
};

type Words = typeof english;

const chinese: Words = {
  language: "zh",
  lead: "每组的题目少于全体，所以区间更宽。",
  titles: { type: "题型", domain: "领域", language: "语言", documents: "证据所在的文档数" },
  by: (metric, grouping) => `${metric}，按${grouping}`,
  shownNote: (shown, all) => `（${all} 组中的 ${shown} 组）`,
  chosen: (shown, all, metric) =>
    `共 ${formatCount(all)} 个系统，这里取 ${shown} 个：按${metric}从最高到最低均匀选出。`,
  numbers: "数值",
};

const groupsWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

function groupLabel(grouping: Grouping, group: string, pageLanguage: PageLanguage): string {
  const type = ItemType.safeParse(group).data;
  const language = Language.safeParse(group).data;
  if (grouping === "type" && type) return typeName(type, pageLanguage);
  return grouping === "language" && language ? languageName(language, pageLanguage) : group;
}

/** All systems; if there are too many, a selection spread evenly from the highest to the lowest by the metric. */
function selectSystems(
  systems: readonly SystemResult[],
  metric: Metric,
  maxSystems: number,
): SystemResult[] {
  if (systems.length <= maxSystems) return [...systems];
  const systemsWithValue = systems.filter(
    ({ metrics }) => typeof metrics[metric]?.value === "number",
  );
  const sortedSystems = systemsWithValue.sort(
    (a, b) =>
      ((b.metrics[metric]?.value ?? 0) - (a.metrics[metric]?.value ?? 0)) *
      (directionOf(metric) || 1),
  );
  const ranks = Array.from({ length: maxSystems }, (_, index) =>
    Math.round((index * (sortedSystems.length - 1)) / Math.max(1, maxSystems - 1)),
  );
  return [...new Set(ranks)].flatMap(rank => sortedSystems[rank] ?? []);
}

const summaryOf = (
  { groups }: SystemResult,
  target: { grouping: Grouping; group: string; metric: Metric },
) =>
  groups.find(
    ({ grouping, group, metric }) =>
      grouping === target.grouping && group === target.group && metric === target.metric,
  );

const groupsWith = (
  systems: readonly SystemResult[],
  grouping: Grouping,
  metric: Metric,
): string[] =>
  [
    ...new Set(
      systems.flatMap(({ groups }) =>
        groups
          .filter(row => row.grouping === grouping && row.metric === metric)
          .map(({ group }) => group),
      ),
    ),
  ].sort();

function groupingPart(
  systems: readonly SystemResult[],
  grouping: Grouping,
  metric: Metric,
  words: Words,
): { plot: Html; numbers: Html } | undefined {
  const { language, titles } = words;
  const names = groupsWith(systems, grouping, metric);
  // A single group is the whole set, whose numbers are in the results.
  if (names.length < 2) return undefined;
  const rows = names.slice(0, maxShown.groups).map(group => ({
    name: groupLabel(grouping, group, language),
    summaries: systems.map(system => summaryOf(system, { grouping, group, metric })),
  }));
  const series = systems.map(({ system }) => system);
  const title = words.by(labelWithDirection(metric, language), titles[grouping]);
  const more = names.length > rows.length ? words.shownNote(rows.length, names.length) : "";
  return {
    plot: figure(
      `${title}${more}`,
      intervalPlot({
        label: words.by(metricRecords[metric].label[language], titles[grouping]),
        series,
        rows: rows.map(({ name, summaries }) => ({ name, values: summaries })),
        language,
      }),
    ),
    numbers: html`<p class="small soft">${title}</p>${table(
      [titles[grouping], ...systems.map(system => numberCell(systemCell(system)))],
      rows.map(({ name, summaries }) => [
        name,
        ...summaries.map(summary => summaryCell(summary, language)),
      ]),
    )}`,
  };
}

function resultPart(namedResult: NamedResult, data: RunData, words: Words): Html[] {
  const metrics = plottedMetrics(namedResult.result.systems, maxShown.metrics);
  const [firstMetric] = metrics;
  if (!firstMetric) return [];
  const systems = selectSystems(namedResult.result.systems, firstMetric, maxShown.systems);
  const parts = metrics.flatMap(metric =>
    (["type", "domain", "language", "documents"] as const).flatMap(
      grouping => groupingPart(systems, grouping, metric, words) ?? [],
    ),
  );
  if (parts.length === 0) return [];
  const selectionNote =
    systems.length < namedResult.result.systems.length
      ? html`<p class="small soft">${words.chosen(systems.length, namedResult.result.systems.length, metricRecords[firstMetric].label[words.language])}</p>`
      : html``;
  return [
    html`${resultHeading(namedResult, data)}${legend(systems.map(({ system }) => system))}${selectionNote}<div class="pair">${parts.map(({ plot }) => plot)}</div>
<details><summary>${words.numbers}</summary>${parts.map(({ numbers }) => numbers)}</details>`,
  ];
}

/** Empty if no result has two groups. */
export function groupsSection(data: RunData, language: PageLanguage): Html {
  const words = groupsWords[language];
  const resultParts = data.evaluations.results.flatMap(namedResult =>
    resultPart(namedResult, data, words),
  );
  if (resultParts.length === 0) return html``;
  return section(
    "groups",
    html`<p class="soft">${words.lead}</p>
${resultParts}`,
  );
}
