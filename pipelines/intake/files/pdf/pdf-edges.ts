// Finds headers and footers that do not repeat on other pages, by position, size and page number.

import { endsSentence } from "../line-joins.ts";
import type { Segment } from "./pdf-lines.ts";

/** Segments on one baseline, from left to right. */
interface Row {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

export interface EdgedPage {
  readonly height: number;
  /** The font size of most of the document's characters. */
  readonly bodySize: number;
  readonly isOwnNumber: (text: string) => boolean;
  /** Whether the document has several pages, so that repetition shows its headers: here only a page number does. */
  readonly isOneOfMany: boolean;
}

// Relative to the page's height, or to the size of the text.
const edge = 0.09;
const wideEdge = 0.17;
const farEdge = 0.065;
const clearGap = 1.9;
const smaller = 0.95;
const maxRows = 4;
const maxLength = 160;

const loneNumber =
  /^(?:[-–—|·\s]*(?:(?:page|p\.|seite)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von)\s*\d{1,4})?[-–—|·\s]*|第\s*\d{1,4}\s*页(?:[\s/，,]*共\s*\d{1,4}\s*页)?)$/i;
const labelledNumber =
  /(?:^|\P{L})(?:(?:page|seite)\s*\d{1,4}(?:\s*(?:\/|of|von)\s*\d{1,4})?|第\s*\d{1,4}\s*页)/iu;
const year = /^(?:19|20)\d\d$/;

/** Whether a text on its own looks like a page number. */
export const isPageNumber = (text: string): boolean => loneNumber.test(text) && !year.test(text);

/** Decides whether a number on its own is that of its page: in a document of several pages it must increase along with others. */
export function pageNumbering(
  pages: readonly { readonly number: number; readonly texts: readonly string[] }[],
): (text: string, page: number) => boolean {
  const counts = new Map<number, number>();
  const offsetOf = (text: string, page: number) => Number(/\d+/.exec(text)?.[0]) - page;
  for (const { number, texts } of pages)
    for (const offset of new Set(texts.filter(isPageNumber).map(text => offsetOf(text, number))))
      counts.set(offset, (counts.get(offset) ?? 0) + 1);
  const fewest = pages.length < 3 ? 1 : 3;
  return (text, page) => isPageNumber(text) && (counts.get(offsetOf(text, page)) ?? 0) >= fewest;
}

function rowsOf(segments: readonly Segment[]): Row[] {
  const rows: { y: number; size: number; segments: Segment[] }[] = [];
  for (const one of segments.toSorted((a, b) => a.y - b.y || a.left - b.left)) {
    const row = rows.at(-1);
    if (row && one.y - row.y <= one.size * 0.6) {
      row.segments.push(one);
      row.size = Math.max(row.size, one.size);
    } else rows.push({ y: one.y, size: one.size, segments: [one] });
  }
  return rows.map(row => ({ ...row, segments: row.segments.toSorted((a, b) => a.left - b.left) }));
}

const textOf = ({ segments }: Row) => segments.map(({ text }) => text).join(" ");

/** Whether a row has a number at its left or right end, or one labelled as the page's. */
const hasPageNumber = (row: Row, { isOwnNumber }: EdgedPage): boolean =>
  [row.segments[0], row.segments.at(-1)].some(one => one && isOwnNumber(one.text)) ||
  labelledNumber.test(textOf(row));

/** Whether a row is two texts at the left and right edges, like a running head. */
const standsApart = ({ segments }: Row): boolean =>
  segments.length === 2 &&
  (segments[1]?.left ?? 0) - (segments[0]?.right ?? 0) > (segments[1]?.right ?? 0) * 0.2;

/** The rows at an edge that are a header or footer: separated from the text by a clear gap, except for a small page number at the very edge. `rows`: outermost first. */
function edgeRows(rows: readonly Row[], isTop: boolean, page: EdgedPage): readonly Row[] {
  for (let count = 1; count <= Math.min(maxRows, rows.length - 1); count++) {
    const [last, next] = [rows[count - 1], rows[count]];
    if (!last || !next) continue;
    const outer = rows.slice(0, count);
    const isParted =
      Math.abs(next.y - last.y) >= clearGap * page.bodySize ||
      (count === 1 && isSmall(last, page) && fromEdge(last, isTop, page) < farEdge);
    if (isParted && isFurniture(outer, isTop, page)) return outer;
  }
  return [];
}

/** Distance from the edge, relative to the page's height. */
const fromEdge = ({ y }: Row, isTop: boolean, { height }: EdgedPage) =>
  (isTop ? y : height - y) / height;

const isSmall = ({ size }: Row, { bodySize }: EdgedPage) => size < bodySize * smaller;

/** Whether a row is a footnote, which begins with its mark. */
const isNote = (row: Row): boolean => /^(?:[*∗†‡§]|\d{1,2}\s?\p{L}{2})/u.test(textOf(row));

function isFurniture(rows: readonly Row[], isTop: boolean, page: EdgedPage): boolean {
  const within = (share: number) => rows.every(row => fromEdge(row, isTop, page) < share);
  const isSmallPrint = rows.every(row => isSmall(row, page));
  if (rows.some(row => textOf(row).length > maxLength || row.size > page.bodySize * 1.05))
    return false;
  // Numbers along an axis, or in a table row.
  const numbers = rows.flatMap(({ segments }) => segments.filter(one => isPageNumber(one.text)));
  if (numbers.length > 1) return false;
  const unnumbered = rows.filter(row => !hasPageNumber(row, page));
  if (unnumbered.length < rows.length)
    return (
      // Wide margins occur in books, with a number in smaller type; a table may continue at the top of a page.
      (within(edge) || (isSmallPrint && within(wideEdge))) && (isTop || !unnumbered.some(isNote))
    );
  if (page.isOneOfMany || rows.length > 2 || rows.some(isNote) || !within(farEdge)) return false;
  if (rows.some(row => endsSentence(textOf(row)))) return false;
  // A letterhead is small too: without a number, only something set like a running head counts.
  return isSmallPrint && (!isTop || rows.every(standsApart));
}

/** The segments of a page without its header and footer. */
export function withoutEdges(segments: readonly Segment[], page: EdgedPage): readonly Segment[] {
  const rows = rowsOf(segments);
  const removed = new Set(
    [...edgeRows(rows, true, page), ...edgeRows(rows.toReversed(), false, page)].flatMap(
      row => row.segments,
    ),
  );
  return removed.size === segments.length ? segments : segments.filter(one => !removed.has(one));
}
