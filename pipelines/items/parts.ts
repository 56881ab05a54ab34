// Cuts a text into parts of whole sentences; where it cuts depends only on nearby text.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { border, type Unit, unitsOf } from "./part-borders.ts";
import { countTokens } from "../text/segment.ts";

/** Tokens (o200k) of a part: at most `most`, and at least `least` if its section has that many. */
export interface PartSize {
  readonly least: number;
  readonly most: number;
}

/** Units from `from` up to but not including `to`. */
interface UnitRange {
  readonly from: number;
  readonly to: number;
}

/** The state of a document while it is cut. */
interface CutState extends PartSize {
  readonly text: string;
  readonly units: readonly Unit[];
  /** The number of tokens before each unit. */
  readonly tokensBefore: readonly number[];
  /** The heading that each unit is or is under. */
  readonly headings: readonly (string | null)[];
}

const tokensOf = ({ tokensBefore }: CutState, { from, to }: UnitRange): number =>
  (tokensBefore[to] ?? 0) - (tokensBefore[from] ?? 0);

/**
 * Divides a text into ranges whose parts do not change when text outside them is edited. Each section that is long
 * enough forms a range, together with the short ones before it; the last range also takes a short tail.
 */
function independentRanges(state: CutState): UnitRange[] {
  const ranges: UnitRange[] = [];
  let [from, section] = [0, 0];
  state.units.forEach((unit, index) => {
    if (index === 0 || unit.border !== border.atSection) return;
    if (tokensOf(state, { from: section, to: index }) >= state.least) {
      ranges.push({ from, to: index });
      from = index;
    }
    section = index;
  });
  const tail = { from, to: state.units.length };
  const last = ranges.at(-1);
  return last && tokensOf(state, tail) < state.least
    ? [...ranges.slice(0, -1), { from: last.from, to: tail.to }]
    : [...ranges, tail];
}

/** The best of these borders; if there is a tie, the one whose neighbours have the lowest hash, so that distant text has no effect. */
function bestBorder(
  { units }: CutState,
  indices: readonly number[],
  textOf: (index: number) => string,
): number | undefined {
  const best = Math.max(...indices.map(index => units[index]?.border ?? 0));
  const tiedBorders = indices.filter(index => units[index]?.border === best);
  const candidates = tiedBorders.map(index => ({
    index,
    hash: hashOf([textOf(index - 1), textOf(index)]),
  }));
  // Hashes repeat where the text does; in that case the last border wins, which makes the longest part.
  return candidates.reduce<{ index: number; hash: string } | undefined>(
    (lowest, next) => (lowest && lowest.hash < next.hash ? lowest : next),
    undefined,
  )?.index;
}

/** The index where the range's first part ends, by the sum of its units' tokens. */
function endOf(state: CutState, { from, to }: UnitRange, most: number): number {
  const { units, text, least } = state;
  const textOf = (index: number) => text.slice(units[index]?.start, units[index]?.end);
  // The text before its first unit does not belong to the part.
  const surplus = tokensOf(state, { from, to: from + 1 }) - countTokens(textOf(from));
  const sizeTo = (index: number) => tokensOf(state, { from, to: index }) - surplus;
  if (sizeTo(to) <= most) return to;
  const borders: number[] = [];
  for (let index = from + 1; index < to && sizeTo(index) <= most; index++) borders.push(index);
  const goodBorders = borders.filter(
    index =>
      units[index]?.border !== border.afterHeading &&
      sizeTo(index) >= least &&
      tokensOf(state, { from: index, to }) >= least,
  );
  return (
    bestBorder(state, goodBorders, textOf) ??
    borders.findLast(index => units[index]?.border !== border.afterHeading) ??
    borders.at(-1) ??
    from + 1
  );
}

/** The range without the headings at its end: the text under them comes later, or there is none. */
function withoutLastHeadings({ units }: CutState, { from, to }: UnitRange): UnitRange {
  const lastText = units.slice(from, to).findLastIndex(({ heading }) => heading === null);
  return { from, to: from + lastText + 1 };
}

/** A part, still with its units. */
interface Piece extends UnitRange {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** The text of these units, counted as a whole; undefined if they are only headings. */
function toPiece(state: CutState, range: UnitRange): Piece | undefined {
  const { from, to } = withoutLastHeadings(state, range);
  const [first, last] = [state.units[from], state.units[to - 1]];
  if (to <= from || !first || !last) return undefined;
  return {
    from,
    to,
    start: first.start,
    end: last.end,
    tokens: countTokens(state.text.slice(first.start, last.end)),
  };
}

/** Cuts one range into parts, in order. */
function* cutRange(state: CutState, { from: start, to }: UnitRange): Generator<Piece> {
  let from = start;
  while (from < to) {
    let most = state.most;
    let end = endOf(state, { from, to }, most);
    let part = toPiece(state, { from, to: end });
    // Joined units may have more tokens than single ones, so their sum is not a bound.
    while (part && part.tokens > state.most && end > from + 1) {
      most -= part.tokens - state.most;
      end = endOf(state, { from, to }, most);
      part = toPiece(state, { from, to: end });
    }
    if (part) yield part;
    from = end;
  }
}

/** The heading above most of a part; null if there is none. */
function sectionOf({ units, headings }: CutState, { from, to }: UnitRange): string | null {
  const tokens = new Map<string | null, number>();
  for (let index = from; index < to; index++) {
    const [unit, heading = null] = [units[index], headings[index]];
    if (unit?.heading === null) tokens.set(heading, (tokens.get(heading) ?? 0) + unit.tokens);
  }
  return [...tokens].reduce<[string | null, number]>(
    (longest, next) => (next[1] > longest[1] ? next : longest),
    [null, 0],
  )[0];
}

/** For each unit, the heading that it is or is under. */
function headingsOf(units: readonly Unit[]): (string | null)[] {
  let lastHeading: string | null = null;
  return units.map(({ heading }) => (lastHeading = heading ?? lastHeading));
}

/** A part of a text: UTF-16 offsets, end exclusive. */
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
  const units = unitsOf({ text, language, starts, maxTokens: most });
  const tokensBefore = [0];
  for (const { tokens } of units) tokensBefore.push((tokensBefore.at(-1) ?? 0) + tokens);
  const state: CutState = {
    text,
    units,
    tokensBefore,
    headings: headingsOf(units),
    least: Math.min(least, Math.floor(most / 2)),
    most,
  };
  return independentRanges(state)
    .flatMap(range => [...cutRange(state, range)])
    .map(({ start, end, tokens, from, to }) => ({
      start,
      end,
      tokens,
      section: sectionOf(state, { from, to }),
      headings: units.slice(from, to).flatMap(({ heading }) => heading ?? []),
    }));
}
