// Lays out the tables of documents and slides: finds header rows and resolves merged cells.

import type { Block } from "../blocks.ts";
import { isFigure } from "../figure-cells.ts";

export interface SpannedCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

interface GridCell {
  readonly text: string;
  /** Whether this is the first column of its cell; the other columns of a spanning cell repeat the text. */
  readonly isFirst: boolean;
}

type GridRow = (GridCell | undefined)[];

/** Maximum size of a table: none meant for people is larger, and one that claims to be would fill the memory. */
const maxColumns = 512;
export const maxRows = 10_000;

/** Puts each cell in its position, and a spanning cell in every position that it covers. */
function layOutGrid(rows: readonly (readonly SpannedCell[])[]): GridRow[] {
  const grid: GridRow[] = rows.map(() => []);
  rows.forEach((cells, index) => {
    let column = 0;
    for (const cell of cells) {
      while (grid[index]?.[column] !== undefined) column += 1;
      const endColumn = Math.min(maxColumns, column + cell.columns);
      for (const gridRow of grid.slice(index, index + Math.min(maxRows, cell.rows))) {
        for (let coveredColumn = column; coveredColumn < endColumn; coveredColumn++)
          gridRow[coveredColumn] = { text: cell.text.trim(), isFirst: coveredColumn === column };
      }
      column = endColumn;
    }
  });
  return grid;
}

/** Column names from several header rows joined into one; a name that spans two rows is not repeated. */
export function joinHeaders(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, column) => {
    const names = rows
      .map(row => (row[column] ?? "").replace(/\s+/g, " ").trim())
      .filter(name => name !== "");
    return names.filter((name, index) => name !== names[index - 1]).join(" ");
  });
}

/** Whether a row names the columns: mostly words, and not a form with "Name: …" in its first column. */
function isHeader(row: readonly string[]): boolean {
  const cells = row.map(text => text.trim()).filter(text => text !== "");
  return (
    cells.length > 0 &&
    cells.filter(isFigure).length * 2 < cells.length &&
    !/[:：]$/.test(cells[0] ?? "")
  );
}

const repeatedTexts = (row: GridRow) => Array.from(row, cell => cell?.text ?? "");
/** The texts of a row; a cell that spans columns gives its text only in the first of them. */
const singleTexts = (row: GridRow) =>
  Array.from(row, cell => (cell?.isFirst === true ? cell.text : ""));
const hasSpanningCell = (row: GridRow) => row.some(cell => cell?.isFirst === false);
const filledCount = (row: GridRow) => singleTexts(row).filter(text => text !== "").length;

/** The blocks of one table. `headerCount`: number of rows that the file marks as the header; 0 if none. */
export function tableBlocks(
  rows: readonly (readonly SpannedCell[])[],
  headerCount: number,
): Block[] {
  const grid = layOutGrid(rows).filter(row => filledCount(row) > 0);
  const width = Math.max(0, ...grid.map(({ length }) => length));
  // A table of one column is a frame around text, or a list.
  if (width <= 1)
    return grid.map(row => ({ kind: "paragraph", text: repeatedTexts(row).join(" ") }));
  const tableStart = grid.findIndex(row => filledCount(row) > 1);
  if (tableStart < 0)
    return grid.map(row => ({ kind: "paragraph", text: singleTexts(row).join(" ").trim() }));
  const [titleRows, tableRows] = [grid.slice(0, tableStart), grid.slice(tableStart)];
  const firstRow = tableRows[0] ?? [];
  const guessedDepth = !isHeader(repeatedTexts(firstRow))
    ? 0
    : hasSpanningCell(firstRow) &&
        tableRows.length > 2 &&
        isHeader(repeatedTexts(tableRows[1] ?? []))
      ? 2
      : 1;
  const depth = Math.min(tableRows.length, Math.max(0, headerCount - tableStart) || guessedDepth);
  const header = joinHeaders(tableRows.slice(0, depth).map(repeatedTexts));
  return [
    ...titleRows.map(
      row => ({ kind: "paragraph", text: singleTexts(row).join(" ").trim() }) as const,
    ),
    { kind: "table", header, rows: tableRows.slice(depth).map(singleTexts) },
  ];
}
