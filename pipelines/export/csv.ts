// Exports a run as CSV for programs: one item per row, with each list as JSON in a single cell.

import { stringify } from "csv-stringify/sync";
import { type CsvColumn, csvColumns } from "../../schemas/formats/csv.ts";
import { type ExportedItem, metadataOf } from "./exported-items.ts";
import { itemExporter } from "./item-exporter.ts";

const toCell = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

function toCells(exported: ExportedItem): string[] {
  const { item, references } = exported;
  const fields: Partial<Record<CsvColumn, unknown>> = {
    ...metadataOf(exported),
    question: item.question,
    answer: item.answer,
    references,
  };
  return csvColumns.map(name => toCell(fields[name]));
}

/** Doubles quotes inside cells and ends lines with CRLF (RFC 4180). */
const toCsv = (items: readonly ExportedItem[]): string =>
  stringify([[...csvColumns], ...items.map(toCells)], { record_delimiter: "\r\n" });

/** Writes test.csv, dev.csv and manifest.json in UTF-8 without a byte order mark. Cells contain the items' texts unchanged, so a spreadsheet may evaluate formulas in them. */
export const exportCsv = itemExporter({
  format: "csv",
  fields: {
    references: "JSON: text, document_id, start and end (code points) of the answer's evidence",
    "document_ids, keypoints": "JSON lists",
    "as_of, members, wrong_answers, twin_of":
      "empty if nothing is known; members and wrong_answers are JSON",
  },
  files: (items, split) => [[`${split}.csv`, [toCsv(items)]]],
});
