// Section: this split beside the older one it refreshes, task by task.

import type { OlderRow } from "../../schemas/crud/older.ts";
import { CrudTask, Language } from "../../schemas/items/item-types.ts";
import { type Child, type Html, html, section } from "./html.ts";
import { languageLabels, typeLabels } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { numeric, table } from "./tables.ts";

type Pair = readonly [OlderRow | undefined, OlderRow | undefined];

const days = (row: OlderRow | undefined): string =>
  row?.from && row.to ? `${row.from} – ${row.to}` : "–";

const rounded = (value: number | undefined): string =>
  value === undefined ? "–" : value.toFixed(0);

/** The older value, then this run's. */
const change = (before: string | number, now: string | number): Child =>
  numeric(html`<span class="soft">${before}</span> → <b>${now}</b>`);

const cells = ([before, now]: Pair): Child[] => [
  change(before?.items ?? 0, now?.items ?? 0),
  change(before?.documents ?? 0, now?.documents ?? 0),
  html`<span class="brief soft">${days(before)}</span><br><b class="brief">${days(now)}</b>`,
  change(rounded(before?.meanQuestion), rounded(now?.meanQuestion)),
  change(rounded(before?.meanAnswer), rounded(now?.meanAnswer)),
];

/** Nothing where this run refreshes no other. */
export function olderSection({ older, told }: RunData): Html {
  if (!older) return html``;
  const rows = CrudTask.options.flatMap(type =>
    Language.options.flatMap(language => {
      const rowOf = (split: readonly OlderRow[]) =>
        split.find(row => row.type === type && row.language === language);
      const pair: Pair = [rowOf(older.before), rowOf(older.now)];
      return pair.some(row => row !== undefined)
        ? [[`${typeLabels[type]}, ${languageLabels[language]}`, ...cells(pair)]]
        : [];
    }),
  );
  const sum = (split: readonly OlderRow[]) => split.reduce((total, { items }) => total + items, 0);
  return section(
    "older",
    html`<p class="soft">The same recipe over newer articles. The older split is <code>${told.older}</code>; articles are those the items were built from, golds and held-out ones, and lengths are means. In each cell the older value comes first.</p>
${table(["Task", numeric("items"), numeric("articles"), "days", numeric("characters of the input"), numeric("of the answer")], rows, ["All", change(sum(older.before), sum(older.now)), "", "", "", ""])}`,
  );
}
