// Lays out the tables of documents and slides: finds header rows and resolves merged cells.

import type { Block } from "../blocks.ts";
import { isFigure } from "../figures.ts";

export interface SpannedCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

interface GridCell {
  readonly text: string;
  /** Whether this is the first column of its cell; further columns of a spanning cell repeat it. */
  readonly first: boolean;
}

type GridRow = (GridCell | undefined)[];

/** No table meant for people is larger; one that claims to be would fill the memory. */
const widest = 512;
const tallest = 10_000;

/** Puts each cell in its position, a spanning one in every position it covers. */
function layGrid(rows: readonly (readonly SpannedCell[])[]): GridRow[] {
  const grid: GridRow[] = rows.map(() => []);
  rows.forEach((cells, at) => {
    let column = 0;
    for (const cell of cells) {
      while (grid[at]?.[column] !== undefined) column += 1;
      const [right, below] = [
        Math.min(widest, column + cell.columns),
        Math.min(rows.length, at + Math.min(tallest, cell.rows)),
      ];
      for (let row = at; row < below; row++) {
        const line = grid[row] ?? [];
        for (let place = column; place < right; place++)
          line[place] = { text: cell.text.trim(), first: place === column };
      }
      column = right;
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
  const filled = row.map(text => text.trim()).filter(text => text !== "");
  return (
    filled.length > 0 &&
    filled.filter(isFigure).length * 2 < filled.length &&
    !/[:：]$/.test(filled[0] ?? "")
  );
}

const whole = (row: GridRow) => Array.from(row, cell => cell?.text ?? "");
/** A row in which cells that span columns appear only in the first of them. */
const once = (row: GridRow) => Array.from(row, cell => (cell?.first === true ? cell.text : ""));
const spans = (row: GridRow) => row.some(cell => cell?.first === false);
const fills = (row: GridRow) => once(row).filter(text => text !== "").length;

/** Blocks of one table. `stated`: number of header rows the file marks; 0 if none. */
export function tableBlocks(rows: readonly (readonly SpannedCell[])[], stated: number): Block[] {
  const grid = layGrid(rows).filter(row => fills(row) > 0);
  const width = Math.max(0, ...grid.map(({ length }) => length));
  // A table of one column is a frame around text, or a list.
  if (width <= 1) return grid.map(row => ({ kind: "paragraph", text: whole(row).join(" ") }));
  const titles = grid.findIndex(row => fills(row) > 1);
  if (titles < 0) return grid.map(row => ({ kind: "paragraph", text: once(row).join(" ").trim() }));
  const [above, table] = [grid.slice(0, titles), grid.slice(titles)];
  const top = table[0] ?? [];
  const guessed = !isHeader(whole(top))
    ? 0
    : spans(top) && table.length > 2 && isHeader(whole(table[1] ?? []))
      ? 2
      : 1;
  const depth = Math.min(table.length, Math.max(0, stated - titles) || guessed);
  const header = joinHeaders(table.slice(0, depth).map(whole));
  return [
    ...above.map(row => ({ kind: "paragraph", text: once(row).join(" ").trim() }) as const),
    { kind: "table", header, rows: table.slice(depth).map(once) },
  ];
}
