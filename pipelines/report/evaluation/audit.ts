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
import type { AuditData } from "./audit-data.ts";
import { drawPlot, figure } from "./draw-plots.ts";
import type { PageLanguage } from "../page-language.ts";
import { unreadableFileList } from "./results.ts";

const english = {
  language: "en" as PageLanguage,
  lead: "Each item was answered without documents, from its references alone, and with one of its documents removed; systems' scores on it are examined too.",
  found: (itemCount: Html, all: string, share: string) =>
    html`${itemCount} of ${all} items (${share}) have at least one finding.`,
  meanings: {
    "closed-book": "Answered without any document: it does not test retrieval.",
    "said-in-question": "The question itself states the answer.",
    "references-insufficient": "Its references alone do not give the answer.",
    "document-not-needed": "Answered in full with one of its documents removed.",
    ambiguous: "Another document contradicts it.",
    dead: "All systems have the same score on it.",
    "negative-discrimination": "Better systems do worse on it.",
  } satisfies Record<FindingCode, string>,
  finding: "Finding",
  meaning: "meaning",
  items: "items",
  ofAll: "of all",
  itemByItem: (n: number) => `${formatCount(n)} findings, item by item`,
  item: "Item",
  code: "finding",
  detail: "detail",
  more: (n: number) => `${formatCount(n)} more are in audit/audit/findings.jsonl.`,
  statistics: "Difficulty and discrimination",
  aboutStatistics: html`Difficulty is 1 minus the mean score; discrimination is the correlation, across systems, of an item's scores with those of all other items. Below 0, better systems do worse on it.`,
  difficulty: "difficulty",
  discrimination: "discrimination",
  plotted: (metric: string, systems: number) => `${metric}, over ${formatCount(systems)} systems`,
  plotText: (metric: string, items: number, negativeCount: number) =>
    `Difficulty and discrimination of ${items} items by ${metric}: ${negativeCount} of them discriminate negatively.`,
  without: (n: number, of: number) =>
    `${formatCount(n)} of ${formatCount(of)} items have neither: all systems have the same score on them, or too few have a score.`,
};

type AuditWords = typeof english;

const chinese: AuditWords = {
  language: "zh",
  lead: "每道题在三种条件下各试答一次：不给文档；只给引用；给出所依据的文档，但去掉其中一篇。各系统在这道题上的得分也一并考察。",
  found: (itemCount, all, share) => html`${all} 道题中有 ${itemCount} 道（${share}）查出疑点。`,
  meanings: {
    "closed-book": "不看任何文档就能答对，检验不了检索。",
    "said-in-question": "问题本身就透露了答案。",
    "references-insufficient": "只凭引用得不出答案。",
    "document-not-needed": "去掉它的一篇文档，仍能完整回答。",
    ambiguous: "另有文档说法不同。",
    dead: "各系统得分都一样。",
    "negative-discrimination": "越好的系统答得越差。",
  },
  finding: "疑点",
  meaning: "含义",
  items: "题数",
  ofAll: "占全部题目",
  itemByItem: n => `逐题列出 ${formatCount(n)} 处疑点`,
  item: "题目",
  code: "疑点",
  detail: "详情",
  more: n => `另有 ${formatCount(n)} 处，见 audit/audit/findings.jsonl。`,
  statistics: "难度与区分度",
  aboutStatistics: html`难度是 1 减去平均得分；区分度是一道题的得分与其余各题得分在各系统间的相关。低于 0 表示越好的系统答得越差。`,
  difficulty: "难度",
  discrimination: "区分度",
  plotted: (metric, systems) => `按${metric}，${formatCount(systems)} 个系统`,
  plotText: (metric, items, negativeCount) =>
    `${items} 道题的难度与区分度，按${metric}：其中 ${negativeCount} 道的区分度为负。`,
  without: (n, of) =>
    `${formatCount(of)} 道题中有 ${formatCount(n)} 道没有这两项：各系统得分都一样，或有得分的系统太少。`,
};

const auditWords: Record<PageLanguage, AuditWords> = { en: english, zh: chinese };

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
    textAlternative: words.plotText(metric, rows.length, negativeCount),
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
${unreadableFileList(audit.unreadableFiles, language)}<p>${words.found(html`<b>${formatCount(itemsWithFindings)}</b>`, formatCount(items.length), percent(itemsWithFindings, items.length))}</p>
${audit.findings.length > 0 ? html`${codesTable(audit, items.length, words)}${findingsList(audit.findings, shownIds, words)}` : ""}
${statisticsByMetric(audit, words)}`,
  );
}
