// Determines the reading order of a page: full-width parts in sequence, columns one after another.

import type { Segment } from "./pdf-lines.ts";

/** Two columns side by side, and what is above and below them. */
interface Split {
  readonly above: readonly Segment[];
  readonly left: readonly Segment[];
  readonly right: readonly Segment[];
  readonly below: readonly Segment[];
}

interface Band {
  readonly from: number;
  readonly to: number;
  readonly left: readonly Segment[];
  readonly right: readonly Segment[];
}

// With fewer lines than this side by side there are no columns.
const minLines = 3;
const narrowest = 0.8;

/** Regions of a page, each of one column, in reading order. `segments` top down. */
export function readingOrder(segments: readonly Segment[]): Segment[][] {
  if (segments.length === 0) return [];
  const split = bestSplit(segments);
  if (split === undefined) return [[...segments]];
  return [split.above, split.left, split.right, split.below].flatMap(readingOrder);
}

/** The split at the gutter with the most lines on both sides, as far down as nothing crosses it. */
function bestSplit(segments: readonly Segment[]): Split | undefined {
  const em = median(segments.map(({ size }) => size));
  const start = minOf(segments, ({ left }) => left);
  const end = maxOf(segments, ({ right }) => right);
  let best: { readonly band: Band; readonly score: number; readonly gutter: number } | undefined;
  const step = Math.max(em / 2, (end - start) / 400);
  for (let x = start + em; x < end - em; x += step) {
    for (const band of bandsAt(segments, x, em)) {
      const [score, gutter] = [
        linesBeside(band),
        minOf(band.right, ({ left }) => left) - maxOf(band.left, ({ right }) => right),
      ];
      if (
        score < minLines ||
        gutter < narrowest * em ||
        (best && (score < best.score || (score === best.score && gutter <= best.gutter)))
      )
        continue;
      if (areColumns(band, em)) best = { band, score, gutter };
    }
  }
  if (best === undefined) return undefined;
  const { from, to, left, right } = best.band;
  return { above: segments.slice(0, from), left, right, below: segments.slice(to) };
}

/** Vertical stretches of the page in which nothing crosses `x`. */
function bandsAt(segments: readonly Segment[], x: number, em: number): Band[] {
  const bands: Band[] = [];
  let from = 0;
  for (let to = 0; to <= segments.length; to += 1) {
    const segment = segments[to];
    // Slightly over the middle is an overlong line, not a crossing.
    if (segment !== undefined && !(segment.left < x - em * 0.1 && segment.right > x + em * 0.1))
      continue;
    const inside = segments.slice(from, to);
    const [left, right] = [
      inside.filter(one => one.right <= x + em * 0.1),
      inside.filter(one => one.right > x + em * 0.1),
    ];
    if (left.length >= minLines && right.length >= minLines) bands.push({ from, to, left, right });
    from = to + 1;
  }
  return bands;
}

const shared = ({ left, right }: Band) => {
  const top = Math.max(
    minOf(left, ({ y }) => y),
    minOf(right, ({ y }) => y),
  );
  const bottom = Math.min(
    maxOf(left, ({ y }) => y),
    maxOf(right, ({ y }) => y),
  );
  const within = (side: readonly Segment[]) =>
    side.filter(({ y, size }) => y >= top - size / 2 && y <= bottom + size / 2);
  return { left: within(left), right: within(right) };
};

function linesBeside(band: Band): number {
  const { left, right } = shared(band);
  return Math.min(left.length, right.length);
}

/** Whether the halves are columns: these have running text, or baselines of their own; table cells are short and share baselines. */
function areColumns(band: Band, em: number): boolean {
  const { left, right } = shared(band);
  if (formRows(left, right, em)) return false;
  return (isProse(left) && isProse(right)) || inStep(left, right, em) < 0.5;
}

/** Share of lines on the shorter side that share a baseline with one on the other side. */
function inStep(left: readonly Segment[], right: readonly Segment[], em: number): number {
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  return (
    fewer.filter(one => more.some(other => Math.abs(one.y - other.y) < em * 0.12)).length /
    fewer.length
  );
}

function isProse(side: readonly Segment[]): boolean {
  const width = maxOf(side, ({ right }) => right) - minOf(side, ({ left }) => left);
  const filled = side.filter(({ left, right }) => right - left >= width * 0.6);
  // A Han character counts as two letters.
  const signs = median(side.map(({ text }) => text.replace(/\p{Script=Han}/gu, "xx").length));
  return filled.length * 2 >= side.length && signs >= 18;
}

/** Whether these are table rows with wrapped cells: separate groups of lines, most of which begin on both sides at once. */
function formRows(left: readonly Segment[], right: readonly Segment[], em: number): boolean {
  const both = [...left, ...right].sort((a, b) => a.y - b.y);
  const usual = Math.max(stepOf(left, em), stepOf(right, em));
  const tops = both
    .filter((one, index) => index === 0 || one.y - (both[index - 1]?.y ?? 0) > usual * 1.25)
    .map(({ y }) => y);
  if (tops.length < 4) return false;
  const begins = (side: readonly Segment[], top: number) =>
    side.some(({ y }) => Math.abs(y - top) < em * 0.3);
  return tops.filter(top => begins(left, top) && begins(right, top)).length >= tops.length * 0.8;
}

/** Usual distance between lines. */
function stepOf(side: readonly Segment[], em: number): number {
  const lines = side.map(({ y }) => y).sort((a, b) => a - b);
  return median(
    lines.flatMap((y, index) =>
      index > 0 && y - (lines[index - 1] ?? 0) > em * 0.3 ? [y - (lines[index - 1] ?? 0)] : [],
    ),
  );
}

// Written with reduce: a page may have more segments than a call can take arguments.
const minOf = (segments: readonly Segment[], of: (segment: Segment) => number): number =>
  segments.reduce((value, one) => Math.min(value, of(one)), Number.POSITIVE_INFINITY);
const maxOf = (segments: readonly Segment[], of: (segment: Segment) => number): number =>
  segments.reduce((value, one) => Math.max(value, of(one)), Number.NEGATIVE_INFINITY);

/** The median; 0 if there are no values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
