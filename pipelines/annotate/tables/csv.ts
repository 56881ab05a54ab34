// The table of a folder as CSV, and a filled-in CSV back as verdicts.

import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { PipelineError } from "../../engine/errors.ts";
import { maxCell, splitText, type Table } from "./table-rows.ts";
import { readTable } from "./table-verdicts.ts";
import type { ReadOutcome } from "../verdicts/verdict-reading.ts";

/** What a spreadsheet would run as a formula, white space before it or not; and our own apostrophe, so that reading takes away exactly what writing put there. */
const runs = /^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^['\t\r\n]/u;
/** Ids and names that it would turn into another number or a date: 12e45, 0012, 1-2, more digits than it keeps. */
const turns = /^[\d.,:/eE+\- ]*\d[\d.,:/eE+\- ]*$/;
const plainNumber = /^(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$/;

const needsGuard = (text: string): boolean =>
  runs.test(text) || (turns.test(text) && !plainNumber.test(text));

/** A text that no spreadsheet runs or changes: an apostrophe before it where it needs one. */
export const guardCell = (text: string): string => (needsGuard(text) ? `'${text}` : text);

export const unguardCell = (cell: string): string =>
  cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;

/** Where a program that takes another sign for the separator, or sees no quotes, would begin a cell of its own. */
const begins = /(?<=[;\t\r\n|][\s"']*)(?=[=+\-@＝＋－＠])/gu;

/** Of a text that people alone read: no formula in its midst either. */
const guardInside = (text: string): string => text.replace(begins, "'");

const write = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map(row => row.map(guardCell)),
    { bom: true, quoted: true, record_delimiter: "\r\n" },
  );

/** UTF-8 with a byte order mark and CRLF, as spreadsheets want it; the whole text at once. */
export function writeCsv({ columns, rows }: Table): string {
  const cell = (row: Table["rows"][number], { name, kind }: Table["columns"][number]) =>
    kind === "shown" || kind === "about" ? guardInside(row.get(name) ?? "") : (row.get(name) ?? "");
  return write([
    columns.map(({ name }) => name),
    ...rows.map(row => columns.map(column => cell(row, column))),
  ]);
}

/** The texts that a table's references stand in; one longer than a cell goes on in the next row. */
export function writeDocumentsCsv({ documents }: Pick<Table, "documents">): string {
  // A part may get an apostrophe before it.
  const rows = documents.flatMap(({ id, name, text }) =>
    splitText(guardInside(text), maxCell - 1).map((part, index) => [
      id,
      guardInside(name),
      String(index + 1),
      part,
    ]),
  );
  return write([["id", "name", "part", "text"], ...rows]);
}

function parseCells(text: string, delimiter: string, to: number): string[][] {
  return parse(text, { delimiter, relax_column_count: true, ...(to > 0 ? { to } : {}) });
}

/** The separator under which the first row names task_id: Excel writes `;` where a comma stands in numbers, and some write tabs. */
function findDelimiter(text: string): string {
  const namesTask = (delimiter: string) => {
    try {
      return parseCells(text, delimiter, 1)[0]?.some(name => name.trim() === "task_id") ?? false;
    } catch {
      return false;
    }
  };
  return [",", ";", "\t"].find(namesTask) ?? ",";
}

/**
 * The verdicts of a filled-in table, one outcome a row; the text is decoded already. `place` names the file in messages.
 * Throws PipelineError("bad-input") for what is no CSV or has not the columns of a batch.
 */
export function readCsv(text: string, place: string): ReadOutcome[] {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    const rows = parseCells(plain, findDelimiter(plain), 0).map(row => row.map(unguardCell));
    return readTable({ place, source: "csv", rows });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new PipelineError(
      "bad-input",
      `${place} is not a complete CSV: ${error.message.slice(0, 200)}.`,
      {
        hint: "Quotes inside a text are doubled and the text stands in quotes. Save the table again as CSV UTF-8 from the spreadsheet, or as XLSX.",
        cause: error,
      },
    );
  }
}
