// Writes the table of a folder as CSV, and reads a filled-in CSV back as verdicts.

import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { PipelineError } from "../../engine/errors.ts";
import { maxCellLength, splitText, type Table } from "./table-layout.ts";
import { readTable } from "./table-verdicts.ts";
import type { VerdictOutcome } from "../verdicts/verdict-outcome.ts";

/** Matches text that a spreadsheet would run as a formula, even after white space, and text with our own apostrophe, so that reading removes exactly what writing added. */
const formulaStart = /^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^['\t\r\n]/u;
/** Matches ids and names that a spreadsheet may turn into another number or a date: 12e45, 0012, 1-2, numbers with more digits than it keeps. */
const numberLike = /^[\d.,:/eE+\- ]*\d[\d.,:/eE+\- ]*$/;
const plainNumber = /^(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$/;

const needsGuard = (text: string): boolean =>
  formulaStart.test(text) || (numberLike.test(text) && !plainNumber.test(text));

/** Adds a leading apostrophe to a text that a spreadsheet would run or change. */
export const guardCell = (text: string): string => (needsGuard(text) ? `'${text}` : text);

export const unguardCell = (cell: string): string =>
  cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;

/** Matches a formula's start where a program that uses another separator, or one that ignores quotes, would begin a new cell. */
const cellStarts = /(?<=[;\t\r\n|][\s"']*)(?=[=+\-@＝＋－＠])/gu;

/** Guards formulas inside a text that only people read. */
const guardInside = (text: string): string => text.replace(cellStarts, "'");

const writeRows = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map(row => row.map(guardCell)),
    { bom: true, quoted: true, record_delimiter: "\r\n" },
  );

/** Begins with a byte order mark and uses CRLF, as spreadsheets expect. Builds the whole text in memory. */
export function writeCsv({ columns, rows }: Table): string {
  const cellText = (row: Table["rows"][number], { name, kind }: Table["columns"][number]) => {
    const text = row.get(name) ?? "";
    return kind === "shown" || kind === "about" ? guardInside(text) : text;
  };
  return writeRows([
    columns.map(({ name }) => name),
    ...rows.map(row => columns.map(column => cellText(row, column))),
  ]);
}

/** Writes the texts of the documents that a table's tasks show; a text longer than a cell continues in the next row. */
export function writeDocumentsCsv({ documents }: Pick<Table, "documents">): string {
  // Each part leaves room for a leading apostrophe.
  const rows = documents.flatMap(({ id, name, text }) =>
    splitText(guardInside(text), maxCellLength - 1).map((part, index) => [
      id,
      guardInside(name),
      String(index + 1),
      part,
    ]),
  );
  return writeRows([["id", "name", "part", "text"], ...rows]);
}

function parseCells(text: string, delimiter: string, maxRows?: number): string[][] {
  return parse(text, {
    delimiter,
    relax_column_count: true,
    ...(maxRows === undefined ? {} : { to: maxRows }),
  });
}

/** Finds the separator with which task_id is a column of the first row: Excel writes `;` in locales with decimal commas, and some programs write tabs. */
function findDelimiter(text: string): string {
  const hasTaskId = (delimiter: string) => {
    try {
      return parseCells(text, delimiter, 1)[0]?.some(name => name.trim() === "task_id") ?? false;
    } catch {
      return false;
    }
  };
  return [",", ";", "\t"].find(hasTaskId) ?? ",";
}

/**
 * Reads the verdicts of a filled-in table, one outcome per row, from decoded text. `place` names the file in messages.
 * Throws PipelineError("bad-input") for a text that is not CSV or lacks the columns of a batch.
 */
export function readCsv(text: string, place: string): VerdictOutcome[] {
  const csv = text.startsWith("\uFEFF") ? text.slice(1) : text;
  try {
    const rows = parseCells(csv, findDelimiter(csv)).map(row => row.map(unguardCell));
    return readTable({ place, source: "csv", rows });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new PipelineError(
      "bad-input",
      `${place} is not a complete CSV: ${error.message.slice(0, 200)}.`,
      {
        hint: "A text that contains quotes must be quoted, and its quotes doubled. Save the table again from the spreadsheet as CSV UTF-8 or XLSX.",
        cause: error,
      },
    );
  }
}
