// Reads separated values: detects the delimiter, puts each value after its header, and numbers rows as a spreadsheet does.

import { parse } from "csv-parse/sync";
import { type Block, layOut } from "./blocks.ts";
import { decodeText } from "./decode.ts";
import type { ParsedFile } from "./parsed-file.ts";

const delimiters = [",", "\t", ";", "|"] as const;
/** Rows from which the delimiter is detected, and characters in which to look for them. */
const sampled = 50;
const sampleLength = 64 * 1024;

export function parseCsv(bytes: Buffer): ParsedFile {
  const text = decodeText(bytes);
  return {
    format: "csv",
    title: null,
    ...layOut(tableBlocks(readRecords(text, findDelimiter(text)))),
    pages: null,
  };
}

/** All rows, including empty ones, which row numbers count. If the quoting is invalid, quotes are read as ordinary characters. */
function readRecords(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: false } as const;
  try {
    return parse(text, { ...options, relax_quotes: true });
  } catch {
    return parse(text, { ...options, quote: false });
  }
}

const filled = (row: readonly string[]) => row.filter(cell => cell.trim() !== "").length;

/** The delimiter that gives most rows the same number of columns, and of several such the one with most columns. */
function findDelimiter(text: string): string {
  const lines = text.slice(0, sampleLength).split(/\r\n?|\n/);
  const sample = (text.length > sampleLength ? lines.slice(0, -1) : lines)
    .slice(0, sampled)
    .join("\n");
  const scored = delimiters.map(delimiter => {
    const widths = readRecords(sample, delimiter).map(({ length }) => length);
    const score = Math.max(
      0,
      ...[...new Set(widths)]
        .filter(width => width > 1)
        .map(width => widths.filter(other => other === width).length * 1000 + Math.min(width, 999)),
    );
    return { delimiter, score };
  });
  return scored.sort((a, b) => b.score - a.score)[0]?.delimiter ?? ",";
}

const isNumber = (cell: string) => /^[-+(]?[$€£¥￥]?\s*\d[\d,.\s]*[)%％]?$/.test(cell.trim());

/** Single-cell lines above a table with several columns become paragraphs; the table's first row is the header if it has no numbers. */
function tableBlocks(records: readonly string[][]): Block[] {
  const width = Math.max(0, ...records.slice(0, sampled).map(filled));
  const found = records.findIndex(row => filled(row) > 1 || width < 2);
  const first = found === -1 ? records.length : found;
  const head = records[first] ?? [];
  const hasHeader = filled(head) > 0 && !head.some(isNumber) && records.length > first + 1;
  const above = records
    .slice(0, first)
    .flatMap((row): Block[] => [{ kind: "paragraph", text: row.join(" ") }]);
  const from = hasHeader ? first + 1 : first;
  const numbers = records.slice(from).map((_, index) => from + index + 1);
  return [
    ...above,
    { kind: "table", header: hasHeader ? head : [], rows: records.slice(from), numbers },
  ];
}
