// Reads the cells of one sheet piece by piece, so that the nodes of a long sheet are never all in memory at once.

import { malformedProblem } from "./office-archive.ts";
import {
  attribute,
  childrenNamed,
  descendant,
  outermostDescendants,
  parseFragment,
  textOf,
  type XmlNode,
} from "./office-xml.ts";
import { FileProblem } from "../parsed-file.ts";

interface SheetCell {
  readonly text: string;
  /** Whether it is an amount, a percentage or a date, and therefore not the name of a column. */
  readonly figure: boolean;
}

/** Rows are numbered from 1, as in the sheet; columns from 0. */
export interface SheetRow {
  readonly number: number;
  readonly cells: Map<number, SheetCell>;
}

export interface Merge {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The shared strings and number formats that cells refer to. */
export interface CellContext {
  readonly strings: readonly string[];
  /** A number as displayed in its style. */
  readonly show: (value: number, style: number) => string;
}

/** Maximum number of cells in one file: a larger table is a database, with more text than a person or a model reads. */
export const maxCells = 500_000;
const minPieceLength = 400_000;

/** Cuts XML after an end tag, about every 400,000 characters. */
function* piecesOf(xml: string, tag: string): Generator<string> {
  const end = new RegExp(`</(?:[\\w.-]+:)?${tag}\\s*>`, "g");
  let start = 0;
  while (start < xml.length) {
    end.lastIndex = start + minPieceLength;
    const match = end.exec(xml);
    const pieceEnd = match ? match.index + match[0].length : xml.length;
    yield xml.slice(start, pieceEnd);
    start = pieceEnd;
  }
}

/** Decodes characters that XML cannot contain, which are written as _x000D_. */
const unescapeCharacters = (text: string) =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\r\n?/g, "\n");

/** The text of a string with or without runs; pronunciations (rPh) are left out. */
const richText = (node: XmlNode): string =>
  unescapeCharacters(
    node.children
      .filter(({ name }) => name === "t" || name === "r")
      .map(child => (child.name === "t" ? textOf(child) : textOf(descendant(child, "t"))))
      .join(""),
  );

export function readStrings(xml: string): string[] {
  const opening = /<(?:[\w.-]+:)?sst\b[^<>]*>/.exec(xml);
  const stringsXml = opening
    ? xml.slice(opening.index + opening[0].length).replace(/<\/(?:[\w.-]+:)?sst\s*>\s*$/, "")
    : "";
  const strings: string[] = [];
  for (const piece of piecesOf(stringsXml, "si"))
    for (const node of parseFragment(piece, "xl/sharedStrings.xml"))
      if (node.name === "si") strings.push(richText(node));
  return strings;
}

/** "BC12" → row 12, column 54. */
function parseAddress(
  address: string,
): { readonly row: number; readonly column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(address) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const column =
    Array.from(letters.toUpperCase()).reduce(
      (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
      0,
    ) - 1;
  return { row: Number(digits), column };
}

function cellOf(node: XmlNode, { strings, show }: CellContext): SheetCell {
  const type = attribute(node, "t") ?? "n";
  const value = textOf(descendant(node, "v"));
  if (type === "inlineStr") return { text: richText(descendant(node, "is")), figure: false };
  if (type === "s") return { text: strings[Number(value)] ?? "", figure: false };
  if (type === "str") return { text: unescapeCharacters(value), figure: false };
  if (type === "b")
    return { text: value === "1" ? "TRUE" : value === "" ? "" : "FALSE", figure: true };
  // A failed formula has no value.
  if (type === "e") return { text: "", figure: true };
  if (type === "d") return { text: value.replace(/T00:00:00(?:\.0+)?Z?$/, ""), figure: true };
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return { text: value.trim(), figure: true };
  return { text: show(number, Number(attribute(node, "s") ?? 0)), figure: true };
}

function rowOf(node: XmlNode, previousNumber: number, context: CellContext): SheetRow {
  const number = Number(attribute(node, "r"));
  const row: SheetRow = {
    number:
      Number.isInteger(number) && number > 0 && number <= 1_048_576 ? number : previousNumber + 1,
    cells: new Map(),
  };
  let column = -1;
  for (const cell of childrenNamed(node, "c")) {
    column = parseAddress(attribute(cell, "r") ?? "")?.column ?? column + 1;
    const sheetCell = cellOf(cell, context);
    if (sheetCell.text.trim() !== "") row.cells.set(column, sheetCell);
  }
  return row;
}

/** Subtracts cells from a file's budget. Throws FileProblem("file-too-large") if that is exceeded. */
export function countCells(budget: { cells: number }, count: number): void {
  budget.cells -= count;
  if (budget.cells < 0)
    throw new FileProblem(
      "file-too-large",
      `it has more than ${maxCells.toLocaleString("en")} filled cells: save the sheets that matter as separate files`,
    );
}

/** The non-empty rows, ordered by number. `budget`: number of further cells that the file may have. */
export function readRows(
  xml: string,
  part: string,
  context: CellContext,
  budget: { cells: number },
): SheetRow[] {
  const opening = /<(?:[\w.-]+:)?sheetData\s*(\/)?>/.exec(xml);
  if (!opening || opening[1] !== undefined) return [];
  const endIndex = xml.search(/<\/(?:[\w.-]+:)?sheetData\s*>/);
  if (endIndex < 0) throw malformedProblem(`${part} is truncated`);
  const rows: SheetRow[] = [];
  for (const piece of piecesOf(xml.slice(opening.index + opening[0].length, endIndex), "row")) {
    // Drops empty cells, which have only a style and of which there may be millions; those without an address are kept, to count columns.
    const nonEmptyCells = piece.replace(/<(?:[\w.-]+:)?c\s(?=[^<>]*\br=)[^<>]*\/>/g, "");
    for (const node of parseFragment(nonEmptyCells, part)) {
      if (node.name !== "row") continue;
      const row = rowOf(node, rows.at(-1)?.number ?? 0, context);
      countCells(budget, row.cells.size);
      if (row.cells.size > 0) rows.push(row);
    }
  }
  return rows.sort((a, b) => a.number - b.number);
}

/** The merged cells of a sheet; those beyond 100,000 are ignored. */
export function readMerges(xml: string, part: string): Merge[] {
  const start = xml.search(/<(?:[\w.-]+:)?mergeCells[\s>]/);
  const tail = start < 0 ? "" : xml.slice(start);
  const end = tail.search(/<\/(?:[\w.-]+:)?mergeCells\s*>/);
  const mergesXml = end < 0 ? "" : tail.slice(0, end);
  const cells = parseFragment(mergesXml, part).flatMap(node =>
    outermostDescendants(node, "mergeCell"),
  );
  return cells.slice(0, 100_000).flatMap(node => {
    const [from = "", to = from] = (attribute(node, "ref") ?? "").split(":");
    const [start, end] = [parseAddress(from), parseAddress(to)];
    return start && end
      ? [{ top: start.row, bottom: end.row, left: start.column, right: end.column }]
      : [];
  });
}
