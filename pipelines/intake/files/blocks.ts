// Defines blocks, the common output of all parsers, and lays them out as one text with places.

import type { FilePlace } from "../../../schemas/items/documents.ts";
import { isEnglishStopWord } from "../../text/content-words.ts";
import type { ParsedFile } from "./parsed-file.ts";
import { addUnits } from "./table-units.ts";

export type Block =
  | {
      readonly kind: "heading";
      /** Counted from 1. */
      readonly level: number;
      readonly text: string;
    }
  | { readonly kind: "paragraph"; readonly text: string }
  /** `marker` as displayed: "-", "3.", "（二）". */
  | {
      readonly kind: "list-item";
      readonly marker: string;
      readonly text: string;
      /** Depth of nesting; 0 if absent. */
      readonly level?: number;
    }
  /** Lines kept unchanged, between fences; `language` as the source names it, "" for none. */
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | Table
  /** What follows is on this page, slide or sheet. */
  | { readonly kind: "place"; readonly place: Omit<FilePlace, "start"> };

export interface Table {
  readonly kind: "table";
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The row numbers in the sheet, if any; the rows then get places. */
  readonly numbers?: readonly number[];
}

export type TextLayout = Pick<ParsedFile, "text" | "places">;

/** A paragraph of a document as a block: a heading if it has a level (from 1), a list item if it has a marker ("" for none, "-" for a bullet). The number of a heading is part of its text. */
export function paragraphBlock(text: string, level: number | undefined, marker: string): Block {
  if (level !== undefined)
    return { kind: "heading", level, text: /^-?$/.test(marker) ? text : `${marker} ${text}` };
  return marker === "" ? { kind: "paragraph", text } : { kind: "list-item", marker, text };
}

/** Escapes characters that would turn a line into a heading or a code fence. */
export const escapeMarkers = (text: string): string =>
  text.replace(/^([ \t]*)(?=#{1,6}[ \t]|`{3}|~{3})/gm, "$1\\");

/** The code between fences that are longer than any fence inside it. */
function fenceCode(language: string, text: string): string {
  const code = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  if (code === "") return "";
  const longestRun = Math.max(
    2,
    ...(code.match(/^[ \t]*`{3,}/gm) ?? []).map(run => run.trim().length),
  );
  const fence = "`".repeat(longestRun + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Text as displayed, without soft hyphens, zero-width and control characters. */
export const visibleText = (text: string): string =>
  text
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\u00ad\u200b\ufeff]/g, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The text of a row, understandable on its own: each cell is preceded by its column's header; empty cells are left out. */
function rowText(header: readonly string[], row: readonly string[]): string {
  const cells = row.flatMap((cell, column) => {
    const [name, value] = [oneLine(header[column] ?? ""), oneLine(cell)];
    return value === "" ? [] : [name === "" || name === value ? value : `${name}: ${value}`];
  });
  return escapeMarkers(cells.join(" | "));
}

/** Collects the text, and the offset at which each place begins. */
class TextBuilder {
  text = "";
  readonly places: FilePlace[] = [];
  #pendingPlaces: Omit<FilePlace, "start">[] = [];

  /** Adds a text, preceded by the separator unless it is the first. */
  add(text: string, separator: string): void {
    if (text === "") return;
    if (this.text !== "") this.text += separator;
    for (const place of this.#pendingPlaces)
      this.places.push({ ...place, start: this.text.length });
    this.#pendingPlaces = [];
    this.text += text;
  }

  /** Begins a place, which is dropped if it turns out to have no text. */
  enter(place: Omit<FilePlace, "start">): void {
    this.#pendingPlaces = [...this.#pendingPlaces.filter(({ kind }) => kind !== place.kind), place];
  }
}

function addTable(builder: TextBuilder, { header: ownHeader, rows, numbers }: Table): void {
  const header = addUnits(ownHeader, rows);
  let separator = "\n\n";
  rows.forEach((row, index) => {
    const text = rowText(header, row);
    const number = numbers?.[index];
    if (number !== undefined && text !== "") builder.enter({ kind: "row", number, name: null });
    builder.add(text, separator);
    if (text !== "") separator = "\n";
  });
  // A header without rows is the table's whole content.
  if (separator === "\n\n")
    builder.add(escapeMarkers(header.map(oneLine).filter(Boolean).join(" | ")), separator);
}

/** The text of a block, with its marker; "" if nothing follows the marker. */
function blockText(block: Exclude<Block, { readonly kind: "place" | "table" }>): string {
  if (block.kind === "code") return fenceCode(block.language, block.text);
  if (block.kind === "paragraph") return escapeMarkers(block.text.trim());
  const text = oneLine(block.text);
  if (text === "") return "";
  return block.kind === "heading"
    ? `${"#".repeat(Math.min(6, block.level))} ${text}`
    : `${"  ".repeat(block.level ?? 0)}${block.marker} ${text}`;
}

/** Minimum length of a broken paragraph, in characters: a salutation also ends in a comma, but is short. */
const minBrokenLength = 20;

/** Whether a sentence was broken between two paragraphs: the first ends in a word that needs a continuation, and the second starts in lower case. */
function isBrokenSentence(text: string, nextText: string): boolean {
  if (text.length < minBrokenLength) return false;
  if (/\p{Script=Han}[，、]$/u.test(text)) return /^\p{Script=Han}/u.test(nextText);
  const lastWord = /(?<![\p{L}\p{N}])\p{Ll}+$/u.exec(text)?.[0] ?? "";
  return isEnglishStopWord(lastWord) && /^\p{Ll}/u.test(nextText);
}

/** The blocks, with paragraphs that break off mid-sentence joined to the next one. */
function* joinParagraphs(blocks: Iterable<Block>): Generator<Block> {
  let pendingText: string | undefined;
  for (const block of blocks) {
    const text = block.kind === "paragraph" ? block.text.trim() : undefined;
    if (pendingText !== undefined && text !== undefined && isBrokenSentence(pendingText, text)) {
      pendingText += /[，、]$/.test(pendingText) ? text : ` ${text}`;
      continue;
    }
    if (pendingText !== undefined) yield { kind: "paragraph", text: pendingText };
    pendingText = text;
    if (text === undefined) yield block;
  }
  if (pendingText !== undefined) yield { kind: "paragraph", text: pendingText };
}

/** Lays blocks out with an empty line between them, but none between list items or rows; only headings are lines that begin with `#`. */
export function layOut(blocks: Iterable<Block>): TextLayout {
  const builder = new TextBuilder();
  let inList = false;
  for (const block of joinParagraphs(blocks)) {
    const separator = inList && block.kind === "list-item" ? "\n" : "\n\n";
    if (block.kind !== "place") inList = block.kind === "list-item";
    if (block.kind === "place") builder.enter(block.place);
    else if (block.kind === "table") addTable(builder, block);
    else builder.add(blockText(block), separator);
  }
  return { text: builder.text, places: builder.places };
}
