// Cuts a text into parts of whole sentences, whose borders depend only on nearby text.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { border, type Unit, unitsOf } from "./part-borders.ts";
import { countTokens } from "../text/segment.ts";

/** Tokens (o200k) of a part: never more than `most`, and at least `least` if its section has as many. */
export interface PartSize {
  readonly least: number;
  readonly most: number;
}

/** Units from `from` up to but not including `to`. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** State of one document while it is cut. */
interface Cutting extends PartSize {
  readonly text: string;
  readonly units: readonly Unit[];
  /** The number of tokens before each unit. */
  readonly before: readonly number[];
  /** The heading that each unit is or is under. */
  readonly headings: readonly (string | null)[];
}

const tokensOf = ({ before }: Cutting, { from, to }: Run): number =>
  (before[to] ?? 0) - (before[from] ?? 0);

/**
 * Each section that is long enough is a stretch, with the short ones before it; the last one also takes a short tail. No
 * edit outside a stretch changes its parts.
 */
function stretches(cutting: Cutting): Run[] {
  const runs: Run[] = [];
  let [from, section] = [0, 0];
  cutting.units.forEach((unit, index) => {
    if (index === 0 || unit.border !== border.atSection) return;
    if (tokensOf(cutting, { from: section, to: index }) >= cutting.least) {
      runs.push({ from, to: index });
      from = index;
    }
    section = index;
  });
  const tail = { from, to: cutting.units.length };
  const last = runs.at(-1);
  return last && tokensOf(cutting, tail) < cutting.least
    ? [...runs.slice(0, -1), { from: last.from, to: tail.to }]
    : [...runs, tail];
}

/** The best of these borders; of equals, the one whose neighbours have the lowest hash, so that distant text has no effect. */
function bestBorder(
  { units }: Cutting,
  indexes: readonly number[],
  textOf: (index: number) => string,
): number | undefined {
  const best = Math.max(...indexes.map(index => units[index]?.border ?? 0));
  const equal = indexes.filter(index => units[index]?.border === best);
  const ranked = equal.map(index => ({ index, hash: hashOf([textOf(index - 1), textOf(index)]) }));
  // If a text repeats itself, so do its hashes: then the longest part.
  return ranked.reduce<{ index: number; hash: string } | undefined>(
    (least, next) => (least && least.hash < next.hash ? least : next),
    undefined,
  )?.index;
}

/** The end of the part that begins at a unit, by the sum of its units' tokens. */
function endOf(cutting: Cutting, { from, to }: Run, most: number): number {
  const { units, text, least } = cutting;
  const textOf = (index: number) => text.slice(units[index]?.start, units[index]?.end);
  // What is before its first unit does not belong to it.
  const surplus = tokensOf(cutting, { from, to: from + 1 }) - countTokens(textOf(from));
  const sizeTo = (index: number) => tokensOf(cutting, { from, to: index }) - surplus;
  if (sizeTo(to) <= most) return to;
  const within: number[] = [];
  for (let index = from + 1; index < to && sizeTo(index) <= most; index++) within.push(index);
  const good = within.filter(
    index =>
      units[index]?.border !== border.afterHeading &&
      sizeTo(index) >= least &&
      tokensOf(cutting, { from: index, to }) >= least,
  );
  return (
    bestBorder(cutting, good, textOf) ??
    within.findLast(index => units[index]?.border !== border.afterHeading) ??
    within.at(-1) ??
    from + 1
  );
}

/** The run without the headings at its end: the text under them comes later, or there is none. */
function withoutLastHeadings({ units }: Cutting, { from, to }: Run): Run {
  const last = units.slice(from, to).findLastIndex(({ heading }) => heading === null);
  return { from, to: from + last + 1 };
}

interface Piece extends Run {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** The text of these units, counted as a whole; undefined if they are only headings. */
function toPiece(cutting: Cutting, run: Run): Piece | undefined {
  const { from, to } = withoutLastHeadings(cutting, run);
  const [first, last] = [cutting.units[from], cutting.units[to - 1]];
  if (to <= from || !first || !last) return undefined;
  return {
    from,
    to,
    start: first.start,
    end: last.end,
    tokens: countTokens(cutting.text.slice(first.start, last.end)),
  };
}

/** Cuts one stretch into parts, in order. */
function* cutStretch(cutting: Cutting, { from: start, to }: Run): Generator<Piece> {
  let from = start;
  while (from < to) {
    let most = cutting.most;
    let end = endOf(cutting, { from, to }, most);
    let part = toPiece(cutting, { from, to: end });
    // Tokens of joined units may differ from those of single ones, so their sum is not a bound.
    while (part && part.tokens > cutting.most && end > from + 1) {
      most -= part.tokens - cutting.most;
      end = endOf(cutting, { from, to }, most);
      part = toPiece(cutting, { from, to: end });
    }
    if (part) yield part;
    from = end;
  }
}

/** The heading above most of a part; null if there is none. */
function sectionOf({ units, headings }: Cutting, { from, to }: Run): string | null {
  const tokens = new Map<string | null, number>();
  for (let index = from; index < to; index++) {
    const [unit, heading = null] = [units[index], headings[index]];
    if (unit?.heading === null) tokens.set(heading, (tokens.get(heading) ?? 0) + unit.tokens);
  }
  return [...tokens].reduce<[string | null, number]>(
    (most, next) => (next[1] > most[1] ? next : most),
    [null, 0],
  )[0];
}

function headingsOf(units: readonly Unit[]): (string | null)[] {
  let last: string | null = null;
  return units.map(({ heading }) => (last = heading ?? last));
}

/** A stretch of a text: UTF-16 offsets, end exclusive. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** The heading above most of it; null if there is none. */
  readonly section: string | null;
  /** All headings in it. */
  readonly headings: readonly string[];
}

/** The parts of a document, in order; `least` is capped at half of `most`. */
export function partsOf(
  { text, language, places }: Pick<DocumentRow, "text" | "language" | "places">,
  { least, most }: PartSize,
): Part[] {
  const starts = places
    .filter(({ kind }) => kind === "slide" || kind === "sheet")
    .map(({ start }) => start);
  const units = unitsOf({ text, language, starts, most });
  const before = [0];
  for (const { tokens } of units) before.push((before.at(-1) ?? 0) + tokens);
  const cutting: Cutting = {
    text,
    units,
    before,
    headings: headingsOf(units),
    least: Math.min(least, Math.floor(most / 2)),
    most,
  };
  return stretches(cutting)
    .flatMap(stretch => [...cutStretch(cutting, stretch)])
    .map(({ start, end, tokens, from, to }) => ({
      start,
      end,
      tokens,
      section: sectionOf(cutting, { from, to }),
      headings: units.slice(from, to).flatMap(({ heading }) => heading ?? []),
    }));
}
