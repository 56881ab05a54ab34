// Reads one sheet's cells, piece by piece, so that a long sheet never stands in memory as nodes all at once.

import { malformed } from "./office-archive.ts";
import {
  attribute,
  childrenNamed,
  down,
  findAll,
  parsePiece,
  textOf,
  type XmlNode,
} from "./office-xml.ts";
import { FileProblem } from "../parsed-file.ts";

interface SheetCell {
  readonly text: string;
  /** An amount, a share, a date: no name of a column. */
  readonly figure: boolean;
}

/** From 1, as the sheet numbers them; columns from 0. */
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

/** What cells refer to. */
export interface CellReading {
  readonly strings: readonly string[];
  /** A number as its style shows it. */
  readonly show: (value: number, style: number) => string;
}

/** Of one file: a table of that size is a database, and its text more than a person or a model reads. */
export const maxCells = 500_000;
const pieceLength = 400_000;

/** Cuts XML after an end tag, about every 400,000 characters; from `start` to `end`. */
function* piecesOf(xml: string, tag: string): Generator<string> {
  const end = new RegExp(`</(?:[\\w.-]+:)?${tag}\\s*>`, "g");
  let start = 0;
  while (start < xml.length) {
    end.lastIndex = start + pieceLength;
    const found = end.exec(xml);
    const stop = found ? found.index + found[0].length : xml.length;
    yield xml.slice(start, stop);
    start = stop;
  }
}

/** Signs that XML cannot hold are written _x000D_. */
const unescapeSigns = (text: string) =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\r\n?/g, "\n");

/** The text of a string with or without runs; how it is spoken (rPh) is left out. */
const richText = (node: XmlNode): string =>
  unescapeSigns(
    node.children
      .filter(({ name }) => name === "t" || name === "r")
      .map(child => (child.name === "t" ? textOf(child) : textOf(down(child, "t"))))
      .join(""),
  );

export function readStrings(xml: string): string[] {
  const opening = /<(?:[\w.-]+:)?sst\b[^<>]*>/.exec(xml);
  const inner = opening
    ? xml.slice(opening.index + opening[0].length).replace(/<\/(?:[\w.-]+:)?sst\s*>\s*$/, "")
    : "";
  const strings: string[] = [];
  for (const piece of piecesOf(inner, "si"))
    for (const node of parsePiece(piece, "xl/sharedStrings.xml"))
      if (node.name === "si") strings.push(richText(node));
  return strings;
}

/** "BC12" → row 12, column 54. */
function addressOf(address: string): { readonly row: number; readonly column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(address) ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const column =
    Array.from(letters.toUpperCase()).reduce(
      (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
      0,
    ) - 1;
  return { row: Number(digits), column };
}

function cellOf(node: XmlNode, { strings, show }: CellReading): SheetCell {
  const type = attribute(node, "t") ?? "n";
  const value = textOf(down(node, "v"));
  if (type === "inlineStr") return { text: richText(down(node, "is")), figure: false };
  if (type === "s") return { text: strings[Number(value)] ?? "", figure: false };
  if (type === "str") return { text: unescapeSigns(value), figure: false };
  if (type === "b")
    return { text: value === "1" ? "TRUE" : value === "" ? "" : "FALSE", figure: true };
  // A formula that failed says nothing.
  if (type === "e") return { text: "", figure: true };
  if (type === "d") return { text: value.replace(/T00:00:00(?:\.0+)?Z?$/, ""), figure: true };
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return { text: value.trim(), figure: true };
  return { text: show(number, Number(attribute(node, "s") ?? 0)), figure: true };
}

function rowOf(node: XmlNode, before: number, reading: CellReading): SheetRow {
  const stated = Number(attribute(node, "r"));
  const row: SheetRow = {
    number: Number.isInteger(stated) && stated > 0 && stated <= 1_048_576 ? stated : before + 1,
    cells: new Map(),
  };
  let column = -1;
  for (const cell of childrenNamed(node, "c")) {
    column = addressOf(attribute(cell, "r") ?? "")?.column ?? column + 1;
    const read = cellOf(cell, reading);
    if (read.text.trim() !== "") row.cells.set(column, read);
  }
  return row;
}

/** Takes cells off those that a file may still have. Throws FileProblem `file-too-large` where it has more. */
export function countCells(left: { cells: number }, count: number): void {
  left.cells -= count;
  if (left.cells < 0)
    throw new FileProblem(
      "file-too-large",
      `it has more than ${maxCells.toLocaleString("en")} filled cells: save the sheets that matter as files of their own`,
    );
}

/** Rows with anything in them, by their numbers. `left`: how many cells the file may still have. */
export function readRows(
  xml: string,
  part: string,
  reading: CellReading,
  left: { cells: number },
): SheetRow[] {
  const opening = /<(?:[\w.-]+:)?sheetData\s*(\/)?>/.exec(xml);
  if (!opening || opening[1] !== undefined) return [];
  const closing = xml.search(/<\/(?:[\w.-]+:)?sheetData\s*>/);
  if (closing < 0) throw malformed(`${part} ends in the middle`);
  const rows: SheetRow[] = [];
  for (const piece of piecesOf(xml.slice(opening.index + opening[0].length, closing), "row")) {
    // Empty cells carry a style alone, and a sheet may have millions of them; those without an address are counted to find the next.
    const filled = piece.replace(/<(?:[\w.-]+:)?c\s(?=[^<>]*\br=)[^<>]*\/>/g, "");
    for (const node of parsePiece(filled, part)) {
      if (node.name !== "row") continue;
      const row = rowOf(node, rows.at(-1)?.number ?? 0, reading);
      countCells(left, row.cells.size);
      if (row.cells.size > 0) rows.push(row);
    }
  }
  return rows.sort((a, b) => a.number - b.number);
}

/** Merged cells; a sheet of more than 100,000 keeps the rest as they stand. */
export function readMerges(xml: string, part: string): Merge[] {
  const start = xml.search(/<(?:[\w.-]+:)?mergeCells[\s>]/);
  const tail = start < 0 ? "" : xml.slice(start);
  const end = tail.search(/<\/(?:[\w.-]+:)?mergeCells\s*>/);
  const found = end < 0 ? "" : tail.slice(0, end);
  const cells = parsePiece(found, part).flatMap(node => findAll(node, "mergeCell"));
  return cells.slice(0, 100_000).flatMap(node => {
    const [from = "", to = from] = (attribute(node, "ref") ?? "").split(":");
    const [start, end] = [addressOf(from), addressOf(to)];
    return start && end
      ? [{ top: start.row, bottom: end.row, left: start.column, right: end.column }]
      : [];
  });
}
