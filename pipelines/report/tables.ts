// HTML tables and lists, and how numbers are written in them.

import { type Child, type Html, html } from "./html.ts";

/** A number with thousands separators. */
export const formatCount = (value: number): string => value.toLocaleString("en-US");

/** A cell that is not a plain number but is aligned like one. */
export const numberCell = (child: Child): Html => html`<span class="number">${child}</span>`;

const numberClass = html` class="number"`;

function cell(child: Child, index: number): Html {
  if (index === 0) return html`<th scope="row">${child}</th>`;
  if (typeof child === "number") return html`<td${numberClass}>${formatCount(child)}</td>`;
  // A few words stay on one line; a long text may wrap.
  return typeof child === "string" && child.length <= 24
    ? html`<td class="brief">${child}</td>`
    : html`<td>${child}</td>`;
}

/** A table that scrolls sideways on a narrow screen; the first cell of a row is its heading, and `totals` is an optional last row. */
export function table(
  headings: readonly Child[],
  rows: readonly (readonly Child[])[],
  totals?: readonly Child[],
): Html {
  const tableRow = (cells: readonly Child[]) => html`<tr>${cells.map(cell)}</tr>\n`;
  const hasNumbers = (index: number) => rows.some(cells => typeof cells[index] === "number");
  return html`<div class="wide" tabindex="0"><table>
<thead><tr>${headings.map((child, index) => html`<th scope="col"${hasNumbers(index) ? numberClass : ""}>${child}</th>`)}</tr></thead>
<tbody>${rows.map(tableRow)}</tbody>
${totals ? html`<tfoot>${tableRow(totals)}</tfoot>` : ""}</table></div>`;
}

/** A list of names and values. */
export const definitionList = (entries: readonly (readonly [string, Child])[]): Html =>
  html`<dl>${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;

/** A share as a percentage; a dash if the whole is 0. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)}%`;
