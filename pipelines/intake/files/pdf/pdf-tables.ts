// Finds tables among the lines of a column: rows of cells that stand under each other.

import type { Table } from "../blocks.ts";
import type { Line, Segment } from "./pdf-lines.ts";

/** A column of a table, from left to right edge. */
interface Column {
  readonly left: number;
  readonly right: number;
}

/** A table that knows where its columns stand. */
export interface PdfTable extends Table {
  readonly columns: readonly Column[];
}

const minCells = 3;
const minRows = 3;
// A cell is a name, a number or a few words; longer ones are lines of text that happen to stand side by side.
const maxCell = 60;

/** Lines and tables in their order. What is not surely a table stays as its lines. `open`: the table at the end of the page before, of which a row or two may be left. */
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

/** Lines from here on that may be one table: it begins and ends with a full row; single cells lie only between. */
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
    // Three lines in a row without a full one are no part of it.
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
  // The name of a column without any value would be said nowhere.
  return header.every((name, column) => name === "" || rows.some(row => row[column] !== ""))
    ? [{ kind: "table", header, rows, columns }]
    : undefined;
}

/** The columns of the rows that have the usual number of cells; none where these do not stand under each other. */
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

/** The cells of each row by column; a line that only carries on cells of the row above is joined to it. */
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
    // The second line of the names of the columns stands nearer to the first than to the values.
    const isOfHeader =
      index === 1 && gap < below * 0.8 && !line.cells.some(({ text }) => isValue(text));
    const carriesOn =
      line.cells.length < columns.length && (isOfHeader || (cells[0] === "" && gap <= step * 1.2));
    if (above && carriesOn)
      above.forEach((text, at) => (above[at] = [text, cells[at]].filter(Boolean).join(" ")));
    else rows.push(cells);
  });
  return rows;
}

/** The column that a cell lies over most, else the nearest. */
function columnFor({ left, right }: Segment, columns: readonly Column[]): number {
  const over = columns.map(column => Math.min(right, column.right) - Math.max(left, column.left));
  return over.indexOf(Math.max(...over));
}

// Cells that go on from the row above, sentence after sentence, are narrow columns of text.
function isWrapped(rows: readonly (readonly string[])[]): boolean {
  const cells = rows.slice(1).flatMap(row => row.filter(Boolean));
  return cells.filter(cell => /^\p{Ll}{2}/u.test(cell)).length > cells.length * 0.4;
}

/** Figures, but for a year. */
const isValue = (text: string): boolean =>
  /\d/.test(text) && !/^(?:19|20)\d\d\b/.test(text) && !/\p{L}{3}|\p{Script=Han}/u.test(text);

/** A first row of names; one of values, as in a table that goes on from the page before, is a row like the others. */
function hasHeader([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  const values = first.filter(isValue).length;
  return (
    values === 0 ||
    (values * 2 < first.length && rows.some(row => row.filter(isValue).length > values))
  );
}

/** How far the edges of a column may be off on the next page. */
const offset = 5;

/** Whether a cell is set as a column is: to its left, to its right or in its middle. */
const standsIn = (cell: Column, column: Column): boolean =>
  Math.abs(cell.left - column.left) <= offset ||
  Math.abs(cell.right - column.right) <= offset ||
  Math.abs(cell.left + cell.right - column.left - column.right) <= 2 * offset;

/** The lines at the top of a page, fewer than make a table of their own, whose cells stand in the columns of the one before. */
function restAt(lines: readonly Line[], { columns }: PdfTable): readonly Line[] {
  const run = runAt(lines, 0);
  if (run.length > 0 && tableOf(run) !== undefined) return [];
  const end = lines.findIndex(
    ({ cells }) =>
      cells.length < Math.min(minCells, columns.length) ||
      cells.some(cell => !columns.some(column => standsIn(cell, column))),
  );
  const rest = lines.slice(0, end < 0 ? lines.length : end);
  return rest.length < minRows ? rest : [];
}

const isHeaderOf = ({ header }: PdfTable, row: readonly string[]): boolean =>
  row.every((name, at) => name === header[at]);

/** Two tables as one where the second goes on under the columns of the first, its header said again or none; undefined where it is another. */
export function joinedTables(first: PdfTable, second: PdfTable): PdfTable | undefined {
  const standsUnder =
    first.columns.length === second.columns.length &&
    second.columns.every((column, at) => standsIn(column, first.columns[at] ?? column));
  if (!standsUnder) return undefined;
  const isRow = !isHeaderOf(first, second.header) && second.header.some(Boolean);
  return { ...first, rows: [...first.rows, ...(isRow ? [second.header] : []), ...second.rows] };
}
