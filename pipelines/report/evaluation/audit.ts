// Section: what was found against the items, how hard they are, and how well they tell systems apart.

import {
  FindingCode,
  type FindingRow,
  type ItemStatisticsRow,
} from "../../../schemas/evaluation/findings.ts";
import { Metric } from "../../../schemas/evaluation/metrics.ts";
import { cut, type Html, html, spoken, section } from "../html.ts";
import { itemAnchor } from "../marked-text.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, percent, table } from "../tables.ts";
import type { AuditData } from "./audit-read.ts";
import { drawPlot, figure } from "./drawing.ts";
import { metricLabels } from "./metric-names.ts";
import { unreadList } from "./results.ts";

// audit/audit/findings.jsonl holds them all; a page need not.
const maxFound = 40;
const maxDots = 3000;

const meanings: Record<FindingCode, string> = {
  "closed-book": "Answered without any document: it does not test retrieval.",
  "said-in-question": "The question itself says the answer.",
  "references-insufficient": "Its references alone do not give the answer.",
  "document-not-needed": "Answered in full with one of its documents taken away.",
  ambiguous: "Another document says otherwise.",
  dead: "All systems score alike on it.",
  "negative-discrimination": "Better systems do worse on it.",
};

/** Leads to the item where the page shows it. */
export const itemCell = (id: string, shown: ReadonlySet<string>): Html =>
  shown.has(id)
    ? html`<a href="#${itemAnchor(id)}"><code>${id}</code></a>`
    : html`<code>${id}</code>`;

function codesTable({ findings }: AuditData, all: number): Html {
  const rows = FindingCode.options.flatMap(code => {
    const named = new Set(
      findings.filter(finding => finding.code === code).map(({ itemId }) => itemId),
    ).size;
    return named > 0
      ? [[html`<code>${code}</code>`, meanings[code], named, numeric(percent(named, all))]]
      : [];
  });
  return table(["Finding", "what it means", "items", numeric("of all")], rows);
}

/** Items that the page shows come first: they can be looked at here. */
function foundList(findings: readonly FindingRow[], shown: ReadonlySet<string>): Html {
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
      ? html`<p class="small soft">${count(findings.length - maxFound)} more are in audit/audit/findings.jsonl.</p>`
      : html``;
  return html`<details><summary>${count(findings.length)} findings, item by item</summary>${table(["Item", "finding", "detail"], rows)}${more}</details>`;
}

interface Placed extends ItemStatisticsRow {
  readonly difficulty: number;
  readonly discrimination: number;
}

const placedOf = (statistics: readonly ItemStatisticsRow[]): Placed[] =>
  statistics.flatMap(({ difficulty, discrimination, ...row }) =>
    difficulty === null || discrimination === null ? [] : [{ ...row, difficulty, discrimination }],
  );

function statisticsPlot(rows: readonly Placed[], metric: string): Html {
  const low = rows.filter(({ discrimination }) => discrimination < 0).length;
  return drawPlot({
    said: `Difficulty and discrimination of ${rows.length} items by ${metric}: ${low} of them discriminate negatively.`,
    height: 260,
    options: Plot => ({
      marginLeft: 44,
      marginTop: 24,
      marginBottom: 38,
      x: {
        domain: [0, 1],
        ticks: 5,
        label: "difficulty",
        labelAnchor: "center",
        labelArrow: "none",
      },
      y: { domain: [-1, 1], ticks: 5, label: "discrimination", labelArrow: "none" },
      marks: [
        Plot.gridY({ ticks: 5, strokeOpacity: 0.25 }),
        Plot.ruleY([0], { stroke: "var(--kept)" }),
        Plot.dot(rows.slice(0, maxDots), {
          x: "difficulty",
          y: "discrimination",
          r: 3,
          fill: ({ discrimination }: Placed) =>
            discrimination < 0 ? "var(--lost)" : "var(--series-1)",
          fillOpacity: 0.6,
        }),
      ],
    }),
  });
}

function statisticsPart({ statistics }: AuditData): Html {
  const metrics = [...new Set(statistics.map(({ metric }) => metric))].sort();
  const drawn = metrics.map(metric => {
    const mine = statistics.filter(row => row.metric === metric);
    const placed = placedOf(mine);
    const known = Metric.safeParse(metric).data;
    const label = known ? metricLabels[known] : metric;
    const without = mine.length - placed.length;
    const systems = Math.max(...mine.map(row => row.systems));
    const left =
      without > 0
        ? html`<p class="small soft">${count(without)} of ${count(mine.length)} items have none: all systems score alike on them, or too few have a score.</p>`
        : html``;
    return html`<div>${placed.length > 0 ? figure(`By ${label}, over ${count(systems)} systems`, statisticsPlot(placed, label)) : ""}${left}</div>`;
  });
  if (drawn.length === 0) return html``;
  return html`<h3>Difficulty and discrimination</h3>
<p class="soft">Difficulty is 1 less the mean score; discrimination the correlation of an item's scores with those of all others, over systems. Below 0, better systems do worse on it.</p><div class="pair">${drawn}</div>`;
}

/** Empty where the run was not audited. */
export function auditSection({ audit, items, examples }: RunData): Html {
  if (!audit) return html``;
  const shown = new Set(examples.map(({ id }) => id));
  const found = new Set(audit.findings.map(({ itemId }) => itemId)).size;
  return section(
    "audit",
    html`<p class="soft">Each item was answered without documents, from its references alone, and with one of its documents taken away; what systems scored on it counts too.</p>
${unreadList(audit.unread)}<p><b>${count(found)}</b> of ${count(items.length)} items (${percent(found, items.length)}) have something found against them.</p>
${audit.findings.length > 0 ? html`${codesTable(audit, items.length)}${foundList(audit.findings, shown)}` : ""}
${statisticsPart(audit)}`,
  );
}
