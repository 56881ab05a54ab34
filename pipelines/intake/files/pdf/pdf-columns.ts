// The order in which a page is read: full-width parts as they come, columns one after the other.

import type { Segment } from "./pdf-lines.ts";

/** Two columns side by side, and what stands above and below them. */
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

// Fewer lines than this beside each other are no columns.
const minLines = 3;
const narrowest = 0.8;

/** Regions of a page, each of one column, in reading order. `segments` top down. */
export function readingOrder(segments: readonly Segment[]): Segment[][] {
  if (segments.length === 0) return [];
  const split = bestSplit(segments);
  if (split === undefined) return [[...segments]];
  return [split.above, split.left, split.right, split.below].flatMap(readingOrder);
}

/** The gutter with most lines on both its sides, down to where something crosses it. */
function bestSplit(segments: readonly Segment[]): Split | undefined {
  const em = median(segments.map(({ size }) => size));
  const start = least(segments, ({ left }) => left);
  const end = most(segments, ({ right }) => right);
  let best: { readonly band: Band; readonly score: number; readonly gutter: number } | undefined;
  const step = Math.max(em / 2, (end - start) / 400);
  for (let x = start + em; x < end - em; x += step) {
    for (const band of bandsAt(segments, x, em)) {
      const [score, gutter] = [
        linesBeside(band),
        least(band.right, ({ left }) => left) - most(band.left, ({ right }) => right),
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

/** Stretches of the page in which nothing crosses `x`. */
function bandsAt(segments: readonly Segment[], x: number, em: number): Band[] {
  const bands: Band[] = [];
  let from = 0;
  for (let to = 0; to <= segments.length; to += 1) {
    const segment = segments[to];
    // A hair over the middle is an overlong line, no crossing.
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
    least(left, ({ y }) => y),
    least(right, ({ y }) => y),
  );
  const bottom = Math.min(
    most(left, ({ y }) => y),
    most(right, ({ y }) => y),
  );
  const within = (side: readonly Segment[]) =>
    side.filter(({ y, size }) => y >= top - size / 2 && y <= bottom + size / 2);
  return { left: within(left), right: within(right) };
};

function linesBeside(band: Band): number {
  const { left, right } = shared(band);
  return Math.min(left.length, right.length);
}

/** Columns hold running text, or lines that keep their own step; cells of a table are short and stand on one baseline. */
function areColumns(band: Band, em: number): boolean {
  const { left, right } = shared(band);
  if (standInRows(left, right, em)) return false;
  return (isProse(left) && isProse(right)) || inStep(left, right, em) < 0.5;
}

/** The share of lines on the shorter side that have one of the same baseline beside them. */
function inStep(left: readonly Segment[], right: readonly Segment[], em: number): number {
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  return (
    fewer.filter(one => more.some(other => Math.abs(one.y - other.y) < em * 0.12)).length /
    fewer.length
  );
}

function isProse(side: readonly Segment[]): boolean {
  const width = most(side, ({ right }) => right) - least(side, ({ left }) => left);
  const filled = side.filter(({ left, right }) => right - left >= width * 0.6);
  // A Han sign says about as much as two letters and more.
  const signs = median(side.map(({ text }) => text.replace(/\p{Script=Han}/gu, "xx").length));
  return filled.length * 2 >= side.length && signs >= 18;
}

/** Rows of a table with wrapped cells: groups of lines apart from each other, most of which begin on both sides at once. */
function standInRows(left: readonly Segment[], right: readonly Segment[], em: number): boolean {
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

/** From line to line. */
function stepOf(side: readonly Segment[], em: number): number {
  const lines = side.map(({ y }) => y).sort((a, b) => a - b);
  return median(
    lines.flatMap((y, index) =>
      index > 0 && y - (lines[index - 1] ?? 0) > em * 0.3 ? [y - (lines[index - 1] ?? 0)] : [],
    ),
  );
}

// Written as loops over the values: a page may hold more segments than a call takes arguments.
const least = (segments: readonly Segment[], of: (segment: Segment) => number): number =>
  segments.reduce((value, one) => Math.min(value, of(one)), Number.POSITIVE_INFINITY);
const most = (segments: readonly Segment[], of: (segment: Segment) => number): number =>
  segments.reduce((value, one) => Math.max(value, of(one)), Number.NEGATIVE_INFINITY);

/** The middle value; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
