// Section: systems on an older split and on this one, on one scale: what of a change is theirs, and what the news'.

import type { LinkedMetric, SplitLink } from "../../../schemas/evaluation/split-link.ts";
import { type Html, html, section } from "../html.ts";
import { languageLabels, typeLabels } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, table } from "../tables.ts";
import { headOf, rangeText, valueText } from "./metric-names.ts";
import { headingOf } from "./results.ts";

const part = ({ points }: LinkedMetric["news"]): Html =>
  numeric(
    html`<b>${valueText(points.value)}</b>${rangeText(points) ? html`<span class="under">${rangeText(points)}</span>` : ""}`,
  );

const anchorsCell = ({ anchors, spread }: LinkedMetric): Html =>
  numeric(
    html`${count(anchors.length)}${spread === null ? "" : html`<span class="under">apart by ${valueText(spread)}</span>`}`,
  );

const labelOf = (labels: Readonly<Record<string, string>>, name: string): string =>
  labels[name] ?? name;

/** Types and languages that were left out, with their items in both splits. */
function leftOutLine({ metric, leftOut }: LinkedMetric): Html {
  const cells = leftOut.map(
    ({ type, language, older, newer }) =>
      `${labelOf(typeLabels, type)}, ${labelOf(languageLabels, language)} (${count(older)} → ${count(newer)})`,
  );
  return cells.length === 0
    ? html``
    : html`<li>${headOf(metric)}: without ${cells.join("; ")}, of which one split has too few.</li>`;
}

function linkedTable({ metrics }: SplitLink): Html {
  const rows = metrics.map(linked => [
    headOf(linked.metric),
    numeric(
      html`<span class="soft">${valueText(linked.older)}</span> → <b>${valueText(linked.newer)}</b><span class="under">n ${count(linked.items.older)} → ${count(linked.items.newer)}</span>`,
    ),
    numeric(valueText(linked.equated)),
    part(linked.system),
    part(linked.news),
    anchorsCell(linked),
  ]);
  return html`${table(["Metric", numeric("older → newer"), numeric("newer, on the older scale"), numeric("the system's part"), numeric("the news' part"), numeric("frozen systems")], rows)}
<ul class="small">${metrics.map(leftOutLine)}</ul>`;
}

function shownLink(link: SplitLink): Html {
  const { older, notFrozen, unlinked, refusal } = link;
  return html`<p class="small">Beside <code>${older.path}</code>.</p>
${refusal === null ? linkedTable(link) : html`<p>${refusal}</p>`}
${unlinked.length > 0 && refusal === null ? html`<p class="small">Not linked, since no frozen system has them on the same items of both splits, neither all nor nothing: ${unlinked.map(metric => headOf(metric)).join(", ")}.</p>` : ""}
${notFrozen.length > 0 ? html`<ul class="small">${notFrozen.map(({ system, because }) => html`<li>Not taken as frozen: <code>${system}</code> (${because}).</li>`)}</ul>` : ""}`;
}

/** Of a run that refreshes another, whether or not anything is linked; else empty where nothing is. */
export function linkedSection(data: RunData): Html {
  const { results } = data.evaluations;
  const shown = results.flatMap(named =>
    named.result.link ? [{ named, link: named.result.link }] : [],
  );
  if (shown.length === 0 && (data.older === null || results.length === 0)) return html``;
  const body =
    shown.length === 0
      ? html`<p>No evaluation here is linked with one of the older split, so that a change of a system cannot be told from a change of the news. Evaluate a system on both under one name, and run <code>ragwright baseline</code> on both.</p>`
      : html`<p class="soft">A split of other news may be harder or easier. Systems that did not change, scored on both, say by how much (in logits, within each task and language, these weighing alike in both splits). What is left of a system's change is its own: its newer score on the older scale, less its older score. Both parts add up to the change; intervals are 95%, by bootstrap over the items of both splits, and wider where the frozen systems disagree by more than chance. A system that has all or nothing in a split has none.</p>
${shown.map(({ named, link }) => html`${headingOf(named, data)}${shownLink(link)}`)}`;
  return section("linked", html`${body}`);
}
