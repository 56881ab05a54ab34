// Reads a table on a web page as header and rows, with merged cells repeated, and recognizes tables used for layout.

import { type HtmlNode, nameOf } from "./html.ts";
import type { Table } from "../blocks.ts";

/** Maximum number of columns or rows that one cell may span; a larger one is a mistake. */
const maxSpan = 200;
/** Maximum length of a table cell, in characters; a longer one is running text. */
const maxCellLength = 400;

const childrenOf = (node: HtmlNode) => Array.from(node.childNodes);

/** Rows of a table, without those of nested tables. */
function rowsOf(node: HtmlNode): HtmlNode[] {
  return childrenOf(node).flatMap(child =>
    nameOf(child) === "TR"
      ? [child]
      : /^T(?:HEAD|BODY|FOOT)$/.test(nameOf(child))
        ? rowsOf(child)
        : [],
  );
}

const cellsOf = (row: HtmlNode): HtmlNode[] =>
  childrenOf(row).filter(child => /^T[DH]$/.test(nameOf(child)));

const containsElement = (node: HtmlNode, names: RegExp): boolean =>
  childrenOf(node).some(child => names.test(nameOf(child)) || containsElement(child, names));

/** Whether a table only arranges blocks of the page: its cells are then read one after another. */
export function isLayoutTable(table: HtmlNode): boolean {
  const rows = rowsOf(table);
  if (rows.every(row => cellsOf(row).length < 2)) return true;
  return rows.some(row =>
    cellsOf(row).some(
      cell =>
        containsElement(cell, /^(?:TABLE|H[1-6])$/) ||
        ((cell.textContent?.length ?? 0) > maxCellLength &&
          containsElement(cell, /^(?:P|DIV|UL|OL)$/)),
    ),
  );
}

const spanOf = (cell: HtmlNode, name: string) =>
  Math.min(maxSpan, Math.max(1, Number.parseInt(cell.getAttribute?.(name) ?? "1", 10) || 1));

const isHeaderRow = (row: HtmlNode) =>
  cellsOf(row).length > 0 &&
  ((row.parentNode && nameOf(row.parentNode) === "THEAD") ||
    cellsOf(row).every(cell => nameOf(cell) === "TH" || (cell.textContent ?? "").trim() === ""));

/** The texts of all rows. A cell that spans rows is repeated in each of them, and a header that spans columns is repeated above each column; other wide cells are not repeated. */
function gridOf(rows: readonly HtmlNode[], textOf: (node: HtmlNode) => string): string[][] {
  const grid: string[][] = rows.map(() => []);
  rows.forEach((row, index) => {
    let column = 0;
    for (const cell of cellsOf(row)) {
      while (grid[index]?.[column] !== undefined) column += 1;
      const [text, columnSpan] = [textOf(cell), spanOf(cell, "colspan")];
      if (column + columnSpan > maxSpan) break;
      for (const gridRow of grid.slice(index, index + spanOf(cell, "rowspan")))
        for (let offset = 0; offset < columnSpan; offset++)
          gridRow[column + offset] = offset === 0 || isHeaderRow(row) ? text : "";
      column += columnSpan;
    }
  });
  return grid.map(row => Array.from(row, text => text ?? ""));
}

/** Joins currency and percent signs to their numbers: financial statements put them in cells of their own. */
function joinSigns(row: readonly string[]): string[] {
  const cells = [...row];
  cells.forEach((text, column) => {
    const next = cells.findIndex((other, index) => index > column && other !== "");
    if (/^[$€£¥￥(]+$/.test(text) && next > 0 && hasNumber(cells[next]))
      [cells[column], cells[next]] = ["", `${text}${cells[next]}`];
    const previous = cells.findLastIndex((other, index) => index < column && other !== "");
    if (/^[)%％]+$/.test(text) && previous >= 0 && hasNumber(cells[previous]))
      [cells[previous], cells[column]] = [`${cells[previous]}${text}`, ""];
  });
  return cells;
}

const hasNumber = (text: string | undefined) => /\d/.test(text ?? "");

/** Whether the first row, though not marked as a header, consists of names above numbers. */
function looksLikeHeader(grid: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = grid;
  const names = first.filter(text => text !== "");
  if (
    rest.length === 0 ||
    names.length < 2 ||
    new Set(names).size < names.length ||
    names.some(hasNumber)
  )
    return false;
  return first.some(
    (_, column) =>
      column > 0 && rest.filter(row => hasNumber(row[column])).length * 2 > rest.length,
  );
}

/** Header rows joined column by column, without repetitions. */
const joinHeaders = (rows: readonly (readonly string[])[]): string[] =>
  Array.from({ length: Math.max(0, ...rows.map(row => row.length)) }, (_, column) =>
    [...new Set(rows.map(row => row[column] ?? "").filter(Boolean))].join(" "),
  );

/** Reads a data table; `textOf` gives the text of a cell. */
export function readTable(table: HtmlNode, textOf: (node: HtmlNode) => string): Table {
  const rows = rowsOf(table).filter(row => cellsOf(row).length > 0);
  const grid = gridOf(rows, textOf);
  const firstBodyRow = rows.findIndex(row => !isHeaderRow(row));
  const headerCount =
    firstBodyRow === -1 ? 0 : firstBodyRow > 0 ? firstBodyRow : looksLikeHeader(grid) ? 1 : 0;
  return {
    kind: "table",
    header: joinHeaders(grid.slice(0, headerCount)),
    rows: grid.slice(headerCount).map(joinSigns),
  };
}
