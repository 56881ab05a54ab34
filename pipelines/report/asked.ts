// Section: what was asked about — of documents, their topics and parts, what items rest on, what was read in vain, what never.

import type { AskedDocument, Cell } from "./asked-read.ts";
import { groupBy } from "../engine/grouping.ts";
import { type Child, cut, type Html, html, section } from "./html.ts";
import { groupOf, groupsOf } from "./names.ts";
import { bar, type Part } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";

const kinds: Record<Cell, Pick<Part, "kind" | "label">> = {
  asked: { kind: "good", label: "asked about" },
  read: { kind: "kept", label: "read" },
  vain: { kind: "lost", label: "read in vain" },
  never: { kind: "ground", label: "never read" },
};

/** The document from its beginning to its end; neighbouring cells of a kind are one part. */
function strip(cells: readonly Cell[]): Html {
  const runs: { cell: Cell; value: number }[] = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last?.cell === cell) last.value += 1;
    else runs.push({ cell, value: 1 });
  }
  return bar(runs.map(({ cell, value }) => ({ ...kinds[cell], value })));
}

const countCells = (documents: readonly AskedDocument[], cell: Cell): number =>
  documents.flatMap(({ cells }) => cells).filter(each => each === cell).length;

/** Of a whole document, as of its parts. */
function fateOf({ items, materials, standing }: AskedDocument): Cell {
  if (items > 0) return "asked";
  if (standing > 0) return "read";
  return materials > 0 ? "vain" : "never";
}

const head = [
  "all",
  "with items",
  "in vain",
  "never read",
  "parts asked about",
  "parts never read",
];

/** Documents by what became of them, then the parts of their texts. */
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

/** Those of which most was made first; of equals the longer. */
const inOrder = (documents: readonly AskedDocument[]) =>
  [...documents].sort((a, b) => b.items - a.items || b.length - a.length);

/** What became of a topic's documents, then of their parts; those that were asked about most first. */
function topicsTable(documents: readonly AskedDocument[]): Html {
  const groups = groupBy(
    documents.filter(({ topic }) => topic !== null),
    ({ language, topic }) => `${language}\n${topic}`,
  );
  if (groups.size === 0) return html``;
  const drawn = (name: Child, mine: readonly AskedDocument[]) => [
    ...row(name, mine),
    strip(mine.map(fateOf).sort((a, b) => order.indexOf(a) - order.indexOf(b))),
  ];
  const itemsOf = (mine: readonly AskedDocument[]) =>
    mine.reduce((sum, { items }) => sum + items, 0);
  const topics = [...groups.values()].sort(
    (a, b) => itemsOf(b) - itemsOf(a) || b.length - a.length,
  );
  const rows = topics.slice(0, maxShown).flatMap(mine => {
    const [first] = mine;
    const name = (of: AskedDocument) =>
      html`<span lang="${of.language}">${cut(of.topic ?? "", 60)}</span>`;
    return first ? [drawn(name(first), mine)] : [];
  });
  const rest = documents.filter(({ topic }) => topic === null);
  return html`<h3>Topics</h3>
<p class="soft">Documents that share a telling word, found by code in their names and beginnings; one is in one topic. ${rest.length > 0 ? "Those that share none with another stand in the last row." : ""}</p>
${table(["Topic", ...head, "its documents"], rows, rest.length > 0 ? drawn("In no topic", rest) : undefined)}${more(topics.length - maxShown)}`;
}

const more = (left: number): Html =>
  left > 0 ? html`<p class="small soft">${left} more, with fewer items or smaller.</p>` : html``;

function map(documents: readonly AskedDocument[]): Html {
  const shown = inOrder(documents).slice(0, maxShown);
  const rows = shown.map(
    ({ name, language, topic, length, materials, standing, items, weight, cells }) => [
      html`<span lang="${language}">${cut(name, 60)}<span class="under">${cut(topic ?? "", 60)}</span></span>`,
      length,
      materials,
      standing,
      items,
      weight ?? "–",
      strip(cells),
    ],
  );
  return html`${table(["Document, topic", "characters", "read as", "questions that stand", "items", "speaks for", "from its beginning to its end"], rows)}${more(documents.length - maxShown)}`;
}

export function askedSection({ asked }: RunData): Html {
  if (asked === null) return html``;
  return section(
    "asked",
    html`<p class="soft"><span class="key good"></span>an item rests on it <span class="key kept"></span>read, and other parts asked about <span class="key lost"></span>read in vain: no question on it stands. Empty: never read. Parts are of equal length, up to forty a document.</p>
${table(
  ["Documents", ...head],
  groupsOf(asked).map(group =>
    row(
      group,
      asked.filter(document => groupOf(document) === group),
    ),
  ),
  row("All", asked),
)}
${topicsTable(asked)}
<details open><summary>The documents</summary>${map(asked)}</details>`,
  );
}
