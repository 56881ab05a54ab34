// Section: what was found wrong with the items, how hard they are, and how well they discriminate between systems.

import {
  FindingCode,
  type FindingRow,
  type ItemStatisticsRow,
} from "../../../schemas/evaluation/findings.ts";
import { Metric, metricRecords } from "../../../schemas/evaluation/metrics.ts";
import { truncate, type Html, html, section, withLanguage } from "../html.ts";
import { itemAnchor } from "../marked-text.ts";
import type { RunData } from "../run-data.ts";
import { formatCount, numberCell, percent, table } from "../tables.ts";
import type { AuditData } from "./audit-read.ts";
import { type AuditWords, auditWords } from "./audit-words.ts";
import { drawPlot, figure } from "./drawing.ts";
import type { PageLanguage } from "./page-language.ts";
import { unreadList } from "./results.ts";

// Maximum findings listed on the page; audit/audit/findings.jsonl has all of them.
const maxFindings = 40;
const maxDots = 3000;

/** An item's id, linked to the item if the page shows it. */
export const itemCell = (id: string, shownIds: ReadonlySet<string>): Html =>
  shownIds.has(id)
    ? html`<a href="#${itemAnchor(id)}"><code>${id}</code></a>`
    : html`<code>${id}</code>`;

function codesTable({ findings }: AuditData, all: number, words: AuditWords): Html {
  const rows = FindingCode.options.flatMap(code => {
    const itemCount = new Set(
      findings.filter(finding => finding.code === code).map(({ itemId }) => itemId),
    ).size;
    return itemCount > 0
      ? [
          [
            html`<code>${code}</code>`,
            words.meanings[code],
            itemCount,
            numberCell(percent(itemCount, all)),
          ],
        ]
      : [];
  });
  return table([words.finding, words.meaning, words.items, numberCell(words.ofAll)], rows);
}

/** The findings; those on items that the page shows come first, since the reader can look at them. */
function findingsList(
  findings: readonly FindingRow[],
  shownIds: ReadonlySet<string>,
  words: AuditWords,
): Html {
  const sortedFindings = [...findings].sort(
    (a, b) => Number(shownIds.has(b.itemId)) - Number(shownIds.has(a.itemId)),
  );
  const rows = sortedFindings
    .slice(0, maxFindings)
    .map(({ itemId, code, detail }) => [
      itemCell(itemId, shownIds),
      html`<code>${code}</code>`,
      html`<span class="small">${withLanguage(truncate(detail, 240))}</span>`,
    ]);
  const more =
    findings.length > maxFindings
      ? html`<p class="small soft">${words.more(findings.length - maxFindings)}</p>`
      : html``;
  return html`<details><summary>${words.itemByItem(findings.length)}</summary>${table([words.item, words.code, words.detail], rows)}${more}</details>`;
}

interface PlottedItem extends ItemStatisticsRow {
  readonly difficulty: number;
  readonly discrimination: number;
}

const plottedItemsOf = (statistics: readonly ItemStatisticsRow[]): PlottedItem[] =>
  statistics.flatMap(({ difficulty, discrimination, ...row }) =>
    difficulty === null || discrimination === null ? [] : [{ ...row, difficulty, discrimination }],
  );

function statisticsPlot(rows: readonly PlottedItem[], metric: string, words: AuditWords): Html {
  const negativeCount = rows.filter(({ discrimination }) => discrimination < 0).length;
  return drawPlot({
    textAlternative: words.said(metric, rows.length, negativeCount),
    height: 260,
    options: Plot => ({
      marginLeft: 44,
      marginTop: 24,
      marginBottom: 38,
      x: {
        domain: [0, 1],
        ticks: 5,
        label: words.difficulty,
        labelAnchor: "center",
        labelArrow: "none",
      },
      y: { domain: [-1, 1], ticks: 5, label: words.discrimination, labelArrow: "none" },
      marks: [
        Plot.gridY({ ticks: 5, strokeOpacity: 0.25 }),
        Plot.ruleY([0], { stroke: "var(--kept)" }),
        Plot.dot(rows.slice(0, maxDots), {
          x: "difficulty",
          y: "discrimination",
          r: 3,
          fill: ({ discrimination }: PlottedItem) =>
            discrimination < 0 ? "var(--lost)" : "var(--series-1)",
          fillOpacity: 0.6,
        }),
      ],
    }),
  });
}

function statisticsByMetric({ statistics }: AuditData, words: AuditWords): Html {
  const metrics = [...new Set(statistics.map(({ metric }) => metric))].sort();
  const metricParts = metrics.map(metric => {
    const metricRows = statistics.filter(row => row.metric === metric);
    const plottedItems = plottedItemsOf(metricRows);
    const knownMetric = Metric.safeParse(metric).data;
    const label = knownMetric ? metricRecords[knownMetric].label[words.language] : metric;
    const withoutCount = metricRows.length - plottedItems.length;
    const systems = Math.max(...metricRows.map(row => row.systems));
    const note =
      withoutCount > 0
        ? html`<p class="small soft">${words.without(withoutCount, metricRows.length)}</p>`
        : html``;
    return html`<div>${plottedItems.length > 0 ? figure(words.plotted(label, systems), statisticsPlot(plottedItems, label, words)) : ""}${note}</div>`;
  });
  if (metricParts.length === 0) return html``;
  return html`<h3>${words.statistics}</h3>
<p class="soft">${words.aboutStatistics}</p><div class="pair">${metricParts}</div>`;
}

/** Empty if the run was not audited. */
export function auditSection({ audit, items, examples }: RunData, language: PageLanguage): Html {
  if (!audit) return html``;
  const words = auditWords[language];
  const shownIds = new Set(examples.map(({ id }) => id));
  const itemsWithFindings = new Set(audit.findings.map(({ itemId }) => itemId)).size;
  return section(
    "audit",
    html`<p class="soft">${words.lead}</p>
${unreadList(audit.unread, language)}<p>${words.found(html`<b>${formatCount(itemsWithFindings)}</b>`, formatCount(items.length), percent(itemsWithFindings, items.length))}</p>
${audit.findings.length > 0 ? html`${codesTable(audit, items.length, words)}${findingsList(audit.findings, shownIds, words)}` : ""}
${statisticsByMetric(audit, words)}`,
  );
}
