// Finds tables among the lines of a column: rows whose cells line up in columns.

import type { Table } from "../blocks.ts";
import type { Line, Segment } from "./pdf-lines.ts";

/** The left and right edges of a column. */
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
/** Maximum length of a cell, which is a name, a number or a few words; anything longer is lines of text that happen to be side by side. */
const maxCellLength = 60;

/** Lines and tables, in order. Lines that are not certainly a table stay lines. `open`: the table at the end of the previous page, of which a row or two may be left. */
export function findTables(lines: readonly Line[], open?: PdfTable): (Line | PdfTable)[] {
  const parts: (Line | PdfTable)[] = [];
  const continuedLines = open === undefined ? [] : continuationAt(lines, open);
  if (open !== undefined && continuedLines.length > 0) {
    const rows = rowsOf(continuedLines, open.columns).filter(row => !isHeaderOf(open, row));
    parts.push({ ...open, header: open.header.map(() => ""), rows });
  }
  for (let index = continuedLines.length; index < lines.length; ) {
    const tableLines = tableLinesAt(lines, index);
    const tables = tableLines.length === 0 ? undefined : tableOf(tableLines);
    if (tables === undefined)
      parts.push(...lines.slice(index, index + Math.max(1, tableLines.length)));
    else parts.push(...tables);
    index += Math.max(1, tableLines.length);
  }
  return parts;
}

/** The lines from an index on that may be one table: it begins and ends with a full row, with single cells only in between. */
function tableLinesAt(lines: readonly Line[], start: number): Line[] {
  const tableLines: Line[] = [];
  let fullLength = 0;
  for (const line of lines.slice(start)) {
    const previous = tableLines.at(-1);
    const isFull = line.cells.length >= minCells;
    if (
      previous === undefined
        ? !isFull
        : line.y - previous.y > 3.5 * Math.max(line.size, previous.size)
    )
      break;
    if (!isFull && line.cells.some(cell => cell.text.length > maxCellLength)) break;
    tableLines.push(line);
    if (isFull) fullLength = tableLines.length;
    // After three lines in a row that are not full, the table has ended.
    else if (tableLines.length - fullLength >= 3) break;
  }
  return tableLines.slice(0, fullLength);
}

function tableOf(lines: readonly Line[]): (Line | PdfTable)[] | undefined {
  const columns = columnsOf(lines);
  if (columns === undefined) return undefined;
  const cells = rowsOf(lines, columns);
  if (cells.length < minRows || cells.flat().some(cell => cell.length > maxCellLength * 4))
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
function columnsOf(lines: readonly Line[]): Column[] | undefined {
  const counts = new Map<number, number>();
  for (const { cells } of lines)
    if (cells.length >= minCells) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [count, rows] = [...counts].reduce(
    (best, entry) =>
      entry[1] > best[1] || (entry[1] === best[1] && entry[0] > best[0]) ? entry : best,
    [0, 0],
  );
  if (rows < minRows) return undefined;
  const fullLines = lines.filter(({ cells }) => cells.length === count);
  const columns = Array.from({ length: count }, (_, columnIndex) => {
    const column = fullLines.flatMap(({ cells }) => cells[columnIndex] ?? []);
    return {
      left: Math.min(...column.map(({ left }) => left)),
      right: Math.max(...column.map(({ right }) => right)),
    };
  });
  return columns.every(
    (column, columnIndex) =>
      columnIndex === 0 || (columns[columnIndex - 1]?.right ?? 0) < column.left,
  )
    ? columns
    : undefined;
}

/** The cells of each row by column; a line that only continues cells of the row above is joined to it. */
function rowsOf(lines: readonly Line[], columns: readonly Column[]): string[][] {
  const step = Math.min(...lines.slice(1).map((line, index) => line.y - (lines[index]?.y ?? 0)));
  const rows: string[][] = [];
  lines.forEach((line, index) => {
    const cells = columns.map(() => "");
    for (const cell of line.cells) {
      const columnIndex = columnFor(cell, columns);
      cells[columnIndex] = [cells[columnIndex], cell.text].filter(Boolean).join(" ");
    }
    const rowAbove = rows.at(-1);
    const gap = line.y - (lines[index - 1]?.y ?? 0);
    const gapBelow = (lines[index + 1]?.y ?? line.y) - line.y;
    // The second line of a header is nearer to the first than to the values.
    const isHeaderLine =
      index === 1 && gap < gapBelow * 0.8 && !line.cells.some(({ text }) => isValue(text));
    const continuesRow =
      line.cells.length < columns.length &&
      (isHeaderLine || (cells[0] === "" && gap <= step * 1.2));
    if (rowAbove && continuesRow)
      rowAbove.forEach(
        (text, columnIndex) =>
          (rowAbove[columnIndex] = [text, cells[columnIndex]].filter(Boolean).join(" ")),
      );
    else rows.push(cells);
  });
  return rows;
}

/** The column that a cell overlaps most or, if it overlaps none, the nearest. */
function columnFor({ left, right }: Segment, columns: readonly Column[]): number {
  const overlaps = columns.map(
    column => Math.min(right, column.right) - Math.max(left, column.left),
  );
  return overlaps.indexOf(Math.max(...overlaps));
}

// Cells that continue from row to row mid-sentence are really narrow columns of text.
function isWrapped(rows: readonly (readonly string[])[]): boolean {
  const cells = rows.slice(1).flatMap(row => row.filter(Boolean));
  return cells.filter(cell => /^\p{Ll}{2}/u.test(cell)).length > cells.length * 0.4;
}

/** Whether a text is a figure other than a year. */
const isValue = (text: string): boolean =>
  /\d/.test(text) && !/^(?:19|20)\d\d\b/.test(text) && !/\p{L}{3}|\p{Script=Han}/u.test(text);

/** Whether the first row consists of names; a row of values, as in a table continued from the previous page, is an ordinary row. */
function hasHeader([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  const values = first.filter(isValue).length;
  return (
    values === 0 ||
    (values * 2 < first.length && rows.some(row => row.filter(isValue).length > values))
  );
}

/** Maximum difference between the edges of a column on two pages. */
const maxOffset = 5;

/** Whether a cell is aligned with a column: left, right or centered. */
const isAligned = (cell: Column, column: Column): boolean =>
  Math.abs(cell.left - column.left) <= maxOffset ||
  Math.abs(cell.right - column.right) <= maxOffset ||
  Math.abs(cell.left + cell.right - column.left - column.right) <= 2 * maxOffset;

/** The lines at the top of a page, too few for a table of their own, whose cells are aligned with the columns of the previous table. */
function continuationAt(lines: readonly Line[], { columns }: PdfTable): readonly Line[] {
  const tableLines = tableLinesAt(lines, 0);
  if (tableLines.length > 0 && tableOf(tableLines) !== undefined) return [];
  const end = lines.findIndex(
    ({ cells }) =>
      cells.length < Math.min(minCells, columns.length) ||
      cells.some(cell => !columns.some(column => isAligned(cell, column))),
  );
  const rest = lines.slice(0, end < 0 ? lines.length : end);
  return rest.length < minRows ? rest : [];
}

const isHeaderOf = ({ header }: PdfTable, row: readonly string[]): boolean =>
  row.every((name, columnIndex) => name === header[columnIndex]);

/** Two tables as one, if the second continues in the columns of the first, with the header repeated or without one; undefined if it is a different table. */
export function joinTables(first: PdfTable, second: PdfTable): PdfTable | undefined {
  const areAligned =
    first.columns.length === second.columns.length &&
    second.columns.every((column, columnIndex) =>
      isAligned(column, first.columns[columnIndex] ?? column),
    );
  if (!areAligned) return undefined;
  const isRow = !isHeaderOf(first, second.header) && second.header.some(Boolean);
  return { ...first, rows: [...first.rows, ...(isRow ? [second.header] : []), ...second.rows] };
}
