// Reads RTF: paragraphs, headings by style or outline level, lists with their numbers, tables.

import { type Block, layOut, paragraphBlock } from "../blocks.ts";
import { authoredTitle } from "../office/office-parts.ts";
import { type SpannedCell, tableBlocks } from "../office/office-tables.ts";
import type { ParsedFile } from "../parsed-file.ts";
import { readRtf, type RtfParagraph } from "./rtf-text.ts";

/** A list marker that is not a number. */
const bullet = /^(?:[^\p{L}\p{N}]+|o)$/u;

function paragraphBlocks({ text, marker, level, notes }: RtfParagraph): Block[] {
  const noteBlocks = notes.map(note => ({ kind: "paragraph", text: note }) as const);
  // A table of contents would repeat every heading.
  if (text === "" || level === 0) return noteBlocks;
  return [paragraphBlock(text, level, bullet.test(marker) ? "-" : marker), ...noteBlocks];
}

/** Paragraphs, and the rows of cells between them as tables. */
function* blocksOf(paragraphs: readonly RtfParagraph[]): Generator<Block> {
  let [rows, cells, lines]: [SpannedCell[][], SpannedCell[], string[]] = [[], [], []];
  for (const paragraph of paragraphs) {
    const { endKind, isInTable, text, marker } = paragraph;
    if (endKind === "row") {
      if (cells.length > 0) rows.push(cells);
      [cells, lines] = [[], []];
    } else if (endKind === "cell" || isInTable) {
      lines.push([marker, text].filter(Boolean).join(" "));
      if (endKind === "cell") {
        cells.push({ text: lines.join("\n"), columns: 1, rows: 1 });
        lines = [];
      }
    } else {
      yield* tableBlocks(rows, 0);
      rows = [];
      yield* paragraphBlocks(paragraph);
    }
  }
  if (cells.length > 0) rows.push(cells);
  yield* tableBlocks(rows, 0);
}

/** Reads RTF. Notes follow their paragraph; page headers, comments, hidden text and pictures are left out. */
export function parseRtf(bytes: Buffer): ParsedFile {
  const { title, paragraphs } = readRtf(bytes);
  return { title: authoredTitle(title), ...layOut(blocksOf(paragraphs)) };
}
