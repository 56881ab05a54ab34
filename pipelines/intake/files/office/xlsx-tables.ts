// Finds the tables in a sheet: rows separated by empty ones, titles above, headers of one or more rows.

import type { Block } from "../blocks.ts";
import { isFigure } from "../figure-cells.ts";
import { joinHeaders } from "./office-tables.ts";
import { FileProblem } from "../parsed-file.ts";
import type { Merge, SheetRow } from "./xlsx-sheet.ts";

/** Maximum number of rows times columns in one table: a sheet filled along its diagonal would not fit in memory. */
const maxGridCells = 20_000_000;
const maxHeaderRows = 3;

type Header = ReadonlyMap<number, string>;
/** Cells merged across several columns, by row number. */
type WideMerges = ReadonlyMap<number, readonly Merge[]>;

/** Repeats the value of vertically merged cells in each of their rows. */
function fillDown(rows: readonly SheetRow[], merges: readonly Merge[]): void {
  const byNumber = new Map(rows.map(row => [row.number, row]));
  let remainingSteps = 2_000_000;
  for (const { top, bottom, left } of merges) {
    const value = byNumber.get(top)?.cells.get(left);
    if (!value) continue;
    for (let number = top + 1; number <= bottom && remainingSteps > 0; number++, remainingSteps--) {
      const cells = byNumber.get(number)?.cells;
      if (cells && !cells.has(left)) cells.set(left, value);
    }
  }
}

/** Runs of values with consecutive numbers. */
function runsOf<Value>(values: readonly Value[], numberOf: (value: Value) => number): Value[][] {
  const runs: Value[][] = [];
  let previous: number | undefined;
  for (const value of values) {
    if (previous === numberOf(value) - 1) runs.at(-1)?.push(value);
    else runs.push([value]);
    previous = numberOf(value);
  }
  return runs;
}

const year = /^(?:19|20)\d\d$/;
const figuresIn = ({ cells }: SheetRow) =>
  [...cells.values()].filter(({ text, figure }) => (figure && !year.test(text)) || isFigure(text))
    .length;
/** Whether a row is mostly words or years, and not a form with "Name:" in its first column. */
const isHeader = (row: SheetRow) =>
  figuresIn(row) * 2 < row.cells.size &&
  !/[:：]$/.test([...row.cells.entries()].sort(([a], [b]) => a - b)[0]?.[1].text.trim() ?? "");

/** Number of header rows. `nextRow`: the row after this group and an empty row, where the table may continue. */
function headerDepth(
  rows: readonly SheetRow[],
  wideMerges: WideMerges,
  nextRow: SheetRow | undefined,
): number {
  const [first, second, third] = rows;
  if (!first || !isHeader(first)) return 0;
  // There are only names above the empty row, and amounts below it.
  if (
    rows.length <= maxHeaderRows &&
    rows.every(row => figuresIn(row) === 0) &&
    nextRow &&
    figuresIn(nextRow) * 2 >= nextRow.cells.size
  )
    return rows.length;
  let depth = 1;
  while (depth < maxHeaderRows && depth + 1 < rows.length) {
    const [above, below] = [rows[depth - 1], rows[depth]];
    if (!above || !below || !wideMerges.has(above.number) || !isHeader(below)) break;
    depth += 1;
  }
  // Names above several columns that are not merged.
  const isSpanning =
    depth === 1 &&
    second &&
    third &&
    first.cells.size < second.cells.size &&
    figuresIn(second) === 0 &&
    figuresIn(third) > 0;
  return isSpanning ? 2 : depth;
}

/** Spreads names over unmerged columns: one name over all of them; one name per group over its group; otherwise, each up to the next name. */
function spreadNames(row: SheetRow, columns: readonly number[]): Header {
  const [label, ...others] = columns;
  const hasName = (column: number) => row.cells.has(column);
  const nameAt = (column: number) => row.cells.get(column)?.text ?? "";
  const labelEntry = label !== undefined && hasName(label) ? [[label, nameAt(label)] as const] : [];
  const groups = others.filter(hasName).length === 1 ? [others] : runsOf(others, column => column);
  if (groups.every(group => group.filter(hasName).length === 1))
    return new Map([
      ...labelEntry,
      ...groups.flatMap(group => {
        const name = nameAt(group.find(hasName) ?? -1);
        return group.map(column => [column, name] as const);
      }),
    ]);
  let previousName = "";
  return new Map([
    ...labelEntry,
    ...others.map(column => {
      previousName = row.cells.get(column)?.text ?? previousName;
      return [column, previousName] as const;
    }),
  ]);
}

/** The names in a row; one merged across several columns names each of them. */
function namesOf(
  row: SheetRow,
  columns: readonly number[],
  wideMerges: WideMerges,
  isSpanning: boolean,
): string[] {
  const merges = wideMerges.get(row.number) ?? [];
  const spreadOutNames =
    isSpanning && merges.length === 0 ? spreadNames(row, columns) : new Map<number, string>();
  return columns.map(column => {
    const mergedCell = merges.find(({ left, right }) => column >= left && column <= right);
    return (
      row.cells.get(column)?.text ??
      (mergedCell ? row.cells.get(mergedCell.left)?.text : undefined) ??
      spreadOutNames.get(column) ??
      ""
    );
  });
}

interface RowGroupLayout {
  readonly blocks: readonly Block[];
  readonly header: Header;
  /** Whether it is a header without rows, which may follow in the next group. */
  readonly isOpen: boolean;
  /** Whether its header is the same as that of the group above. */
  readonly isContinuation: boolean;
}

const lineBlocks = (rows: readonly SheetRow[]): Block[] =>
  rows.flatMap(row => [
    { kind: "place", place: { kind: "row", number: row.number, name: null } } as const,
    {
      kind: "paragraph",
      text: [...row.cells.values()].map(({ text }) => text.replace(/\s+/g, " ").trim()).join(" | "),
    } as const,
  ]);

/** Whether a group of rows without a header continues under the header above: most of its columns have names there. */
function continuesAbove(first: SheetRow, above: RowGroupLayout | undefined): boolean {
  if (!above || above.header.size === 0) return false;
  const namedCount = [...first.cells.keys()].filter(column => above.header.has(column)).length;
  return above.isOpen
    ? namedCount === first.cells.size
    : !isHeader(first) && namedCount * 2 >= first.cells.size;
}

interface RowGroup {
  readonly rows: readonly SheetRow[];
  readonly nextRow: SheetRow | undefined;
  readonly wideMerges: WideMerges;
  readonly above: RowGroupLayout | undefined;
}

function layOutTable({ rows, nextRow, wideMerges, above }: RowGroup): RowGroupLayout {
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].sort(
    (a, b) => a - b,
  );
  if (rows.length * columns.length > maxGridCells)
    throw new FileProblem(
      "file-too-large",
      `its table of ${rows.length} rows and ${columns.length} columns is mostly empty: save the part that matters as a separate file`,
    );
  const [first] = rows;
  const isContinuation = first !== undefined && continuesAbove(first, above);
  const depth = isContinuation ? 0 : headerDepth(rows, wideMerges, nextRow);
  const headerRows = rows.slice(0, depth);
  const names = joinHeaders(
    headerRows.map((row, index) => namesOf(row, columns, wideMerges, index < depth - 1)),
  );
  const ownHeader: Header = new Map(
    columns.flatMap((column, index) => (names[index] ? [[column, names[index]] as const] : [])),
  );
  const header = isContinuation && above ? above.header : ownHeader;
  const bodyRows = rows.slice(depth);
  return {
    blocks: [
      {
        kind: "table",
        header: columns.map(column => header.get(column) ?? ""),
        rows: bodyRows.map(({ cells }) => columns.map(column => cells.get(column)?.text ?? "")),
        numbers: bodyRows.map(({ number }) => number),
      },
    ],
    header,
    isOpen: bodyRows.length === 0,
    isContinuation,
  };
}

const hasOneCell = ({ cells }: SheetRow) => cells.size <= 1;
/** Lays out a group of rows: those with one cell at the top and bottom are titles and notes. */
function layOutRowGroup(rowGroup: RowGroup): RowGroupLayout {
  const { rows, above } = rowGroup;
  const start = rows.findIndex(row => !hasOneCell(row));
  if (start < 0)
    return {
      blocks: lineBlocks(rows),
      header: above?.header ?? new Map(),
      isOpen: above?.isOpen ?? false,
      isContinuation: false,
    };
  const end = rows.findLastIndex(row => !hasOneCell(row)) + 1;
  const table = layOutTable({ ...rowGroup, rows: rows.slice(start, end) });
  return {
    ...table,
    blocks: [...lineBlocks(rows.slice(0, start)), ...table.blocks, ...lineBlocks(rows.slice(end))],
  };
}

/** A sheet's rows as paragraphs and tables. Tables side by side are read as one. */
export function sheetBlocks(rows: readonly SheetRow[], merges: readonly Merge[]): Block[] {
  fillDown(rows, merges);
  const wideMerges = new Map<number, Merge[]>();
  for (const merge of merges) {
    if (merge.right === merge.left) continue;
    for (let row = merge.top; row <= Math.min(merge.bottom, merge.top + maxHeaderRows); row++)
      wideMerges.set(row, [...(wideMerges.get(row) ?? []), merge]);
  }
  const blocks: Block[] = [];
  let above: RowGroupLayout | undefined;
  const rowGroups = runsOf(rows, ({ number }) => number);
  for (const [index, rowGroup] of rowGroups.entries()) {
    const layout = layOutRowGroup({
      rows: rowGroup,
      nextRow: rowGroups[index + 1]?.[0],
      wideMerges,
      above,
    });
    // The columns of a header on its own are named again in the table below, so it is dropped here.
    if (layout.isContinuation && above?.isOpen === true && blocks.at(-1)?.kind === "table")
      blocks.pop();
    blocks.push(...layout.blocks);
    above = layout;
  }
  return blocks;
}
