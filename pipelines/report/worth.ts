// Section: what is known about the items' worth — marks, passages, how far a search or common knowledge gets, and how each item was verified.

import { ItemType } from "../../schemas/items/item-types.ts";
import type { Measures } from "../../schemas/items/measures.ts";
import { countOf, byFrequency } from "../engine/grouping.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { type Html, html, section } from "./html.ts";
import { typeName } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";
import { type WorthWords, worthWords } from "./worth-words.ts";

/** Mean of the known values; a dash if there are none. */
function meanText(values: readonly (number | null)[]): string {
  const knownValues = values.filter(value => value !== null);
  return knownValues.length === 0
    ? "–"
    : (knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length).toFixed(2);
}

/** Share of the known values that meet a condition. */
function shareText<T>(values: readonly (T | null)[], isMet: (value: T) => boolean): string {
  const knownValues = values.filter(value => value !== null);
  return percent(knownValues.filter(isMet).length, knownValues.length);
}

const measuresRow = (name: string, measures: readonly Measures[], words: WorthWords) => [
  name,
  measures.length,
  meanText(measures.map(({ proposed }) => proposed)),
  meanText(measures.map(({ read }) => read)),
  meanText(measures.map(({ alone }) => alone)),
  meanText(measures.map(({ right }) => right)),
  meanText(measures.map(({ passages }) => passages)),
  shareText(
    measures.map(({ lexicalRank }) => lexicalRank),
    rank => rank === 1,
  ),
  shareText(
    measures.map(({ known }) => known),
    isKnown => isKnown,
  ),
  meanText(measures.map(({ weight }) => weight)),
  byFrequency(countOf(measures.map(({ proof }) => words.proofs[proof])))
    .map(([proof, count]) => `${proof} ${count}`)
    .join(words.comma),
];

/** How many of the lists of fine keywords, if counted across the corpus, occur in one passage only. */
function keywordsLine(items: RunData["items"], words: WorthWords): Html {
  const passages = items.flatMap(({ keywords }) => keywords?.passages ?? []);
  if (passages.length === 0) return html``;
  const onceCount = passages.filter(count => count === 1).length;
  return html`<p>${words.keywords(passages.length, onceCount, percent(onceCount, passages.length))}</p>`;
}

export function worthSection({ items }: RunData, language: PageLanguage): Html {
  const measuredItems = items.flatMap(({ type, measures }) =>
    measures ? [{ type, measures }] : [],
  );
  if (measuredItems.length === 0) return html``;
  const words = worthWords[language];
  const types = ItemType.options.filter(type => measuredItems.some(item => item.type === type));
  return section(
    "worth",
    html`<p class="soft">${words.lead}</p>
${table(
  words.head,
  types.map(type =>
    measuresRow(
      typeName(type, language),
      measuredItems.filter(item => item.type === type).map(({ measures }) => measures),
      words,
    ),
  ),
  measuresRow(
    words.all,
    measuredItems.map(({ measures }) => measures),
    words,
  ),
)}
${keywordsLine(items, words)}`,
  );
}
