// Finds large figures side by side, each above its description, so that they are read one after another, not line by line.

import type { Segment } from "./pdf-lines.ts";

/** A part of a column; a tile is one paragraph, whatever its font sizes. */
export interface Tiled {
  readonly segments: readonly Segment[];
  readonly isTile: boolean;
}

/** Smallest size of figures relative to the text, and the largest number of characters in one. */
const larger = 1.5;
const maxFigure = 14;
/** Largest line distance, relative to the larger font size. */
const widestStep = 2.2;

function rowsOf(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = [];
  for (const one of segments.toSorted((a, b) => a.y - b.y || a.left - b.left)) {
    const row = rows.at(-1);
    if (row?.[0] && Math.abs(one.y - row[0].y) < Math.min(one.size, row[0].size) * 0.3)
      row.push(one);
    else rows.push([one]);
  }
  return rows.map(row => row.sort((a, b) => a.left - b.left));
}

const isFigures = (row: readonly Segment[], bodySize: number): boolean =>
  row.length > 1 &&
  row.every(({ size, text }) => size >= bodySize * larger && text.length <= maxFigure) &&
  row.filter(({ text }) => /\d/.test(text)).length * 2 > row.length;

/** The middles of the gaps between figures, which nothing that belongs to a figure crosses. */
const bordersOf = (row: readonly Segment[]): number[] =>
  row.slice(1).map(({ left }, at) => ((row[at]?.right ?? 0) + left) / 2);

const columnOf = ({ left, right }: Segment, borders: readonly number[]): number | undefined => {
  const at = borders.filter(border => border < left).length;
  return at === borders.filter(border => border < right).length ? at : undefined;
};

/** Number of rows that belong to the figures, including their own. */
function depthOf(rows: readonly Segment[][], borders: readonly number[]): number {
  let depth = 1;
  for (const row of rows.slice(1)) {
    const above = rows[depth - 1]?.[0];
    const [first] = row;
    if (!above || !first || first.y - above.y > widestStep * Math.max(first.size, 1)) break;
    if (row.some(one => columnOf(one, borders) === undefined)) break;
    depth += 1;
  }
  return depth;
}

/** A column's parts in reading order. `bodySize`: the font size of most characters. */
export function withTiles(segments: readonly Segment[], bodySize: number): Tiled[] {
  const rows = rowsOf(segments);
  const start = rows.findIndex((row, at) => {
    const borders = bordersOf(row);
    const depth = isFigures(row, bodySize) ? depthOf(rows.slice(at), borders) : 0;
    const below = rows.slice(at + 1, at + depth).flat();
    return row.every((_, column) => below.some(one => columnOf(one, borders) === column));
  });
  const figures = rows[start];
  if (!figures || !isFigures(figures, bodySize)) return [{ segments, isTile: false }];
  const borders = bordersOf(figures);
  const end = start + depthOf(rows.slice(start), borders);
  const inside = rows.slice(start, end).flat();
  const above = rows.slice(0, start).flat();
  const below = rows.slice(end).flat();
  return [
    ...(above.length > 0 ? [{ segments: above, isTile: false }] : []),
    ...figures.map((_, column) => ({
      segments: inside.filter(one => columnOf(one, borders) === column),
      isTile: true,
    })),
    ...(below.length > 0 ? withTiles(below, bodySize) : []),
  ];
}
