// Groups runs of text into segments without wide gaps, and segments into the lines of a column.

import { isUnspaced } from "../line-joins.ts";
import type { Run } from "./pdf-pages.ts";

/** A part of a line without a wide gap: a whole line of a paragraph, or a cell. */
export interface Segment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Position of the baseline, downward. */
  readonly y: number;
  readonly size: number;
  /** The font of most of its characters. */
  readonly font: string;
  /** All fonts it uses. */
  readonly fonts: readonly string[];
  readonly monospace: boolean;
}

export interface Line extends Segment {
  readonly cells: readonly Segment[];
}

type LinePart = Pick<Segment, "text" | "y" | "size">;

/** Parts on approximately one baseline; smaller characters may be raised or lowered. */
interface Row<Part> {
  y: number;
  size: number;
  readonly parts: Part[];
}

// Relative to the font size.
const wordGap = 0.15;
const wideGap = 0.9;
const levelTolerance = 0.45;
const raisedTolerance = 0.75;
/** Maximum number of rows to look back: two columns with different baselines, plus notes, can put this many in between. */
const maxRowsBack = 24;

/** The segments of a page, from top to bottom and, within a row, from left to right. */
export function segmentsOf(runs: readonly Run[]): Segment[] {
  return rowsOf(runs)
    .flatMap(row => splitRow(row.parts))
    .sort((a, b) => a.y - b.y || a.left - b.left);
}

/** Rows of segments from top to bottom, each from left to right. `isLevel`: whether a segment is on the same row as the one that began it. */
export function levelRows(
  segments: readonly Segment[],
  isLevel: (segment: Segment, first: Segment) => boolean,
): Segment[][] {
  const rows: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => a.y - b.y || a.left - b.left)) {
    const row = rows.at(-1);
    if (row?.[0] && isLevel(segment, row[0])) row.push(segment);
    else rows.push([segment]);
  }
  return rows;
}

/** The lines of a column, from top to bottom, each with its segments as cells. */
export function linesOf(segments: readonly Segment[]): Line[] {
  return rowsOf(segments).map(({ parts }) => {
    const cells = parts.toSorted((a, b) => a.left - b.left);
    return { ...mergeParts(cells), text: cells.map(({ text }) => text).join(" "), cells };
  });
}

function rowsOf<Part extends LinePart>(parts: readonly Part[]): Row<Part>[] {
  const rows: Row<Part>[] = [];
  for (const part of parts.toSorted((a, b) => a.y - b.y)) {
    const distanceTo = (row: Row<Part>) => Math.abs(row.y - part.y) / Math.min(row.size, part.size);
    const row = rows
      .slice(-maxRowsBack)
      .reduce<Row<Part> | undefined>(
        (nearest, candidate) =>
          distanceTo(candidate) <= toleranceOf(candidate, part) &&
          (!nearest || distanceTo(candidate) < distanceTo(nearest))
            ? candidate
            : nearest,
        undefined,
      );
    if (row === undefined) rows.push({ y: part.y, size: part.size, parts: [part] });
    else {
      row.parts.push(part);
      // The largest font defines the baseline; a note's raised number, though first in order, does not.
      if (part.size > row.size) [row.y, row.size] = [part.y, part.size];
    }
  }
  return rows.sort((a, b) => a.y - b.y);
}

// A few small characters next to larger ones are a note mark or a subscript; anything else shares the baseline.
function toleranceOf(row: Row<LinePart>, part: LinePart): number {
  if (Math.max(row.size, part.size) < Math.min(row.size, part.size) * 1.25) return levelTolerance;
  const smallerParts = row.size < part.size ? row.parts : [part];
  return smallerParts.every(({ text }) => text.length <= 6) ? raisedTolerance : levelTolerance;
}

function splitRow(runs: readonly Run[]): Segment[] {
  const groups: Run[][] = [];
  let [right, size] = [Number.NEGATIVE_INFINITY, 0];
  for (const run of runs.toSorted((a, b) => a.x - b.x)) {
    const isNear = run.x - right <= wideGap * Math.max(run.size, size);
    if (isNear) groups.at(-1)?.push(run);
    else groups.push([run]);
    right = Math.max(run.x + run.width, isNear ? right : Number.NEGATIVE_INFINITY);
    size = run.size;
  }
  return groups.map(toSegment);
}

function toSegment(runs: readonly Run[]): Segment {
  const parts = runs.map(run => ({
    ...run,
    left: run.x,
    right: run.x + run.width,
    fonts: [run.font],
  }));
  const rightToLeft = runs.filter(run => run.isRightToLeft).length * 2 > runs.length;
  return {
    ...mergeParts(parts),
    text: tidyText(rightToLeft ? joinRuns(runs.toReversed(), true) : joinRuns(runs, false)),
  };
}

function joinRuns(runs: readonly Run[], rightToLeft: boolean): string {
  return runs.reduce((text, run, index) => {
    const previous = runs[index - 1];
    if (previous === undefined) return run.text;
    const gap = rightToLeft ? previous.x - run.x - run.width : run.x - previous.x - previous.width;
    return `${text}${previous.hasSpaceAfter || gap > wordGap * Math.min(run.size, previous.size) ? " " : ""}${run.text}`;
  }, "");
}

/** The extent of the parts of a line, with the baseline, size and font of the longest. */
function mergeParts(parts: readonly Segment[]): Segment {
  const longest = parts.reduce((best, part) => (part.text.length > best.text.length ? part : best));
  const left = Math.min(...parts.map(part => part.left));
  const right = Math.max(...parts.map(part => part.right));
  const fonts = [...new Set(parts.flatMap(part => part.fonts))];
  return {
    text: "",
    left,
    right,
    y: longest.y,
    size: longest.size,
    font: longest.font,
    fonts,
    monospace: parts.every(part => part.monospace),
  };
}

// A gap between Han characters is only spacing, except after the number of a chapter or article.
const numberedUnit = /第[〇零一二三四五六七八九十百千\d]{1,6}[章节節编編篇条條款部分]{1,2}$/;

function tidyText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/(.) (?=(.))/gu, (match, before: string, after: string, at: number) =>
      isUnspaced(before) &&
      isUnspaced(after) &&
      !numberedUnit.test(text.slice(Math.max(0, at - 9), at + 1))
        ? before
        : match,
    )
    .trim();
}
