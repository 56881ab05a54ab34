// Finds tables among the lines of a column: rows of cells aligned below each other.

import type { Table } from "../blocks.ts";
import type { Line, Segment } from "./pdf-lines.ts";

/** A column of a table, from left to right edge. */
interface Column {
  readonly left: number;
  readonly right: number;
}

/** A table with the positions of its columns. */
export interface PdfTable extends Table {
  readonly columns: readonly Column[];
}

const minCells = 3;
const minRows = 3;
// A cell is a name, a number or a few words; anything longer is lines of text that happen to be side by side.
const maxCell = 60;

/** Lines and tables, in order. What is not certainly a table stays as lines. `open`: the table at the end of the page before, which may have a row or two left. */
export function withTables(lines: readonly Line[], open?: PdfTable): (Line | PdfTable)[] {
  const out: (Line | PdfTable)[] = [];
  const rest = open === undefined ? [] : restAt(lines, open);
  if (open !== undefined && rest.length > 0) {
    const rows = rowsOf(rest, open.columns).filter(row => !isHeaderOf(open, row));
    out.push({ ...open, header: open.header.map(() => ""), rows });
  }
  for (let at = rest.length; at < lines.length; ) {
    const run = runAt(lines, at);
    const tables = run.length === 0 ? undefined : tableOf(run);
    if (tables === undefined) out.push(...lines.slice(at, at + Math.max(1, run.length)));
    else out.push(...tables);
    at += Math.max(1, run.length);
  }
  return out;
}

/** Lines from here on that may be one table: it begins and ends with a full row, with single cells only in between. */
function runAt(lines: readonly Line[], at: number): Line[] {
  const run: Line[] = [];
  let full = 0;
  for (const line of lines.slice(at)) {
    const before = run.at(-1);
    const isFull = line.cells.length >= minCells;
    if (before === undefined ? !isFull : line.y - before.y > 3.5 * Math.max(line.size, before.size))
      break;
    if (!isFull && line.cells.some(cell => cell.text.length > maxCell)) break;
    run.push(line);
    if (isFull) full = run.length;
    // After three lines in a row that are not full, the table has ended.
    else if (run.length - full >= 3) break;
  }
  return run.slice(0, full);
}

function tableOf(run: readonly Line[]): (Line | PdfTable)[] | undefined {
  const columns = columnsOf(run);
  if (columns === undefined) return undefined;
  const cells = rowsOf(run, columns);
  if (cells.length < minRows || cells.flat().some(cell => cell.length > maxCell * 4))
    return undefined;
  if (isWrapped(cells)) return undefined;
  const [header, ...rows] = hasHeader(cells) ? cells : [columns.map(() => ""), ...cells];
  if (header === undefined) return undefined;
  // The name of a column without any value would be lost.
  return header.every((name, column) => name === "" || rows.some(row => row[column] !== ""))
    ? [{ kind: "table", header, rows, columns }]
    : undefined;
}

/** The columns of the rows with the usual number of cells; undefined if these are not aligned. */
function columnsOf(run: readonly Line[]): Column[] | undefined {
  const counts = new Map<number, number>();
  for (const { cells } of run)
    if (cells.length >= minCells) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [count, rows] = [...counts].reduce(
    (best, one) => (one[1] > best[1] || (one[1] === best[1] && one[0] > best[0]) ? one : best),
    [0, 0],
  );
  if (rows < minRows) return undefined;
  const full = run.filter(({ cells }) => cells.length === count);
  const columns = Array.from({ length: count }, (_, at) => {
    const column = full.flatMap(({ cells }) => cells[at] ?? []);
    return {
      left: Math.min(...column.map(({ left }) => left)),
      right: Math.max(...column.map(({ right }) => right)),
    };
  });
  return columns.every((column, at) => at === 0 || (columns[at - 1]?.right ?? 0) < column.left)
    ? columns
    : undefined;
}

/** The cells of each row by column; a line that only continues cells of the row above is joined to it. */
function rowsOf(run: readonly Line[], columns: readonly Column[]): string[][] {
  const step = Math.min(...run.slice(1).map((line, index) => line.y - (run[index]?.y ?? 0)));
  const rows: string[][] = [];
  run.forEach((line, index) => {
    const cells = columns.map(() => "");
    for (const cell of line.cells) {
      const at = columnFor(cell, columns);
      cells[at] = [cells[at], cell.text].filter(Boolean).join(" ");
    }
    const above = rows.at(-1);
    const gap = line.y - (run[index - 1]?.y ?? 0);
    const below = (run[index + 1]?.y ?? line.y) - line.y;
    // The second line of a header is nearer to the first than to the values.
    const isOfHeader =
      index === 1 && gap < below * 0.8 && !line.cells.some(({ text }) => isValue(text));
    const continuesRow =
      line.cells.length < columns.length && (isOfHeader || (cells[0] === "" && gap <= step * 1.2));
    if (above && continuesRow)
      above.forEach((text, at) => (above[at] = [text, cells[at]].filter(Boolean).join(" ")));
    else rows.push(cells);
  });
  return rows;
}

/** The column that a cell overlaps most, else the nearest. */
function columnFor({ left, right }: Segment, columns: readonly Column[]): number {
  const over = columns.map(column => Math.min(right, column.right) - Math.max(left, column.left));
  return over.indexOf(Math.max(...over));
}

// Cells that continue from row to row in mid-sentence are narrow columns of text.
function isWrapped(rows: readonly (readonly string[])[]): boolean {
  const cells = rows.slice(1).flatMap(row => row.filter(Boolean));
  return cells.filter(cell => /^\p{Ll}{2}/u.test(cell)).length > cells.length * 0.4;
}

/** Whether a text is a figure other than a year. */
const isValue = (text: string): boolean =>
  /\d/.test(text) && !/^(?:19|20)\d\d\b/.test(text) && !/\p{L}{3}|\p{Script=Han}/u.test(text);

/** Whether the first row consists of names; one of values, as in a table continued from the page before, is an ordinary row. */
function hasHeader([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  const values = first.filter(isValue).length;
  return (
    values === 0 ||
    (values * 2 < first.length && rows.some(row => row.filter(isValue).length > values))
  );
}

/** How much the edges of a column may differ on the next page. */
const offset = 5;

/** Whether a cell is aligned with a column: left, right or centred. */
const isAligned = (cell: Column, column: Column): boolean =>
  Math.abs(cell.left - column.left) <= offset ||
  Math.abs(cell.right - column.right) <= offset ||
  Math.abs(cell.left + cell.right - column.left - column.right) <= 2 * offset;

/** The lines at the top of a page, too few for a table of their own, whose cells are aligned with the columns of the table before. */
function restAt(lines: readonly Line[], { columns }: PdfTable): readonly Line[] {
  const run = runAt(lines, 0);
  if (run.length > 0 && tableOf(run) !== undefined) return [];
  const end = lines.findIndex(
    ({ cells }) =>
      cells.length < Math.min(minCells, columns.length) ||
      cells.some(cell => !columns.some(column => isAligned(cell, column))),
  );
  const rest = lines.slice(0, end < 0 ? lines.length : end);
  return rest.length < minRows ? rest : [];
}

const isHeaderOf = ({ header }: PdfTable, row: readonly string[]): boolean =>
  row.every((name, at) => name === header[at]);

/** Two tables as one, if the second continues in the columns of the first, with the header repeated or without one; undefined if it is a different table. */
export function joinedTables(first: PdfTable, second: PdfTable): PdfTable | undefined {
  const areAligned =
    first.columns.length === second.columns.length &&
    second.columns.every((column, at) => isAligned(column, first.columns[at] ?? column));
  if (!areAligned) return undefined;
  const isRow = !isHeaderOf(first, second.header) && second.header.some(Boolean);
  return { ...first, rows: [...first.rows, ...(isRow ? [second.header] : []), ...second.rows] };
}
