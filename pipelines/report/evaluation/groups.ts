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
import { count, numeric, table } from "../tables.ts";
import { figure, legend } from "./drawing.ts";
import { intervalPlot } from "./intervals.ts";
import { directionOf, headOf, plottedMetrics, summaryCell } from "./metric-names.ts";
import type { PageLanguage } from "./page-language.ts";
import { headingOf, systemCell } from "./results.ts";
import type { NamedResult } from "./results-read.ts";

const max = { systems: 4, metrics: 2, groups: 24 };

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
  some: (shown: number, all: number) => ` (${shown} of ${all})`,
  chosen: (shown: number, all: number, metric: string) =>
    `${shown} of ${count(all)} systems, spread from the highest to the lowest by ${metric}.`,
  numbers: "Numbers",
};

type Words = typeof english;

const chinese: Words = {
  language: "zh",
  lead: "每组的题目少于全体，所以区间更宽。",
  titles: { type: "题型", domain: "领域", language: "语言", documents: "证据所在的文档数" },
  by: (metric, grouping) => `${metric}，按${grouping}`,
  some: (shown, all) => `（${all} 组中的 ${shown} 组）`,
  chosen: (shown, all, metric) =>
    `共 ${count(all)} 个系统，这里取 ${shown} 个：按${metric}从最高到最低均匀选出。`,
  numbers: "数值",
};

const groupsWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

function groupLabel(grouping: Grouping, group: string, spokenIn: PageLanguage): string {
  const type = ItemType.safeParse(group).data;
  const language = Language.safeParse(group).data;
  if (grouping === "type" && type) return typeName(type, spokenIn);
  return grouping === "language" && language ? languageName(language, spokenIn) : group;
}

/** All systems; if there are too many, a selection spread evenly from the highest to the lowest by the metric. */
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
  words: Words,
): { drawn: Html; numbers: Html } | undefined {
  const { language, titles } = words;
  const names = groupsOf(systems, grouping, metric);
  // A single group is the whole set, whose numbers are in the results.
  if (names.length < 2) return undefined;
  const rows = names.slice(0, max.groups).map(group => ({
    name: groupLabel(grouping, group, language),
    summaries: systems.map(system => find(system, { grouping, group, metric })),
  }));
  const series = systems.map(({ system }) => system);
  const title = words.by(headOf(metric, language), titles[grouping]);
  const more = names.length > rows.length ? words.some(rows.length, names.length) : "";
  return {
    drawn: figure(
      `${title}${more}`,
      intervalPlot({
        label: words.by(metricRecords[metric].label[language], titles[grouping]),
        series,
        rows: rows.map(({ name, summaries }) => ({ name, values: summaries })),
        language,
      }),
    ),
    numbers: html`<p class="small soft">${title}</p>${table(
      [titles[grouping], ...systems.map(system => numeric(systemCell(system)))],
      rows.map(({ name, summaries }) => [
        name,
        ...summaries.map(summary => summaryCell(summary, language)),
      ]),
    )}`,
  };
}

function shownResult(named: NamedResult, data: RunData, words: Words): Html[] {
  const metrics = plottedMetrics(named.result.systems, max.metrics);
  const [first] = metrics;
  if (!first) return [];
  const systems = spreadSystems(named.result.systems, first, max.systems);
  const shown = metrics.flatMap(metric =>
    (["type", "domain", "language", "documents"] as const).flatMap(
      grouping => shownGrouping(systems, grouping, metric, words) ?? [],
    ),
  );
  if (shown.length === 0) return [];
  const chosen =
    systems.length < named.result.systems.length
      ? html`<p class="small soft">${words.chosen(systems.length, named.result.systems.length, metricRecords[first].label[words.language])}</p>`
      : html``;
  return [
    html`${headingOf(named, data)}${legend(systems.map(({ system }) => system))}${chosen}<div class="pair">${shown.map(({ drawn }) => drawn)}</div>
<details><summary>${words.numbers}</summary>${shown.map(({ numbers }) => numbers)}</details>`,
  ];
}

/** Empty if no result has two groups. */
export function groupsSection(data: RunData, language: PageLanguage): Html {
  const words = groupsWords[language];
  const shown = data.evaluations.results.flatMap(named => shownResult(named, data, words));
  if (shown.length === 0) return html``;
  return section(
    "groups",
    html`<p class="soft">${words.lead}</p>
${shown}`,
  );
}
