// Section: what was asked about — which documents, topics and parts items rest on, which were read in vain, and which never.

import type { AskedDocument, Cell } from "./subjects-asked-read.ts";
import { type AskedWords, subjectsAskedWords } from "./subjects-asked-words.ts";
import { groupBy } from "../engine/grouping.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { type Child, cut, type Html, html, section } from "./html.ts";
import { groupOf, groupsOf } from "./names.ts";
import { bar, type Part } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";

const kinds: Record<Cell, Part["kind"]> = {
  asked: "good",
  read: "kept",
  vain: "lost",
  never: "ground",
};

/** A bar for the document from beginning to end; neighbouring cells of the same kind are one part. */
function strip(cells: readonly Cell[], words: AskedWords): Html {
  const runs: { cell: Cell; value: number }[] = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last?.cell === cell) last.value += 1;
    else runs.push({ cell, value: 1 });
  }
  return bar(
    runs.map(({ cell, value }) => ({ kind: kinds[cell], label: words.kinds[cell], value })),
  );
}

const countCells = (documents: readonly AskedDocument[], cell: Cell): number =>
  documents.flatMap(({ cells }) => cells).filter(each => each === cell).length;

/** The state of a whole document, in the same terms as its parts. */
function fateOf({ items, materials, standing }: AskedDocument): Cell {
  if (items > 0) return "asked";
  if (standing > 0) return "read";
  return materials > 0 ? "vain" : "never";
}

/** Counts of documents by their state, then shares of the parts of their texts. */
function row(name: Child, documents: readonly AskedDocument[]) {
  const cells = documents.reduce((sum, document) => sum + document.cells.length, 0);
  const fates = documents.map(fateOf);
  const number = (fate: Cell) => fates.filter(each => each === fate).length;
  const share = (cell: Cell) => percent(countCells(documents, cell), cells);
  return [
    name,
    documents.length,
    number("asked"),
    number("vain"),
    number("never"),
    share("asked"),
    share("never"),
  ];
}

const maxShown = 60;
const order: readonly Cell[] = ["asked", "read", "vain", "never"];

/** Documents with the most items first; ties by length, longest first. */
const inOrder = (documents: readonly AskedDocument[]) =>
  [...documents].sort((a, b) => b.items - a.items || b.length - a.length);

/** The state of each topic's documents, then of their parts; topics with the most items first. */
function topicsTable(documents: readonly AskedDocument[], words: AskedWords): Html {
  const groups = groupBy(
    documents.filter(({ topic }) => topic !== null),
    ({ language, topic }) => `${language}\n${topic}`,
  );
  if (groups.size === 0) return html``;
  const drawn = (name: Child, members: readonly AskedDocument[]) => [
    ...row(name, members),
    strip(
      members.map(fateOf).sort((a, b) => order.indexOf(a) - order.indexOf(b)),
      words,
    ),
  ];
  const itemsOf = (members: readonly AskedDocument[]) =>
    members.reduce((sum, { items }) => sum + items, 0);
  const topics = [...groups.values()].sort(
    (a, b) => itemsOf(b) - itemsOf(a) || b.length - a.length,
  );
  const rows = topics.slice(0, maxShown).flatMap(members => {
    const [first] = members;
    const name = (of: AskedDocument) =>
      html`<span lang="${of.language}">${cut(of.topic ?? "", 60)}</span>`;
    return first ? [drawn(name(first), members)] : [];
  });
  const rest = documents.filter(({ topic }) => topic === null);
  return html`<h3>${words.topics}</h3>
<p class="soft">${words.aboutTopics}${rest.length > 0 ? words.restStandsLast : ""}</p>
${table([words.topic, ...words.head, words.itsDocuments], rows, rest.length > 0 ? drawn(words.inNoTopic, rest) : undefined)}${more(topics.length - maxShown, words.moreTopics)}`;
}

const more = (rest: number, text: (rest: number) => string): Html =>
  rest > 0 ? html`<p class="small soft">${text(rest)}</p>` : html``;

function map(documents: readonly AskedDocument[], words: AskedWords): Html {
  const shown = inOrder(documents).slice(0, maxShown);
  const rows = shown.map(
    ({ name, language, topic, length, materials, standing, items, weight, cells }) => [
      html`<span lang="${language}">${cut(name, 60)}<span class="under">${cut(topic ?? "", 60)}</span></span>`,
      length,
      materials,
      standing,
      items,
      weight ?? "–",
      strip(cells, words),
    ],
  );
  return html`${table(words.mapHead, rows)}${more(documents.length - maxShown, words.moreDocuments)}`;
}

export function subjectsAskedSection({ asked }: RunData, language: PageLanguage): Html {
  if (asked === null) return html``;
  const words = subjectsAskedWords[language];
  return section(
    "asked",
    html`<p class="soft"><span class="key good"></span>${words.key.asked} <span class="key kept"></span>${words.key.read} <span class="key lost"></span>${words.key.vain}</p>
${table(
  [words.documents, ...words.head],
  groupsOf(asked).map(group =>
    row(
      group,
      asked.filter(document => groupOf(document) === group),
    ),
  ),
  row(words.all, asked),
)}
${topicsTable(asked, words)}
<details open><summary>${words.map}</summary>${map(asked, words)}</details>`,
  );
}
