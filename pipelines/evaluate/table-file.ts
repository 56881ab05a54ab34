// Reads the rows of a CSV file as records: a header names the columns, and every cell is a text.

import { existsSync } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";
import { onDisk } from "../engine/files.ts";
import { readOrdinary } from "../engine/ordinary-file.ts";
import { entriesOf, type RecordFile, refuseRecord } from "./record-files.ts";

export const isTable = (path: string): boolean => /\.csv$/i.test(path);

/** Like `openRecords` for JSON. Throws PipelineError("bad-input") for a file that is missing, empty or not CSV. Keeps the whole file in memory. */
export function openTable(path: string, hint: string): RecordFile {
  if (!existsSync(path)) throw refuseRecord(path, "", "there is no such file", hint);
  const bytes = onDisk(path, () => readOrdinary(path), "read");
  try {
    const rows = parse(bytes, { columns: true, bom: true });
    return { path, whole: undefined, records: () => entriesOf(rows, "row") };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refuseRecord(
      path,
      "",
      `this is not a complete CSV: ${error.message.slice(0, 200)}`,
      hint,
    );
  }
}
