// Reads DOC, the Word format before 2007: paragraphs, tables and notes; headings are not recognized.

import { createRequire } from "node:module";
import { type Block, layOut } from "../blocks.ts";
import { isOle } from "../containers.ts";
import { encryptedProblem, malformedProblem } from "./office-archive.ts";
import { tableBlocks } from "./office-tables.ts";
import type { ParsedFile } from "../parsed-file.ts";

/** `filterUnicode`: false keeps quotation marks and dashes as written. */
type GetText = (options: {
  readonly filterUnicode: boolean;
  readonly includeHeadersAndFooters?: boolean;
}) => string;
/** The part of word-extractor that is used here; it has no types of its own. */
type WordText = Record<"getBody" | "getTextboxes" | "getFootnotes" | "getEndnotes", GetText>;

const require = createRequire(import.meta.url);
const WordExtractor = require("word-extractor") as new () => {
  extract(source: Buffer): Promise<WordText>;
};

/** The flag in a document's header (FIB, MS-DOC 2.5.2) that marks it as encrypted. */
const encryptedFlag = 0x0100;

/** Whether the flag is set in the main stream, which starts at a sector boundary with two bytes of its own. */
function isEncrypted(bytes: Buffer): boolean {
  for (let offset = 512; offset + 12 <= bytes.length; offset += 64) {
    if (
      bytes.readUInt16LE(offset) === 0xa5ec &&
      bytes.readUInt16LE(offset + 2) > 100 &&
      (bytes.readUInt16LE(offset + 10) & encryptedFlag) !== 0
    )
      return true;
  }
  return false;
}

/** Whether a line is a table row: cells each ended by a tab, including the last. */
const isRow = (line: string) => /\t.*\t$/s.test(line);
const rowCells = (line: string) =>
  line
    .slice(0, -1)
    .split("\t")
    .map(text => ({ text, columns: 1, rows: 1 }));

function lineBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    let end = index;
    while (isRow(lines[end] ?? "")) end += 1;
    if (end > index) {
      blocks.push(...tableBlocks(lines.slice(index, end).map(rowCells), 0));
      index = end - 1;
    } else blocks.push({ kind: "paragraph", text: line.replace(/\s+/g, " ") });
  }
  return blocks;
}

// The control characters removed here stand for pictures, marks and the ends of fields.
const linesOf = (text: string) =>
  text.replace(/[\x00-\x08\x0e-\x1f\u00ad\ufeff]/g, "").split(/\r\n?|\n/);

/** Reads DOC. Text boxes and notes follow the body; headers, footers and comments are left out. */
export async function parseDoc(bytes: Buffer): Promise<ParsedFile> {
  if (!isOle(bytes)) throw malformedProblem("it is not a Word document from before 2007 (.doc)");
  if (isEncrypted(bytes)) throw encryptedProblem();
  try {
    const document = await new WordExtractor().extract(bytes);
    const options = { filterUnicode: false };
    const texts = [
      document.getBody(options),
      document.getTextboxes({ ...options, includeHeadersAndFooters: false }),
      document.getFootnotes(options),
      document.getEndnotes(options),
    ];
    return { title: null, ...layOut(lineBlocks(texts.flatMap(linesOf))) };
  } catch (error) {
    throw malformedProblem("its Word document cannot be read", error);
  }
}
