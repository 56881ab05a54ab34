// Joins paragraphs and tables that continue in the next column or on the next page, and moves small print to the end of the page's text.

import type { LaidOut } from "../blocks.ts";
import { type Body, isHeading } from "./pdf-headings.ts";
import { continued, endsSentence, isHan, type Words } from "../line-joins.ts";
import type { Passage } from "./pdf-passages.ts";
import { joinedTables, type PdfTable } from "./pdf-tables.ts";

type Part = Passage | PdfTable;

export interface PageParts {
  readonly number: number;
  readonly parts: readonly Part[];
}

interface PageRegions {
  readonly number: number;
  readonly regions: readonly (readonly Part[])[];
}

interface Manner {
  readonly body: Body;
  readonly words: Words;
}

/** Marks the start of a page within a paragraph until places are settled: `mark`, the page's number, `mark`. Text read from a file has no control characters. */
export const pageMark = "\u0001";

/** The parts of each page in order. A paragraph that continues over a page's end belongs to the page it begins on and contains a mark. */
export function joinPages(pages: readonly PageRegions[], manner: Manner): PageParts[] {
  const out: { number: number; parts: Part[] }[] = [];
  for (const { number, regions } of pages) {
    const parts = joinRegions(regions, manner);
    const before = out.findLast(page => page.parts.length > 0)?.parts;
    const [last, next] = [before?.at(-1), parts[0]];
    const mark = `${pageMark}${number}${pageMark}`;
    if (before && last && next && runsOn(last, next, manner.body)) {
      before[before.length - 1] = joined(last, next, manner.words, mark);
      parts.shift();
    } else if (before && last?.kind === "table") {
      const table = goesOn(before, parts, mark);
      if (table) {
        before[before.length - 1] = table.whole;
        parts.splice(0, table.parts);
      }
    }
    out.push({ number, parts });
  }
  return out;
}

/** "Table 3" in "Table 3 (continued)". */
const labelOf = (part: Part | undefined): string | undefined =>
  part?.kind === "passage" ? /^\p{L}+ ?\d+/u.exec(part.text)?.[0] : undefined;

/** The table at the end of a page joined with the one at the start of the next, which may have a caption, and the number of parts used. */
function goesOn(
  before: readonly Part[],
  parts: readonly Part[],
  mark: string,
): { whole: PdfTable; parts: number } | undefined {
  const label = labelOf(before.at(-2));
  const isCaption = label !== undefined && labelOf(parts[0]) === label;
  const at = isCaption ? 1 : 0;
  const [last, next] = [before.at(-1), parts[at]];
  if (last?.kind !== "table" || next?.kind !== "table") return undefined;
  const whole = joinedTables(last, next);
  return whole && { whole: markRow(whole, last.rows.length, mark), parts: at + 1 };
}

/** The table with the page mark in the first non-empty cell of a row. */
function markRow(table: PdfTable, at: number, mark: string): PdfTable {
  const rows = table.rows.map((row, index) => {
    const filled = index === at ? row.findIndex(cell => cell !== "") : -1;
    return filled < 0 ? row : row.map((cell, column) => (column === filled ? mark + cell : cell));
  });
  return { ...table, rows };
}

/** Joins regions: small print at the foot of a column goes to the end of the page, but before a paragraph that the page leaves unfinished. */
function joinRegions(regions: readonly (readonly Part[])[], { body, words }: Manner): Part[] {
  const text: Part[] = [];
  const notes: Part[] = [];
  for (const region of regions) {
    const foot = footOf(region, body);
    notes.push(...region.slice(foot));
    region.slice(0, foot).forEach((part, index) => {
      const last = text.at(-1);
      if (
        last?.kind === "passage" &&
        part.kind === "passage" &&
        (index === 0 || isMidSentence(last, part)) &&
        runsOn(last, part, body)
      )
        text[text.length - 1] = joined(last, part, words, "");
      else text.push(part);
    });
  }
  const last = text.at(-1);
  return last?.kind === "passage" && notes.length > 0 && isUnfinished(last, body)
    ? [...text.slice(0, -1), ...notes, last]
    : [...text, ...notes];
}

/** Index at which the small print at the end of a column begins; a column of small print only is text. */
function footOf(region: readonly Part[], body: Body): number {
  const end = region.findLastIndex(part => part.kind === "table" || part.size >= body.size * 0.93);
  return end === -1 ? region.length : end + 1;
}

const isUnfinished = (part: Passage, body: Body): boolean =>
  part.full && !endsSentence(part.text) && !isHeading(part, body) && part.text.length >= 20;

/** Whether a passage within a column continues a sentence: it begins in lower case, or follows a comma; a single line may be a caption or a formula. */
const isMidSentence = (last: Passage, next: Passage): boolean =>
  last.lines > 1 && (/^\p{Ll}{2}/u.test(next.text) || /[,，、]$/.test(last.text));

/** Whether a passage continues another: both have one size, the first breaks off at full width, and the second does not begin like a paragraph. */
function runsOn(last: Part, next: Part, body: Body): last is Passage {
  if (
    last.kind !== "passage" ||
    next.kind !== "passage" ||
    next.marker !== null ||
    !isUnfinished(last, body) ||
    isHeading(next, body)
  )
    return false;
  if (Math.abs(last.size - next.size) > last.size * 0.08) return false;
  const sign = next.text.slice(0, 1);
  return (
    /[\p{Ll}\d(“"'）)]/u.test(sign) || (isHan(sign) && isHan(last.text.slice(-1))) || next.full
  );
}

function joined(last: Passage, next: Part, words: Words, mark: string): Passage {
  if (next.kind !== "passage") return last;
  return {
    ...last,
    text: continued(last.text, next.text, words, mark),
    full: next.full,
    fonts: [...new Set([...last.fonts, ...next.fonts])],
    lines: last.lines + next.lines,
  };
}

/** Removes the marks from the text and turns them into places. */
export function settlePages({ text, places, tables }: LaidOut): LaidOut {
  const marks = [...text.matchAll(new RegExp(`${pageMark}(\\d+)${pageMark}`, "g"))];
  const settled = marks.map(({ index, 1: page }, before) => ({
    kind: "page" as const,
    number: Number(page),
    name: null,
    start: index - lengthOf(marks.slice(0, before)),
  }));
  const moved = places.map(place => ({
    ...place,
    start: place.start - lengthOf(marks.filter(({ index }) => index < place.start)),
  }));
  const known = new Set(settled.map(({ number }) => number));
  return {
    text:
      marks.length === 0 ? text : text.replace(new RegExp(`${pageMark}\\d+${pageMark}`, "g"), ""),
    tables,
    places: [...settled, ...moved.filter(({ number }) => !known.has(number))].sort(
      (a, b) => a.start - b.start,
    ),
  };
}

const lengthOf = (marks: readonly RegExpMatchArray[]) =>
  marks.reduce((sum, [mark]) => sum + mark.length, 0);
