// Section: what was made — items by type, domain and language against their targets, and the splits.

import { ItemType } from "../../schemas/items/item-types.ts";
import { type Child, type Html, html, section } from "./html.ts";
import { groupOf, groupsOf, typeLabels } from "./names.ts";
import { sourcesOf } from "./older-read.ts";
import type { RunData } from "./run-data.ts";
import { numeric, percent, table } from "./tables.ts";

interface Cell {
  readonly made: number;
  /** Null where the run had no quotas. */
  readonly target: number | null;
}

const written = ({ made, target }: Cell): Child => {
  if (target === null || target === made) return made;
  return numeric(
    made < target ? html`<span class="short">${made}</span> / ${target}` : `${made} / ${target}`,
  );
};

const sum = (cells: readonly Cell[]): Cell => ({
  made: cells.reduce((total, { made }) => total + made, 0),
  target: cells.every(({ target }) => target === null)
    ? null
    : cells.reduce((total, { target }) => total + (target ?? 0), 0),
});

function cellOf({ items, demand }: RunData, type: string, group: string): Cell {
  const made = items.filter(item => item.type === type && groupOf(item) === group).length;
  const target = demand.find(row => row.type === type && groupOf(row) === group)?.target;
  return { made, target: demand.length === 0 ? null : (target ?? 0) };
}

function typesTable(data: RunData): Html {
  const groups = groupsOf(data.demand.length > 0 ? data.demand : data.items);
  const types = ItemType.options.filter(type =>
    [...data.items, ...data.demand].some(row => row.type === type),
  );
  const grid = types.map(type => ({ type, cells: groups.map(group => cellOf(data, type, group)) }));
  const columns = groups.map((_, index) =>
    sum(grid.map(({ cells }) => cells[index] ?? { made: 0, target: null })),
  );
  return table(
    ["Question type", ...groups, "all"],
    grid.map(({ type, cells }) => [typeLabels[type], ...cells.map(written), written(sum(cells))]),
    ["All", ...columns.map(written), written(sum(columns))],
  );
}

/** Reasons that are not already the numbers themselves; of a type that is missing everywhere it stands once. */
function reasons({ demand }: RunData): Html[] {
  const told = new Map<string, Html>();
  for (const { type, because, target, ...group } of demand) {
    if (because === null) continue;
    const name = target === 0 ? typeLabels[type] : `${typeLabels[type]}, ${groupOf(group)}`;
    told.set(name, html`<li><b>${name}</b>: ${because}</li>`);
  }
  return [...told.values()];
}

function splitsLine({ items, splits }: RunData): Html {
  const part = (split: "dev" | "test") => items.filter(({ id }) => splits.get(id) === split);
  const [dev, test] = [part("dev"), part("test")];
  const used = new Set(dev.flatMap(sourcesOf));
  const both = new Set(test.flatMap(sourcesOf).filter(id => used.has(id))).size;
  const shared = both === 0 ? "no document serves both" : `${both} documents serve both`;
  return html`<p>Splits: <b>${dev.length}</b> dev and <b>${test.length}</b> test items (${percent(dev.length, dev.length + test.length)} dev); ${shared}.</p>`;
}

export function madeSection(data: RunData): Html {
  const short = reasons(data);
  return section(
    "made",
    html`<p class="soft">Items by question type, domain and language; where a target was missed, made / target.</p>
${typesTable(data)}
${data.splits.size > 0 ? splitsLine(data) : ""}
${short.length > 0 ? html`<details><summary>${short.length} targets could not be reached</summary><ul class="small">${short}</ul></details>` : ""}`,
  );
}
