// Joins paragraphs and tables that continue in the next column or on the next page, and moves small print to the end of the page's text.

import type { TextLayout } from "../blocks.ts";
import { type Body, isHeading } from "./pdf-headings.ts";
import { appendLine, endsSentence, isUnspaced, type Words } from "../line-joins.ts";
import type { Passage } from "./pdf-passages.ts";
import { joinTables, type PdfTable } from "./pdf-tables.ts";

type Part = Passage | PdfTable;

export interface PageParts {
  readonly number: number;
  readonly parts: readonly Part[];
}

interface PageRegions {
  readonly number: number;
  readonly regions: readonly (readonly Part[])[];
}

/** What decides how parts are joined: the body text, and the words of the document. */
interface TextContext {
  readonly body: Body;
  readonly words: Words;
}

/** Delimits the page's number where a page starts within a paragraph, until places are known. Text read from a file has no control characters. */
export const pageMark = "\u0001";

/** The parts of each page in order. A paragraph that continues on the next page belongs to the page on which it begins, and contains a mark. */
export function joinPages(pages: readonly PageRegions[], context: TextContext): PageParts[] {
  const joinedPages: { number: number; parts: Part[] }[] = [];
  for (const { number, regions } of pages) {
    const parts = joinRegions(regions, context);
    const previousParts = joinedPages.findLast(page => page.parts.length > 0)?.parts;
    const [last, next] = [previousParts?.at(-1), parts[0]];
    const mark = `${pageMark}${number}${pageMark}`;
    if (previousParts && last && next && continuesPassage(last, next, context.body)) {
      previousParts[previousParts.length - 1] = joinPassages(last, next, context.words, mark);
      parts.shift();
    } else if (previousParts && last?.kind === "table") {
      const table = joinAcrossPages(previousParts, parts, mark);
      if (table) {
        previousParts[previousParts.length - 1] = table.table;
        parts.splice(0, table.parts);
      }
    }
    joinedPages.push({ number, parts });
  }
  return joinedPages;
}

/** The label at the beginning of a passage: "Table 3" in "Table 3 (continued)". */
const labelOf = (part: Part | undefined): string | undefined =>
  part?.kind === "passage" ? /^\p{L}+ ?\d+/u.exec(part.text)?.[0] : undefined;

/** The table at the end of a page joined with the one at the start of the next, which may have a caption, and the number of parts used. */
function joinAcrossPages(
  previousParts: readonly Part[],
  parts: readonly Part[],
  mark: string,
): { table: PdfTable; parts: number } | undefined {
  const label = labelOf(previousParts.at(-2));
  const isCaption = label !== undefined && labelOf(parts[0]) === label;
  const index = isCaption ? 1 : 0;
  const [last, next] = [previousParts.at(-1), parts[index]];
  if (last?.kind !== "table" || next?.kind !== "table") return undefined;
  const joinedTable = joinTables(last, next);
  return joinedTable && { table: markRow(joinedTable, last.rows.length, mark), parts: index + 1 };
}

/** The table with the page mark in the first non-empty cell of a row. */
function markRow(table: PdfTable, rowIndex: number, mark: string): PdfTable {
  const rows = table.rows.map((row, index) => {
    const firstFilled = index === rowIndex ? row.findIndex(cell => cell !== "") : -1;
    return firstFilled < 0
      ? row
      : row.map((cell, column) => (column === firstFilled ? mark + cell : cell));
  });
  return { ...table, rows };
}

/** Joins regions, and moves small print at the foot of a column to the end of the page, but before a paragraph that the page leaves unfinished. */
function joinRegions(regions: readonly (readonly Part[])[], { body, words }: TextContext): Part[] {
  const text: Part[] = [];
  const notes: Part[] = [];
  for (const region of regions) {
    const footStart = smallPrintStart(region, body);
    notes.push(...region.slice(footStart));
    region.slice(0, footStart).forEach((part, index) => {
      const last = text.at(-1);
      if (
        last?.kind === "passage" &&
        part.kind === "passage" &&
        (index === 0 || isMidSentence(last, part)) &&
        continuesPassage(last, part, body)
      )
        text[text.length - 1] = joinPassages(last, part, words, "");
      else text.push(part);
    });
  }
  const last = text.at(-1);
  return last?.kind === "passage" && notes.length > 0 && isUnfinished(last, body)
    ? [...text.slice(0, -1), ...notes, last]
    : [...text, ...notes];
}

/** Index at which the small print at the end of a column begins; a column with nothing but small print is text. */
function smallPrintStart(region: readonly Part[], body: Body): number {
  const end = region.findLastIndex(part => part.kind === "table" || part.size >= body.size * 0.93);
  return end === -1 ? region.length : end + 1;
}

const isUnfinished = (part: Passage, body: Body): boolean =>
  part.isFull && !endsSentence(part.text) && !isHeading(part, body) && part.text.length >= 20;

/** Whether a passage within a column continues a sentence: it begins in lower case, or follows a comma; a single line may be a caption or a formula. */
const isMidSentence = (last: Passage, next: Passage): boolean =>
  last.lines > 1 && (/^\p{Ll}{2}/u.test(next.text) || /[,，、]$/.test(last.text));

/** Whether a passage continues another: both are of the same size, the first breaks off at full width, and the second does not begin like a paragraph. */
function continuesPassage(last: Part, next: Part, body: Body): last is Passage {
  if (
    last.kind !== "passage" ||
    next.kind !== "passage" ||
    next.marker !== null ||
    !isUnfinished(last, body) ||
    isHeading(next, body)
  )
    return false;
  if (Math.abs(last.size - next.size) > last.size * 0.08) return false;
  const firstCharacter = next.text.slice(0, 1);
  return (
    /[\p{Ll}\d(“"'）)]/u.test(firstCharacter) ||
    (isUnspaced(firstCharacter) && isUnspaced(last.text.slice(-1))) ||
    next.isFull
  );
}

function joinPassages(last: Passage, next: Part, words: Words, mark: string): Passage {
  if (next.kind !== "passage") return last;
  return {
    ...last,
    text: appendLine(last.text, next.text, words, mark),
    isFull: next.isFull,
    fonts: [...new Set([...last.fonts, ...next.fonts])],
    lines: last.lines + next.lines,
  };
}

/** Removes the marks from the text and turns them into places. */
export function resolvePageMarks({ text, places }: TextLayout): TextLayout {
  const mark = new RegExp(`${pageMark}(\\d+)${pageMark}`, "g");
  const marks = [...text.matchAll(mark)];
  const markedPlaces = marks.map(({ index, 1: page }, markIndex) => ({
    kind: "page" as const,
    number: Number(page),
    name: null,
    start: index - lengthOf(marks.slice(0, markIndex)),
  }));
  const shiftedPlaces = places.map(place => ({
    ...place,
    start: place.start - lengthOf(marks.filter(({ index }) => index < place.start)),
  }));
  const markedPages = new Set(markedPlaces.map(({ number }) => number));
  return {
    text: text.replace(mark, ""),
    places: [
      ...markedPlaces,
      ...shiftedPlaces.filter(({ number }) => !markedPages.has(number)),
    ].sort((a, b) => a.start - b.start),
  };
}

const lengthOf = (marks: readonly RegExpMatchArray[]) =>
  marks.reduce((sum, [mark]) => sum + mark.length, 0);
