// Section: what was asked about — of the documents and their parts, what items rest on, what was read in vain, what never.

import type { AskedDocument, Cell } from "./asked-read.ts";
import { cut, type Html, html } from "./html.ts";
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

/** Documents by what became of them, then the parts of their texts. */
function row(name: string, documents: readonly AskedDocument[]) {
  const cells = documents.reduce((sum, document) => sum + document.cells.length, 0);
  const [asked, read] = [
    documents.filter(({ items }) => items > 0).length,
    documents.filter(({ materials }) => materials > 0).length,
  ];
  const vain = documents.filter(({ materials, standing }) => materials > 0 && standing === 0);
  const share = (...of: readonly Cell[]) =>
    percent(
      of.reduce((sum, cell) => sum + countCells(documents, cell), 0),
      cells,
    );
  return [
    name,
    documents.length,
    asked,
    vain.length,
    documents.length - read,
    share("asked"),
    share("never"),
  ];
}

const mostShown = 60;

/** Those of which most was made first; of equals the longer. */
const inOrder = (documents: readonly AskedDocument[]) =>
  [...documents].sort((a, b) => b.items - a.items || b.length - a.length);

function map(documents: readonly AskedDocument[]): Html {
  const shown = inOrder(documents).slice(0, mostShown);
  const rows = shown.map(
    ({ name, language, length, materials, standing, items, weight, cells }) => [
      html`<span lang="${language}">${cut(name, 60)}</span>`,
      length,
      materials,
      standing,
      items,
      weight ?? "–",
      strip(cells),
    ],
  );
  const left = documents.length - shown.length;
  return html`${table(["Document", "characters", "read as", "questions that stand", "items", "speaks for", "from its beginning to its end"], rows)}${left > 0 ? html`<p class="small soft">${left} more, with fewer items or shorter.</p>` : ""}`;
}

export function askedSection({ asked }: RunData): Html {
  if (asked === null) return html``;
  return html`<section id="asked"><h2>What was asked about</h2>
<p class="soft"><span class="key good"></span>an item rests on it <span class="key kept"></span>read, and other parts asked about <span class="key lost"></span>read in vain: no question on it stands. Empty: never read. Parts are of equal length, up to forty a document.</p>
${table(
  [
    "Documents",
    "all",
    "with items",
    "in vain",
    "never read",
    "parts asked about",
    "parts never read",
  ],
  groupsOf(asked).map(group =>
    row(
      group,
      asked.filter(document => groupOf(document) === group),
    ),
  ),
  row("All", asked),
)}
<details open><summary>The documents</summary>${map(asked)}</details></section>`;
}
