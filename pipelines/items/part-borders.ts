// Splits a text into units that are not cut (sentences, headings, list items, table rows), and rates how well a part may begin at each.

import type { Language } from "../../schemas/items/item-types.ts";
import { codeBlocks, codePieces } from "../text/code-blocks.ts";
import { countTokens } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

/** A stretch that is not cut: a sentence, heading, list item or table row, or a piece of one that is longer than a part. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** The heading without its markup, if the unit is part of one. */
  readonly heading: string | null;
  /** How well a part may begin here. */
  readonly border: number;
  /** Tokens of the unit and of what is between it and the one before. */
  readonly tokens: number;
}

export interface UnitSource {
  readonly text: string;
  readonly language: Language;
  /** Offsets where slides or sheets begin, in order: borders as good as a heading. */
  readonly starts: readonly number[];
  /** The most tokens (o200k) of a unit. */
  readonly most: number;
}

/** Places for a part to begin, worst to best. */
export const border = {
  afterHeading: 0,
  withinSentence: 1,
  afterSentence: 2,
  afterLine: 3,
  afterParagraph: 4,
  atSection: 5,
} as const;

type Stretch = readonly [start: number, end: number];
type Piece = Pick<Unit, "start" | "end" | "heading"> & {
  /** Whether it is a later piece of something too long. */
  readonly isRest: boolean;
  /** Whether it is a row, list item or heading, which ends with its line. */
  readonly isLine: boolean;
  /** Whether another piece of the same code block follows. */
  readonly goesOn: boolean;
};

const says = /[\p{L}\p{N}]/u;
// Longer headings are text that somebody formatted as a heading.
const maxHeading = 200;
const LIST_ITEM =
  /^\s*(?:[-–—*+•·▪◦‣●○■□◆]\s|(?:\d{1,3}|[a-z])[.)]\s|\d{1,3}[)）、．]|[（(](?:\d{1,3}|[a-zA-Z]|[一二三四五六七八九十]{1,3})[)）]|[一二三四五六七八九十]{1,3}、|[①-⑳])/u;
const SENTENCE_END = /[.!?。！？…；;][\s"'”’」』)）\]】》]*$/u;
const isTableRow = (line: string) => line.includes(" | ") || /^\s*\|/.test(line);

// Where to cut what is too long, best first: cells, sentences, clauses, words, anywhere.
const cutters: readonly ((text: string, language: Language) => Stretch[])[] = [
  text => cutAfter(text, /\s\|\s/g),
  (text, language) => splitSentences(text, language).map(({ start, end }) => [start, end] as const),
  text => cutAfter(text, /[，；：、]["”’」』）)]*|[,;:—–]["”’)]*\s/g),
  text => cutAfter(text, /\s+/g),
];
/** The most characters in a piece of a text without spaces or punctuation; fewer if `most` is small. */
const maxRun = 40;
/** No text averages this many characters per token, so a longer text need not be counted. */
const charactersOfToken = 8;
/** A token has at least one byte, and a UTF-16 unit at most three. */
const bytesOfUnit = 3;

function cutAfter(text: string, sign: RegExp): Stretch[] {
  const cuts = [
    0,
    ...[...text.matchAll(sign)].map(found => found.index + found[0].length),
    text.length,
  ];
  return cuts.slice(1).map((cut, index) => [cuts[index] ?? 0, cut] as const);
}

/** Cuts depending on the characters alone, so that the same run is always cut the same way; a character has at most four bytes, so four tokens. */
function cutRun(text: string, most: number): Stretch[] {
  const longest = Math.max(1, Math.min(maxRun, Math.floor(most / 4)));
  const stretches: Stretch[] = [];
  let [from, at, length] = [0, 0, 0];
  for (const character of text) {
    at += character.length;
    length += 1;
    if (length < longest && (character.codePointAt(0) ?? 0) % 13 !== 0) continue;
    stretches.push([from, at]);
    [from, length] = [at, 0];
  }
  return from < text.length ? [...stretches, [from, text.length]] : stretches;
}

/** Whether a text has at most this many tokens (o200k); one that is clearly too long or short enough is not counted. */
export const fits = (text: string, most: number): boolean =>
  text.length <= most * charactersOfToken &&
  (text.length * bytesOfUnit <= most || countTokens(text) <= most);

/** Stretches of at most `most` tokens, trimmed; those without letters or digits are left out. */
function cutToSize(source: UnitSource, [start, end]: Stretch, level = 0): Stretch[] {
  const raw = source.text.slice(start, end);
  const text = raw.trim();
  if (!says.test(text)) return [];
  const from = start + raw.indexOf(text);
  if (fits(text, source.most)) return [[from, from + text.length]];
  const cutter = cutters[level];
  if (cutter === undefined)
    return cutRun(text, source.most)
      .filter(([a, b]) => says.test(text.slice(a, b)))
      .map(([a, b]) => [from + a, from + b]);
  return cutter(text, source.language).flatMap(([a, b]) =>
    cutToSize(source, [from + a, from + b], level + 1),
  );
}

/** The text of a heading without its markup; null for any other line. */
function headingIn(line: string): string | null {
  if (!/^\s{0,3}#{1,6}\s/.test(line)) return null;
  const title = line.trim().replace(/^#+\s+/, "");
  return title.length > maxHeading ? null : title.replace(/[\s#]+$/, "") || null;
}

function* piecesOf(source: UnitSource): Generator<Piece> {
  const { text } = source;
  let from = 0;
  for (const { start, end } of codeBlocks(text)) {
    yield* proseIn(source, [from, start]);
    const pieces = codePieces(text.slice(start, end));
    for (const [at, piece] of pieces.entries())
      yield* toSize(source, [start + piece.start, start + piece.end], {
        heading: null,
        isLine: true,
        goesOn: at < pieces.length - 1,
      });
    from = end;
  }
  yield* proseIn(source, [from, text.length]);
}

function* proseIn(source: UnitSource, [from, to]: Stretch): Generator<Piece> {
  for (const { 0: line, index } of source.text.slice(from, to).matchAll(/[^\n\r\u2028\u2029]+/g)) {
    const heading = headingIn(line);
    const isLine = heading !== null || isTableRow(line) || LIST_ITEM.test(line);
    const parts: Stretch[] = isLine
      ? [[0, line.length]]
      : splitSentences(line, source.language).map(({ start, end }) => [start, end]);
    for (const [start, end] of parts)
      yield* toSize(source, [from + index + start, from + index + end], {
        heading,
        isLine,
        goesOn: false,
      });
  }
}

function* toSize(
  source: UnitSource,
  stretch: Stretch,
  piece: Pick<Piece, "heading" | "isLine" | "goesOn">,
): Generator<Piece> {
  for (const [place, [start, end]] of cutToSize(source, stretch).entries())
    yield { start, end, isRest: place > 0, ...piece };
}

function borderOf({ text, starts }: UnitSource, before: Piece, piece: Piece): number {
  if (piece.isRest) return border.withinSentence;
  if (before.heading !== null) return border.afterHeading;
  if (piece.heading !== null || starts.some(start => before.start < start && start <= piece.start))
    return border.atSection;
  const between = text.slice(before.end, piece.start);
  if (before.goesOn) return /\n[ \t]*\n/.test(between) ? border.afterLine : border.afterSentence;
  const last = text.slice(before.start, before.end);
  // What follows a colon stays with it.
  if (/[:：]$/.test(last)) return border.withinSentence;
  const lineEnds = between.match(/\r\n?|[\n\u2028\u2029]/g)?.length ?? 0;
  if (lineEnds !== 1) return lineEnds > 1 ? border.afterParagraph : border.afterSentence;
  // A hard-wrapped text breaks sentences at line ends.
  return before.isLine || piece.isLine || SENTENCE_END.test(last)
    ? border.afterLine
    : border.withinSentence;
}

/** The units of a text, in order. If all are headings, they count as ordinary lines. */
export function unitsOf(source: UnitSource): Unit[] {
  const all = [...piecesOf(source)];
  const pieces = all.every(({ heading }) => heading !== null)
    ? all.map(piece => ({ ...piece, heading: null }))
    : all;
  return pieces.map((piece, index) => {
    const before = pieces[index - 1];
    const { start, end, heading } = piece;
    const tokens = countTokens(source.text.slice(before?.end ?? start, end));
    return {
      start,
      end,
      heading,
      border: before ? borderOf(source, before, piece) : border.atSection,
      tokens,
    };
  });
}
