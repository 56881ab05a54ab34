// Section: what is known of the items' worth — marks, passages, what a search or common knowledge would do, and how each was proved.

import { ItemType } from "../../schemas/items/item-types.ts";
import type { Measures } from "../../schemas/items/measures.ts";
import { countOf, mostFirst } from "../engine/grouping.ts";
import { type Html, html, section } from "./html.ts";
import { typeLabels } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";

const proofs: Record<Measures["proof"], string> = {
  construction: "by construction",
  reading: "read blind",
  none: "unread",
};

/** Of those that have one; a dash where none has. */
function mean(values: readonly (number | null)[]): string {
  const known = values.filter(value => value !== null);
  return known.length === 0
    ? "–"
    : (known.reduce((sum, value) => sum + value, 0) / known.length).toFixed(2);
}

/** Share of those of whom it is known. */
function share<T>(values: readonly (T | null)[], holds: (value: T) => boolean): string {
  const known = values.filter(value => value !== null);
  return percent(known.filter(holds).length, known.length);
}

const row = (name: string, all: readonly Measures[]) => [
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
  mostFirst(countOf(all.map(({ proof }) => proofs[proof])))
    .map(([proof, count]) => `${proof} ${count}`)
    .join(", "),
];

/** Of the lists of fine keywords that were counted over the corpus, how many stand in their own passage alone. */
function keywordsLine(items: RunData["items"]): Html {
  const passages = items.flatMap(({ keywords }) => keywords?.passages ?? []);
  if (passages.length === 0) return html``;
  const once = passages.filter(count => count === 1).length;
  return html`<p>Of ${passages.length} lists of fine keywords ${once} (${percent(once, passages.length)}) stand in one passage of the corpus alone; the others also stand where the same is said of the same.</p>`;
}

export function worthSection({ items }: RunData): Html {
  const measured = items.flatMap(({ type, measures }) => (measures ? [{ type, measures }] : []));
  if (measured.length === 0) return html``;
  const types = ItemType.options.filter(type => measured.some(item => item.type === type));
  return section(
    "worth",
    html`<p class="soft">Means of what is known: the marks, 1 to 5, of who proposed a question, of who read it blind, and of who saw the item alone in the end, for its worth and for being right; passages its evidence lies in; how many documents it speaks for. A search with the question’s own words finds the evidence of some at once; some could be answered without the documents, by the reader’s estimate.</p>
${table(
  [
    "Type",
    "items",
    "proposer’s mark",
    "reader’s mark",
    "seen alone",
    "right, seen alone",
    "passages",
    "found at once",
    "known without",
    "speaks for",
    "how it is proved",
  ],
  types.map(type =>
    row(
      typeLabels[type],
      measured.filter(item => item.type === type).map(({ measures }) => measures),
    ),
  ),
  row(
    "All",
    measured.map(({ measures }) => measures),
  ),
)}
${keywordsLine(items)}`,
  );
}
