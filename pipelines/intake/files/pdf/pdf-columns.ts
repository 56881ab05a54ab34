// Determines the reading order of a page: full-width parts in sequence, columns one after another.

import type { Segment } from "./pdf-lines.ts";

/** Two columns side by side, and the segments above and below them. */
interface Split {
  readonly above: readonly Segment[];
  readonly left: readonly Segment[];
  readonly right: readonly Segment[];
  readonly below: readonly Segment[];
}

/** A vertical section of the page, as a range of segments, and its two halves. */
interface Band {
  readonly start: number;
  readonly end: number;
  readonly left: readonly Segment[];
  readonly right: readonly Segment[];
}

/** Minimum number of lines side by side in columns. */
const minLines = 3;
/** Minimum width of a gutter, relative to the size of the text. */
const minGutter = 0.8;

/** The regions of a page, each a single column, in reading order. `segments`: from top to bottom. */
export function readingOrder(segments: readonly Segment[]): Segment[][] {
  if (segments.length === 0) return [];
  const split = bestSplit(segments);
  if (split === undefined) return [[...segments]];
  return [split.above, split.left, split.right, split.below].flatMap(readingOrder);
}

/** The split at the gutter with the most lines on both sides, up to whatever crosses it. */
function bestSplit(segments: readonly Segment[]): Split | undefined {
  const em = median(segments.map(({ size }) => size));
  const { left: leftEdge, right: rightEdge } = boundsOf(segments);
  let best: { readonly band: Band; readonly score: number; readonly gutter: number } | undefined;
  const step = Math.max(em / 2, (rightEdge - leftEdge) / 400);
  for (let x = leftEdge + em; x < rightEdge - em; x += step) {
    for (const band of bandsAt(segments, x, em)) {
      const sides = overlapOf(band);
      const score = Math.min(sides.left.length, sides.right.length);
      const gutter = boundsOf(band.right).left - boundsOf(band.left).right;
      if (
        score < minLines ||
        gutter < minGutter * em ||
        (best && (score < best.score || (score === best.score && gutter <= best.gutter)))
      )
        continue;
      if (areColumns(sides, em)) best = { band, score, gutter };
    }
  }
  if (best === undefined) return undefined;
  const { start, end, left, right } = best.band;
  return { above: segments.slice(0, start), left, right, below: segments.slice(end) };
}

/** Vertical sections of the page in which nothing crosses `x`. */
function bandsAt(segments: readonly Segment[], x: number, em: number): Band[] {
  const bands: Band[] = [];
  let start = 0;
  for (let end = 0; end <= segments.length; end += 1) {
    const segment = segments[end];
    // A line that extends slightly past the middle is overlong, not a crossing.
    if (segment !== undefined && !(segment.left < x - em * 0.1 && segment.right > x + em * 0.1))
      continue;
    const segmentsInside = segments.slice(start, end);
    const left = segmentsInside.filter(segment => segment.right <= x + em * 0.1);
    const right = segmentsInside.filter(segment => segment.right > x + em * 0.1);
    if (left.length >= minLines && right.length >= minLines)
      bands.push({ start, end, left, right });
    start = end + 1;
  }
  return bands;
}

/** The lines of each half that are beside the other half. */
const overlapOf = ({ left, right }: Band) => {
  const [leftBounds, rightBounds] = [boundsOf(left), boundsOf(right)];
  const top = Math.max(leftBounds.top, rightBounds.top);
  const bottom = Math.min(leftBounds.bottom, rightBounds.bottom);
  const linesWithin = (side: readonly Segment[]) =>
    side.filter(({ y, size }) => y >= top - size / 2 && y <= bottom + size / 2);
  return { left: linesWithin(left), right: linesWithin(right) };
};

/** Whether the halves are columns: they have running text, or baselines of their own; table cells are short and share baselines. */
function areColumns({ left, right }: ReturnType<typeof overlapOf>, em: number): boolean {
  if (areTableRows(left, right, em)) return false;
  return (isProse(left) && isProse(right)) || alignedShare(left, right, em) < 0.5;
}

/** Share of lines on the shorter side that share a baseline with one on the other side. */
function alignedShare(left: readonly Segment[], right: readonly Segment[], em: number): number {
  const [shorterSide, longerSide] = left.length < right.length ? [left, right] : [right, left];
  return (
    shorterSide.filter(segment =>
      longerSide.some(otherSegment => Math.abs(segment.y - otherSegment.y) < em * 0.12),
    ).length / shorterSide.length
  );
}

function isProse(side: readonly Segment[]): boolean {
  const bounds = boundsOf(side);
  const minWidth = (bounds.right - bounds.left) * 0.6;
  const wideSegments = side.filter(({ left, right }) => right - left >= minWidth);
  // A Han character counts as two letters.
  const characterCount = median(
    side.map(({ text }) => text.replace(/\p{Script=Han}/gu, "xx").length),
  );
  return wideSegments.length * 2 >= side.length && characterCount >= 18;
}

/** Whether these are table rows with wrapped cells: separate groups of lines, most of which begin on both sides at once. */
function areTableRows(left: readonly Segment[], right: readonly Segment[], em: number): boolean {
  const segments = [...left, ...right].sort((a, b) => a.y - b.y);
  const usualStep = Math.max(stepOf(left, em), stepOf(right, em));
  const tops = segments
    .filter(
      (segment, index) =>
        index === 0 || segment.y - (segments[index - 1]?.y ?? 0) > usualStep * 1.25,
    )
    .map(({ y }) => y);
  if (tops.length < 4) return false;
  const hasLineAt = (side: readonly Segment[], top: number) =>
    side.some(({ y }) => Math.abs(y - top) < em * 0.3);
  return (
    tops.filter(top => hasLineAt(left, top) && hasLineAt(right, top)).length >= tops.length * 0.8
  );
}

/** The usual distance between lines. */
function stepOf(side: readonly Segment[], em: number): number {
  const lines = side.map(({ y }) => y).sort((a, b) => a - b);
  return median(
    lines.flatMap((y, index) =>
      index > 0 && y - (lines[index - 1] ?? 0) > em * 0.3 ? [y - (lines[index - 1] ?? 0)] : [],
    ),
  );
}

/** The outermost edges and baselines. In a loop: a page may have more segments than a call can take arguments. */
function boundsOf(segments: readonly Segment[]) {
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { left, right, y } of segments) {
    bounds.left = Math.min(bounds.left, left);
    bounds.right = Math.max(bounds.right, right);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

/** The median; 0 if there are no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
