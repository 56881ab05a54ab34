// Section: what is known about the items' worth — marks, passages, how far a search or common knowledge gets, and how each was proved.

import { ItemType } from "../../schemas/items/item-types.ts";
import type { Measures } from "../../schemas/items/measures.ts";
import { countOf, mostFirst } from "../engine/grouping.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { type Html, html, section } from "./html.ts";
import { typeName } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";
import { type WorthWords, worthWords } from "./worth-words.ts";

/** Mean of the known values; a dash if there are none. */
function mean(values: readonly (number | null)[]): string {
  const known = values.filter(value => value !== null);
  return known.length === 0
    ? "–"
    : (known.reduce((sum, value) => sum + value, 0) / known.length).toFixed(2);
}

/** Share of the known values that meet a condition. */
function share<T>(values: readonly (T | null)[], holds: (value: T) => boolean): string {
  const known = values.filter(value => value !== null);
  return percent(known.filter(holds).length, known.length);
}

const row = (name: string, all: readonly Measures[], words: WorthWords) => [
  name,
  all.length,
  mean(all.map(({ proposed }) => proposed)),
  mean(all.map(({ read }) => read)),
  mean(all.map(({ alone }) => alone)),
  mean(all.map(({ right }) => right)),
  mean(all.map(({ passages }) => passages)),
  share(
    all.map(({ lexicalRank }) => lexicalRank),
    rank => rank === 1,
  ),
  share(
    all.map(({ known }) => known),
    known => known,
  ),
  mean(all.map(({ weight }) => weight)),
  mostFirst(countOf(all.map(({ proof }) => words.proofs[proof])))
    .map(([proof, count]) => `${proof} ${count}`)
    .join(words.comma),
];

/** How many of the lists of fine keywords, if counted over the corpus, occur in one passage only. */
function keywordsLine(items: RunData["items"], words: WorthWords): Html {
  const passages = items.flatMap(({ keywords }) => keywords?.passages ?? []);
  if (passages.length === 0) return html``;
  const once = passages.filter(count => count === 1).length;
  return html`<p>${words.keywords(passages.length, once, percent(once, passages.length))}</p>`;
}

export function worthSection({ items }: RunData, language: PageLanguage): Html {
  const measured = items.flatMap(({ type, measures }) => (measures ? [{ type, measures }] : []));
  if (measured.length === 0) return html``;
  const words = worthWords[language];
  const types = ItemType.options.filter(type => measured.some(item => item.type === type));
  return section(
    "worth",
    html`<p class="soft">${words.lead}</p>
${table(
  words.head,
  types.map(type =>
    row(
      typeName(type, language),
      measured.filter(item => item.type === type).map(({ measures }) => measures),
      words,
    ),
  ),
  row(
    words.all,
    measured.map(({ measures }) => measures),
    words,
  ),
)}
${keywordsLine(items, words)}`,
  );
}
