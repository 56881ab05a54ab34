// A table of separated values: the delimiter found, each row behind its header, with the number it has in a spreadsheet.

import { parse } from "csv-parse/sync";
import { type Block, layOut } from "./blocks.ts";
import { decode } from "./decode.ts";
import { FileProblem, type ParsedFile } from "./parsed-file.ts";

const delimiters = [",", "\t", ";", "|"] as const;
/** Rows that tell the delimiter, and the characters in which they are looked for. */
const sampled = 50;
const sampleLength = 64 * 1024;

export function parseCsv(bytes: Buffer): ParsedFile {
  const text = decode(bytes);
  if (text === undefined)
    throw new FileProblem(
      "unknown-encoding",
      "not text in UTF-8, UTF-16, GB18030 or Windows-1252.",
    );
  return {
    format: "csv",
    title: null,
    ...layOut(tableBlocks(readRecords(text, findDelimiter(text)))),
    pages: null,
  };
}

/** All rows, also empty ones: a person counts them. What is quoted in no known way is read as it stands. */
function readRecords(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: false } as const;
  try {
    return parse(text, { ...options, relax_quotes: true });
  } catch {
    return parse(text, { ...options, quote: false });
  }
}

const filled = (row: readonly string[]) => row.filter(cell => cell.trim() !== "").length;

/** The one that gives most rows the same number of columns, and among such the most columns. */
function findDelimiter(text: string): string {
  const lines = text.slice(0, sampleLength).split(/\r\n?|\n/);
  const sample = (text.length > sampleLength ? lines.slice(0, -1) : lines)
    .slice(0, sampled)
    .join("\n");
  const scored = delimiters.map(delimiter => {
    const widths = readRecords(sample, delimiter).map(({ length }) => length);
    const alike = Math.max(
      0,
      ...[...new Set(widths)]
        .filter(width => width > 1)
        .map(width => widths.filter(other => other === width).length * 1000 + Math.min(width, 999)),
    );
    return { delimiter, alike };
  });
  return scored.sort((a, b) => b.alike - a.alike)[0]?.delimiter ?? ",";
}

const isNumber = (cell: string) => /^[-+(]?[$€£¥￥]?\s*\d[\d,.\s]*[)%％]?$/.test(cell.trim());

/** Lines above the table, of one cell where it has several, are paragraphs; its first full row without numbers is the header. */
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
