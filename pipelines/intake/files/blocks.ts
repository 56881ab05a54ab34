// Blocks, the common output of all parsers, and their layout as one text with places.

import type { FilePlace } from "../../../schemas/items/documents.ts";
import { isFunctionWord } from "../../text/content-words.ts";
import { withUnits } from "./table-units.ts";

export type Block =
  | {
      readonly kind: "heading" /** Counted from 1. */;
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

export interface LaidOut {
  readonly text: string;
  readonly places: readonly FilePlace[];
  readonly tables: number;
}

/** Text with those characters escaped that would turn a line into a heading or a code fence. */
export const asText = (text: string): string =>
  text.replace(/^([ \t]*)(?=#{1,6}[ \t]|`{3}|~{3})/gm, "$1\\");

/** Code between fences longer than any in it. */
function fenced(language: string, text: string): string {
  const code = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  if (code === "") return "";
  const longest = Math.max(
    2,
    ...(code.match(/^[ \t]*`{3,}/gm) ?? []).map(run => run.trim().length),
  );
  const fence = "`".repeat(longest + 1);
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

/** A row that can be understood alone: each cell after the header of its column; empty cells are left out. */
function rowText(header: readonly string[], row: readonly string[]): string {
  const cells = row.flatMap((cell, column) => {
    const [name, value] = [oneLine(header[column] ?? ""), oneLine(cell)];
    return value === "" ? [] : [name === "" || name === value ? value : `${name}: ${value}`];
  });
  return asText(cells.join(" | "));
}

/** Collects the text, so that each place has its offset. */
class Page {
  #text = "";
  readonly places: FilePlace[] = [];
  #waiting: Omit<FilePlace, "start">[] = [];
  tables = 0;

  /** Adds a text, preceded by `between` unless it is the first. */
  add(text: string, between: string): void {
    if (text === "") return;
    if (this.#text !== "") this.#text += between;
    for (const place of this.#waiting) this.places.push({ ...place, start: this.#text.length });
    this.#waiting = [];
    this.#text += text;
  }

  /** Starts a place; one without any text is dropped. */
  enter(place: Omit<FilePlace, "start">): void {
    this.#waiting = [...this.#waiting.filter(({ kind }) => kind !== place.kind), place];
  }

  get text(): string {
    return this.#text;
  }
}

function addTable(page: Page, { header: names, rows, numbers }: Table): void {
  const header = withUnits(names, rows);
  let between = "\n\n";
  rows.forEach((row, index) => {
    const text = rowText(header, row);
    const number = numbers?.[index];
    if (number !== undefined && text !== "") page.enter({ kind: "row", number, name: null });
    page.add(text, between);
    if (text !== "") between = "\n";
  });
  if (between === "\n") page.tables += 1;
  // A header without rows is the table's whole content.
  else page.add(asText(header.map(oneLine).filter(Boolean).join(" | ")), "\n\n");
}

const listItem = ({ marker, text, level = 0 }: Block & { readonly kind: "list-item" }): string =>
  oneLine(text) === "" ? "" : `${"  ".repeat(level)}${marker} ${oneLine(text)}`;

/** Characters. A salutation ends in a comma, too, but is short. */
const minBroken = 20;

/** Whether a sentence was broken between two paragraphs: the first ends in a word that needs a continuation, and the second starts in lower case. */
function goesOn(before: string, after: string): boolean {
  if (before.length < minBroken) return false;
  if (/\p{Script=Han}[，、]$/u.test(before)) return /^\p{Script=Han}/u.test(after);
  const last = /(?<![\p{L}\p{N}])\p{Ll}+$/u.exec(before)?.[0] ?? "";
  return isFunctionWord(last) && /^\p{Ll}/u.test(after);
}

/** The blocks, with paragraphs joined that break off inside a sentence. */
function* withJoinedParagraphs(blocks: Iterable<Block>): Generator<Block> {
  let open: string | undefined;
  for (const block of blocks) {
    const text = block.kind === "paragraph" ? block.text.trim() : undefined;
    if (open !== undefined && text !== undefined && goesOn(open, text)) {
      open += /[，、]$/.test(open) ? text : ` ${text}`;
      continue;
    }
    if (open !== undefined) yield { kind: "paragraph", text: open };
    open = text;
    if (text === undefined) yield block;
  }
  if (open !== undefined) yield { kind: "paragraph", text: open };
}

/** Lays blocks out with an empty line between them, but none between list items or rows; headings, and nothing else, are lines that begin with `#`. */
export function layOut(blocks: Iterable<Block>): LaidOut {
  const page = new Page();
  let inList = false;
  for (const block of withJoinedParagraphs(blocks)) {
    const between = inList && block.kind === "list-item" ? "\n" : "\n\n";
    if (block.kind !== "place") inList = block.kind === "list-item";
    if (block.kind === "place") page.enter(block.place);
    else if (block.kind === "table") addTable(page, block);
    else if (block.kind === "heading")
      page.add(
        oneLine(block.text) === ""
          ? ""
          : `${"#".repeat(Math.min(6, block.level))} ${oneLine(block.text)}`,
        "\n\n",
      );
    else if (block.kind === "list-item") page.add(listItem(block), between);
    else if (block.kind === "code") page.add(fenced(block.language, block.text), between);
    else page.add(asText(block.text.trim()), between);
  }
  return { text: page.text, places: page.places, tables: page.tables };
}
