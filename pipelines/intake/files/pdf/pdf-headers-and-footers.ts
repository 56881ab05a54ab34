// Finds headers and footers that do not repeat on other pages, by position, size and page number.

import { endsSentence } from "../line-joins.ts";
import { levelRows, type Segment } from "./pdf-lines.ts";

/** The segments on one baseline, from left to right. */
interface Row {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

interface PageContext {
  readonly height: number;
  /** The font size of most of the document's characters. */
  readonly bodySize: number;
  readonly isOwnNumber: (text: string) => boolean;
  /** Whether the document has several pages: its headers are then found by repetition, and only a page number counts here. */
  readonly hasManyPages: boolean;
}

// Shares of the page's height, and sizes relative to the body text.
const edgeShare = 0.09;
const wideEdgeShare = 0.17;
const outermostShare = 0.065;
const minGap = 1.9;
const smallRatio = 0.95;
const maxRows = 4;
const maxLength = 160;

const numberAlone =
  /^(?:[-–—|·\s]*(?:(?:page|p\.|seite)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von)\s*\d{1,4})?[-–—|·\s]*|第\s*\d{1,4}\s*页(?:[\s/，,]*共\s*\d{1,4}\s*页)?)$/i;
const labeledNumber =
  /(?:^|\P{L})(?:(?:page|seite)\s*\d{1,4}(?:\s*(?:\/|of|von)\s*\d{1,4})?|第\s*\d{1,4}\s*页)/iu;
const year = /^(?:19|20)\d\d$/;

/** Whether a text by itself looks like a page number. */
export const isPageNumber = (text: string): boolean => numberAlone.test(text) && !year.test(text);

/** Returns a function that tells whether a text is the number of its page: in a document of several pages it must increase along with others. */
export function pageNumbering(
  pages: readonly { readonly number: number; readonly texts: readonly string[] }[],
): (text: string, page: number) => boolean {
  const counts = new Map<number, number>();
  const offsetOf = (text: string, page: number) => Number(/\d+/.exec(text)?.[0]) - page;
  for (const { number, texts } of pages)
    for (const offset of new Set(texts.filter(isPageNumber).map(text => offsetOf(text, number))))
      counts.set(offset, (counts.get(offset) ?? 0) + 1);
  const minCount = pages.length < 3 ? 1 : 3;
  return (text, page) => isPageNumber(text) && (counts.get(offsetOf(text, page)) ?? 0) >= minCount;
}

const rowsOf = (segments: readonly Segment[]): Row[] =>
  levelRows(segments, (segment, first) => segment.y - first.y <= segment.size * 0.6).map(row => ({
    y: row[0]?.y ?? 0,
    size: row.reduce((largest, { size }) => Math.max(largest, size), 0),
    segments: row.toSorted((a, b) => a.left - b.left),
  }));

const textOf = ({ segments }: Row) => segments.map(({ text }) => text).join(" ");

/** Whether a row has a number at its left or right end, or one labeled as the page's. */
const hasPageNumber = (row: Row, { isOwnNumber }: PageContext): boolean =>
  [row.segments[0], row.segments.at(-1)].some(segment => segment && isOwnNumber(segment.text)) ||
  labeledNumber.test(textOf(row));

/** Whether a row consists of two texts at the left and right edges, like a running head. */
const isRunningHead = ({ segments }: Row): boolean =>
  segments.length === 2 &&
  (segments[1]?.left ?? 0) - (segments[0]?.right ?? 0) > (segments[1]?.right ?? 0) * 0.2;

/** The rows at an edge that are a header or footer: separated from the text by a clear gap, except for a small page number at the very edge. `rows`: outermost first. */
function edgeRows(rows: readonly Row[], isTop: boolean, page: PageContext): readonly Row[] {
  for (let count = 1; count <= Math.min(maxRows, rows.length - 1); count++) {
    const [last, next] = [rows[count - 1], rows[count]];
    if (!last || !next) continue;
    const outerRows = rows.slice(0, count);
    const isSeparated =
      Math.abs(next.y - last.y) >= minGap * page.bodySize ||
      (count === 1 && isSmall(last, page) && edgeDistance(last, isTop, page) < outermostShare);
    if (isSeparated && isFurniture(outerRows, isTop, page)) return outerRows;
  }
  return [];
}

/** Distance from the edge, relative to the page's height. */
const edgeDistance = ({ y }: Row, isTop: boolean, { height }: PageContext) =>
  (isTop ? y : height - y) / height;

const isSmall = ({ size }: Row, { bodySize }: PageContext) => size < bodySize * smallRatio;

/** Whether a row is a footnote, which begins with its mark. */
const isNote = (row: Row): boolean => /^(?:[*∗†‡§]|\d{1,2}\s?\p{L}{2})/u.test(textOf(row));

function isFurniture(rows: readonly Row[], isTop: boolean, page: PageContext): boolean {
  const areWithin = (share: number) => rows.every(row => edgeDistance(row, isTop, page) < share);
  const isSmallPrint = rows.every(row => isSmall(row, page));
  if (rows.some(row => textOf(row).length > maxLength || row.size > page.bodySize * 1.05))
    return false;
  // Numbers along an axis, or in a table row.
  const pageNumbers = rows.flatMap(({ segments }) =>
    segments.filter(segment => isPageNumber(segment.text)),
  );
  if (pageNumbers.length > 1) return false;
  const unnumberedRows = rows.filter(row => !hasPageNumber(row, page));
  if (unnumberedRows.length < rows.length)
    return (
      // Wide margins occur in books, with a number in smaller type; a table may continue at the top of a page.
      (areWithin(edgeShare) || (isSmallPrint && areWithin(wideEdgeShare))) &&
      (isTop || !unnumberedRows.some(isNote))
    );
  if (page.hasManyPages || rows.length > 2 || rows.some(isNote) || !areWithin(outermostShare))
    return false;
  if (rows.some(row => endsSentence(textOf(row)))) return false;
  // A letterhead is small too: without a number, only something set like a running head counts.
  return isSmallPrint && (!isTop || rows.every(isRunningHead));
}

/** The segments of a page without its header and footer. */
export function removeHeaderAndFooter(
  segments: readonly Segment[],
  page: PageContext,
): readonly Segment[] {
  const rows = rowsOf(segments);
  const removedSegments = new Set(
    [...edgeRows(rows, true, page), ...edgeRows(rows.toReversed(), false, page)].flatMap(
      row => row.segments,
    ),
  );
  return removedSegments.size === segments.length
    ? segments
    : segments.filter(segment => !removedSegments.has(segment));
}
