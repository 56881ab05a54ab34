// Section: what was found wrong with the items, how hard they are, and how well they discriminate between systems.

import {
  FindingCode,
  type FindingRow,
  type ItemStatisticsRow,
} from "../../../schemas/evaluation/findings.ts";
import { Metric, metricRecords } from "../../../schemas/evaluation/metrics.ts";
import { cut, type Html, html, section, spoken } from "../html.ts";
import { itemAnchor } from "../marked-text.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, percent, table } from "../tables.ts";
import type { AuditData } from "./audit-read.ts";
import { type AuditWords, auditWords } from "./audit-words.ts";
import { drawPlot, figure } from "./drawing.ts";
import type { PageLanguage } from "./page-language.ts";
import { unreadList } from "./results.ts";

// Maximum findings listed on the page; audit/audit/findings.jsonl has all of them.
const maxFound = 40;
const maxDots = 3000;

/** An item's id, linked to the item if the page shows it. */
export const itemCell = (id: string, shown: ReadonlySet<string>): Html =>
  shown.has(id)
    ? html`<a href="#${itemAnchor(id)}"><code>${id}</code></a>`
    : html`<code>${id}</code>`;

function codesTable({ findings }: AuditData, all: number, words: AuditWords): Html {
  const rows = FindingCode.options.flatMap(code => {
    const named = new Set(
      findings.filter(finding => finding.code === code).map(({ itemId }) => itemId),
    ).size;
    return named > 0
      ? [[html`<code>${code}</code>`, words.meanings[code], named, numeric(percent(named, all))]]
      : [];
  });
  return table([words.finding, words.meaning, words.items, numeric(words.ofAll)], rows);
}

/** The findings; those on items that the page shows come first, since the reader can look at them. */
function foundList(
  findings: readonly FindingRow[],
  shown: ReadonlySet<string>,
  words: AuditWords,
): Html {
  const ordered = [...findings].sort(
    (a, b) => Number(shown.has(b.itemId)) - Number(shown.has(a.itemId)),
  );
  const rows = ordered
    .slice(0, maxFound)
    .map(({ itemId, code, detail }) => [
      itemCell(itemId, shown),
      html`<code>${code}</code>`,
      html`<span class="small">${spoken(cut(detail, 240))}</span>`,
    ]);
  const more =
    findings.length > maxFound
      ? html`<p class="small soft">${words.more(findings.length - maxFound)}</p>`
      : html``;
  return html`<details><summary>${words.itemByItem(findings.length)}</summary>${table([words.item, words.code, words.detail], rows)}${more}</details>`;
}

interface PlottedItem extends ItemStatisticsRow {
  readonly difficulty: number;
  readonly discrimination: number;
}

const placedOf = (statistics: readonly ItemStatisticsRow[]): PlottedItem[] =>
  statistics.flatMap(({ difficulty, discrimination, ...row }) =>
    difficulty === null || discrimination === null ? [] : [{ ...row, difficulty, discrimination }],
  );

function statisticsPlot(rows: readonly PlottedItem[], metric: string, words: AuditWords): Html {
  const low = rows.filter(({ discrimination }) => discrimination < 0).length;
  return drawPlot({
    said: words.said(metric, rows.length, low),
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

function statisticsPart({ statistics }: AuditData, words: AuditWords): Html {
  const metrics = [...new Set(statistics.map(({ metric }) => metric))].sort();
  const drawn = metrics.map(metric => {
    const ofMetric = statistics.filter(row => row.metric === metric);
    const placed = placedOf(ofMetric);
    const known = Metric.safeParse(metric).data;
    const label = known ? metricRecords[known].label[words.language] : metric;
    const without = ofMetric.length - placed.length;
    const systems = Math.max(...ofMetric.map(row => row.systems));
    const note =
      without > 0
        ? html`<p class="small soft">${words.without(without, ofMetric.length)}</p>`
        : html``;
    return html`<div>${placed.length > 0 ? figure(words.plotted(label, systems), statisticsPlot(placed, label, words)) : ""}${note}</div>`;
  });
  if (drawn.length === 0) return html``;
  return html`<h3>${words.statistics}</h3>
<p class="soft">${words.aboutStatistics}</p><div class="pair">${drawn}</div>`;
}

/** Empty if the run was not audited. */
export function auditSection({ audit, items, examples }: RunData, language: PageLanguage): Html {
  if (!audit) return html``;
  const words = auditWords[language];
  const shown = new Set(examples.map(({ id }) => id));
  const found = new Set(audit.findings.map(({ itemId }) => itemId)).size;
  return section(
    "audit",
    html`<p class="soft">${words.lead}</p>
${unreadList(audit.unread, language)}<p>${words.found(html`<b>${count(found)}</b>`, count(items.length), percent(found, items.length))}</p>
${audit.findings.length > 0 ? html`${codesTable(audit, items.length, words)}${foundList(audit.findings, shown, words)}` : ""}
${statisticsPart(audit, words)}`,
  );
}
