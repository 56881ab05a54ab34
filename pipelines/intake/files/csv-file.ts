// Reads separated values: detects the delimiter, writes each value after its column's name, and numbers rows as a spreadsheet does.

import { parse } from "csv-parse/sync";
import { type Block, layOut } from "./blocks.ts";
import { decodeText } from "./decode-text.ts";
import type { ParsedFile } from "./parsed-file.ts";

const delimiters = [",", "\t", ";", "|"] as const;
/** Maximum number of rows used to detect the delimiter, and of characters from which they are taken. */
const maxSampleRows = 50;
const maxSampleLength = 64 * 1024;

export function parseCsv(bytes: Buffer): ParsedFile {
  const text = decodeText(bytes);
  return { title: null, ...layOut(tableBlocks(readRecords(text, findDelimiter(text)))) };
}

/** All rows, including empty ones, since row numbers count them. If the quoting is invalid, quotes are read as ordinary characters. */
function readRecords(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: false } as const;
  try {
    return parse(text, { ...options, relax_quotes: true });
  } catch {
    return parse(text, { ...options, quote: false });
  }
}

const filledCount = (row: readonly string[]) => row.filter(cell => cell.trim() !== "").length;

/** The delimiter that gives the most rows the same number of columns; on a tie, the one that gives more columns. */
function findDelimiter(text: string): string {
  const lines = text.slice(0, maxSampleLength).split(/\r\n?|\n/);
  const sample = (text.length > maxSampleLength ? lines.slice(0, -1) : lines)
    .slice(0, maxSampleRows)
    .join("\n");
  const scoredDelimiters = delimiters.map(delimiter => {
    const widths = readRecords(sample, delimiter).map(({ length }) => length);
    const score = Math.max(
      0,
      ...[...new Set(widths)]
        .filter(width => width > 1)
        .map(
          width =>
            widths.filter(otherWidth => otherWidth === width).length * 1000 + Math.min(width, 999),
        ),
    );
    return { delimiter, score };
  });
  return scoredDelimiters.sort((a, b) => b.score - a.score)[0]?.delimiter ?? ",";
}

const isNumber = (cell: string) => /^[-+(]?[$€£¥￥]?\s*\d[\d,.\s]*[)%％]?$/.test(cell.trim());

/** Single-cell lines above a table with several columns become paragraphs; the table's first row is the header if it has no numbers. */
function tableBlocks(records: readonly string[][]): Block[] {
  const width = Math.max(0, ...records.slice(0, maxSampleRows).map(filledCount));
  const startIndex = records.findIndex(row => filledCount(row) > 1 || width < 2);
  const headerIndex = startIndex === -1 ? records.length : startIndex;
  const headerCells = records[headerIndex] ?? [];
  const hasHeader =
    filledCount(headerCells) > 0 && !headerCells.some(isNumber) && records.length > headerIndex + 1;
  const paragraphs = records
    .slice(0, headerIndex)
    .flatMap((row): Block[] => [{ kind: "paragraph", text: row.join(" ") }]);
  const bodyIndex = hasHeader ? headerIndex + 1 : headerIndex;
  const numbers = records.slice(bodyIndex).map((_, index) => bodyIndex + index + 1);
  return [
    ...paragraphs,
    {
      kind: "table",
      header: hasHeader ? headerCells : [],
      rows: records.slice(bodyIndex),
      numbers,
    },
  ];
}
