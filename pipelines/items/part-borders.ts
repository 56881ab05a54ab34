// What of a text is not cut (sentences, headings, list items, table rows), and how well a part may begin before each.

import type { Language } from "../../schemas/items/item-types.ts";
import { codeBlocks, codePieces } from "../text/code-blocks.ts";
import { countTokens } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

/** What is not cut: a sentence, heading, list item or table row, or of one longer than a part a piece. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** Where it stands in a heading: the heading as it is written, without its signs. */
  readonly heading: string | null;
  /** How well a part may begin here. */
  readonly border: number;
  /** With what stands between it and the unit before. */
  readonly tokens: number;
}

export interface UnitSource {
  readonly text: string;
  readonly language: Language;
  /** Offsets at which a slide or sheet begins, in order: borders as good as a heading's. */
  readonly starts: readonly number[];
  /** Tokens (o200k) that a unit may have. */
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
  /** All but the first piece of what was too long. */
  readonly isRest: boolean;
  /** A row, list item or heading: its line ends where it ends. */
  readonly isLine: boolean;
  /** The next piece of a block of code follows. */
  readonly goesOn: boolean;
};

const says = /[\p{L}\p{N}]/u;
// Longer ones are text that somebody set as a heading.
const maxHeading = 200;
const LIST_ITEM =
  /^\s*(?:[-–—*+•·▪◦‣●○■□◆]\s|(?:\d{1,3}|[a-z])[.)]\s|\d{1,3}[)）、．]|[（(](?:\d{1,3}|[a-zA-Z]|[一二三四五六七八九十]{1,3})[)）]|[一二三四五六七八九十]{1,3}、|[①-⑳])/u;
const SENTENCE_END = /[.!?。！？…；;][\s"'”’」』)）\]】》]*$/u;
const isTableRow = (line: string) => line.includes(" | ") || /^\s*\|/.test(line);

// From the best places to cut what is too long to the worst: cells, sentences, clauses, words, anything.
const cutters: readonly ((text: string, language: Language) => Stretch[])[] = [
  text => cutAfter(text, /\s\|\s/g),
  (text, language) => splitSentences(text, language).map(({ start, end }) => [start, end] as const),
  text => cutAfter(text, /[，；：、]["”’」』）)]*|[,;:—–]["”’)]*\s/g),
  text => cutAfter(text, /\s+/g),
];
/** Characters in a piece of a text without white space or signs, at most; fewer where `most` is small. */
const maxRun = 40;
/** No text has tokens of so many characters on average, so that such a length need not be counted. */
const charactersOfToken = 8;
/** A token has a byte or more, and a UTF-16 unit at most three. */
const bytesOfUnit = 3;

function cutAfter(text: string, sign: RegExp): Stretch[] {
  const cuts = [
    0,
    ...[...text.matchAll(sign)].map(found => found.index + found[0].length),
    text.length,
  ];
  return cuts.slice(1).map((cut, index) => [cuts[index] ?? 0, cut] as const);
}

/** Cut where the characters say so, that the same run is cut alike wherever it stands; a character has four bytes, so four tokens, at most. */
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

/** Whether a text has no more tokens (o200k) than this; one that is far too long, or short enough, is not counted. */
export const fits = (text: string, most: number): boolean =>
  text.length <= most * charactersOfToken &&
  (text.length * bytesOfUnit <= most || countTokens(text) <= most);

/** Stretches of at most `most` tokens, each trimmed; those without a letter or number are left out. */
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

/** What a heading says, without its signs; null for any other line. */
function headingIn(line: string): string | null {
  if (!/^\s{0,3}#{1,6}\s/.test(line)) return null;
  const said = line.trim().replace(/^#+\s+/, "");
  return said.length > maxHeading ? null : said.replace(/[\s#]+$/, "") || null;
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
  // What a colon announces stays with it.
  if (/[:：]$/.test(last)) return border.withinSentence;
  const lineEnds = between.match(/\r\n?|[\n\u2028\u2029]/g)?.length ?? 0;
  if (lineEnds !== 1) return lineEnds > 1 ? border.afterParagraph : border.afterSentence;
  // A text of lines of one length breaks its sentences at their ends.
  return before.isLine || piece.isLine || SENTENCE_END.test(last)
    ? border.afterLine
    : border.withinSentence;
}

/** The units of a text, in order. A text of headings alone is a text of lines. */
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
