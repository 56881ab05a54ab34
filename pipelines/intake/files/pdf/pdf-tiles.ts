// Finds large figures side by side, each above its description, so that they are read one after another, not line by line.

import { levelRows, type Segment } from "./pdf-lines.ts";

/** A part of a column; a tile is one paragraph, whatever its font sizes. */
export interface ColumnPart {
  readonly segments: readonly Segment[];
  readonly isTile: boolean;
}

/** Minimum size of figures relative to the text, and maximum number of characters in one. */
const minSizeRatio = 1.5;
const maxFigureLength = 14;
/** Maximum distance between lines, relative to the larger font size. */
const maxStep = 2.2;

const rowsOf = (segments: readonly Segment[]): Segment[][] =>
  levelRows(
    segments,
    (segment, first) => segment.y - first.y < Math.min(segment.size, first.size) * 0.3,
  ).map(row => row.sort((a, b) => a.left - b.left));

const areFigures = (row: readonly Segment[], bodySize: number): boolean =>
  row.length > 1 &&
  row.every(
    ({ size, text }) => size >= bodySize * minSizeRatio && text.length <= maxFigureLength,
  ) &&
  row.filter(({ text }) => /\d/.test(text)).length * 2 > row.length;

/** The midpoints of the gaps between figures; nothing that belongs to a single figure crosses them. */
const boundariesOf = (row: readonly Segment[]): number[] =>
  row.slice(1).map(({ left }, index) => ((row[index]?.right ?? 0) + left) / 2);

const columnOf = ({ left, right }: Segment, boundaries: readonly number[]): number | undefined => {
  const index = boundaries.filter(boundary => boundary < left).length;
  return index === boundaries.filter(boundary => boundary < right).length ? index : undefined;
};

/** Number of rows that belong to the figures, including their own. */
function depthOf(rows: readonly Segment[][], boundaries: readonly number[]): number {
  let depth = 1;
  for (const row of rows.slice(1)) {
    const segmentAbove = rows[depth - 1]?.[0];
    const [first] = row;
    if (!segmentAbove || !first || first.y - segmentAbove.y > maxStep * Math.max(first.size, 1))
      break;
    if (row.some(segment => columnOf(segment, boundaries) === undefined)) break;
    depth += 1;
  }
  return depth;
}

/** A column's parts in reading order. `bodySize`: the font size of most characters. */
export function findTiles(segments: readonly Segment[], bodySize: number): ColumnPart[] {
  const rows = rowsOf(segments);
  const start = rows.findIndex((row, index) => {
    const boundaries = boundariesOf(row);
    const depth = areFigures(row, bodySize) ? depthOf(rows.slice(index), boundaries) : 0;
    const segmentsBelow = rows.slice(index + 1, index + depth).flat();
    return row.every((_, column) =>
      segmentsBelow.some(segment => columnOf(segment, boundaries) === column),
    );
  });
  const figures = rows[start];
  if (!figures || !areFigures(figures, bodySize)) return [{ segments, isTile: false }];
  const boundaries = boundariesOf(figures);
  const end = start + depthOf(rows.slice(start), boundaries);
  const tileSegments = rows.slice(start, end).flat();
  const segmentsAbove = rows.slice(0, start).flat();
  const segmentsBelow = rows.slice(end).flat();
  return [
    ...(segmentsAbove.length > 0 ? [{ segments: segmentsAbove, isTile: false }] : []),
    ...figures.map((_, column) => ({
      segments: tileSegments.filter(segment => columnOf(segment, boundaries) === column),
      isTile: true,
    })),
    ...(segmentsBelow.length > 0 ? findTiles(segmentsBelow, bodySize) : []),
  ];
}
