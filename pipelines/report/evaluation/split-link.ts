// Section: systems on an older split and this one, on one scale: how much of a change is due to the system, and how much to the news.

import type { LinkedMetric, SplitLink } from "../../../schemas/evaluation/split-link.ts";
import { Language } from "../../../schemas/items/item-types.ts";
import { type Html, html, section } from "../html.ts";
import { languageName, typeNameOrId } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { formatCount, numberCell, table } from "../tables.ts";
import { type LinkedWords, linkedWords } from "./split-link-words.ts";
import { labelWithDirection, rangeText, valueText } from "./metric-names.ts";
import type { PageLanguage } from "./page-language.ts";
import { resultHeading } from "./results.ts";

function partCell({ points }: LinkedMetric["news"], language: PageLanguage): Html {
  const range = rangeText(points, language);
  return numberCell(
    html`<b>${valueText(points.value)}</b>${range ? html`<span class="under">${range}</span>` : ""}`,
  );
}

const anchorsCell = ({ anchors, spread }: LinkedMetric, words: LinkedWords): Html =>
  numberCell(
    html`${formatCount(anchors.length)}${spread === null ? "" : html`<span class="under">${words.spread(valueText(spread))}</span>`}`,
  );

/** Names of type and language; one that this version does not know is shown as in the result. */
function cellNames(
  { type, language: itemLanguage }: LinkedMetric["leftOut"][number],
  language: PageLanguage,
): { type: string; spoken: string } {
  const knownLanguage = Language.safeParse(itemLanguage).data;
  return {
    type: typeNameOrId(type, language),
    spoken: knownLanguage ? languageName(knownLanguage, language) : itemLanguage,
  };
}

/** Types and languages that were left out, with their items in both splits. */
function leftOutLine({ metric, leftOut }: LinkedMetric, words: LinkedWords): Html {
  const { language } = words;
  const cells = leftOut.map(cell => ({
    ...cellNames(cell, language),
    older: cell.older,
    newer: cell.newer,
  }));
  return cells.length === 0
    ? html``
    : html`<li>${words.leftOut(labelWithDirection(metric, language), cells)}</li>`;
}

function linkedTable({ metrics }: SplitLink, words: LinkedWords): Html {
  const { language, head } = words;
  const rows = metrics.map(linked => [
    labelWithDirection(linked.metric, language),
    numberCell(
      html`<span class="soft">${valueText(linked.older)}</span> → <b>${valueText(linked.newer)}</b><span class="under">n ${formatCount(linked.items.older)} → ${formatCount(linked.items.newer)}</span>`,
    ),
    numberCell(valueText(linked.equated)),
    partCell(linked.system, language),
    partCell(linked.news, language),
    anchorsCell(linked, words),
  ]);
  return html`${table([head.metric, ...[head.change, head.equated, head.system, head.news, head.frozen].map(name => numberCell(name))], rows)}
<ul class="small">${metrics.map(linked => leftOutLine(linked, words))}</ul>`;
}

function linkPart(link: SplitLink, words: LinkedWords): Html {
  const { older, notFrozen, unlinked, refusal } = link;
  const names = unlinked.map(metric => labelWithDirection(metric, words.language));
  return html`<p class="small">${words.comparedWith(older.path)}</p>
${refusal === null ? linkedTable(link, words) : html`<p>${words.refusal(refusal)}</p>`}
${names.length > 0 && refusal === null ? html`<p class="small">${words.unlinked(names)}</p>` : ""}
${notFrozen.length > 0 ? html`<ul class="small">${notFrozen.map(({ system, because }) => html`<li>${words.notFrozen(system, because)}</li>`)}</ul>` : ""}`;
}

/** Shown for a run that refreshes another, even if nothing is linked; for others empty if nothing is linked. */
export function splitLinkSection(data: RunData, language: PageLanguage): Html {
  const words = linkedWords[language];
  const { results } = data.evaluations;
  const linkedResults = results.flatMap(named =>
    named.result.link ? [{ named, link: named.result.link }] : [],
  );
  if (linkedResults.length === 0 && (data.older === null || results.length === 0)) return html``;
  const body =
    linkedResults.length === 0
      ? html`<p>${words.none}</p>`
      : html`<p class="soft">${words.lead}</p>
${linkedResults.map(({ named, link }) => html`${resultHeading(named, data)}${linkPart(link, words)}`)}`;
  return section("linked", body);
}
