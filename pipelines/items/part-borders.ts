// Splits a text into units that stay whole (sentences, headings, list items, table rows), and rates how well each suits the beginning of a part.

import type { Language } from "../../schemas/items/item-types.ts";
import { codeBlocks, codePieces } from "../text/code-blocks.ts";
import { countTokens } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

/** Text that stays whole: a sentence, heading, list item or table row, or a piece of one that is longer than a part. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** The heading without its markup, if the unit is part of one. */
  readonly heading: string | null;
  /** How well this suits the beginning of a part: a value of `border`. */
  readonly border: number;
  /** Tokens of the unit and of the text between it and the previous one. */
  readonly tokens: number;
}

/** A text to split. */
export interface UnitSource {
  readonly text: string;
  readonly language: Language;
  /** Offsets where slides or sheets begin, in order: as good a place for a part to begin as a heading. */
  readonly starts: readonly number[];
  /** Maximum tokens (o200k) of a unit. */
  readonly maxTokens: number;
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

type TextRange = readonly [start: number, end: number];
type Piece = Pick<Unit, "start" | "end" | "heading"> & {
  /** Whether it continues something that was too long. */
  readonly isRest: boolean;
  /** Whether it is a row, list item or heading, which ends with its line. */
  readonly isLine: boolean;
  /** Whether another piece of the same code block follows. */
  readonly isContinued: boolean;
};

const word = /[\p{L}\p{N}]/u;
/** Maximum characters of a heading; longer ones are text that was formatted as a heading. */
const maxHeadingLength = 200;
const listItem =
  /^\s*(?:[-–—*+•·▪◦‣●○■□◆]\s|(?:\d{1,3}|[a-z])[.)]\s|\d{1,3}[)）、．]|[（(](?:\d{1,3}|[a-zA-Z]|[一二三四五六七八九十]{1,3})[)）]|[一二三四五六七八九十]{1,3}、|[①-⑳])/u;
const sentenceEnd = /[.!?。！？…；;][\s"'”’」』)）\]】》]*$/u;
const isTableRow = (line: string) => line.includes(" | ") || /^\s*\|/.test(line);

/** Cutters for what is too long, best first: after cells, sentences, clauses, words. Beyond them, `cutRun` cuts anywhere. */
const cutters: readonly ((text: string, language: Language) => TextRange[])[] = [
  text => cutAfter(text, /\s\|\s/g),
  (text, language) => splitSentences(text, language).map(({ start, end }) => [start, end] as const),
  text => cutAfter(text, /[，；：、]["”’」』）)]*|[,;:—–]["”’)]*\s/g),
  text => cutAfter(text, /\s+/g),
];
/** Maximum characters in a piece of a text without spaces or punctuation; fewer if `maxTokens` is small. */
const maxRunLength = 40;
/** More characters per token than any text averages, so that a clearly longer text need not be counted. */
const charactersPerToken = 8;
/** Maximum bytes of a UTF-16 unit; a token has at least one. */
const bytesPerUnit = 3;

/** Cuts a text after each match. */
function cutAfter(text: string, pattern: RegExp): TextRange[] {
  const cuts = [
    0,
    ...[...text.matchAll(pattern)].map(match => match.index + match[0].length),
    text.length,
  ];
  return cuts.slice(1).map((end, index) => [cuts[index] ?? 0, end] as const);
}

/** Cuts by the characters themselves, so that the same run is always cut in the same way. A character has at most four bytes, so four tokens. */
function cutRun(text: string, maxTokens: number): TextRange[] {
  const maxLength = Math.max(1, Math.min(maxRunLength, Math.floor(maxTokens / 4)));
  const ranges: TextRange[] = [];
  let [from, to, length] = [0, 0, 0];
  for (const character of text) {
    to += character.length;
    length += 1;
    if (length < maxLength && (character.codePointAt(0) ?? 0) % 13 !== 0) continue;
    ranges.push([from, to]);
    [from, length] = [to, 0];
  }
  return from < text.length ? [...ranges, [from, text.length]] : ranges;
}

/** Whether a text has at most this many tokens (o200k); counts them only if its length does not decide it. */
export const fitsTokens = (text: string, maxTokens: number): boolean =>
  text.length <= maxTokens * charactersPerToken &&
  (text.length * bytesPerUnit <= maxTokens || countTokens(text) <= maxTokens);

/** Ranges of at most `source.maxTokens` tokens, trimmed; leaves out those without letters or digits. */
function cutToSize(source: UnitSource, [start, end]: TextRange, level = 0): TextRange[] {
  const raw = source.text.slice(start, end);
  const text = raw.trim();
  if (!word.test(text)) return [];
  const from = start + raw.indexOf(text);
  if (fitsTokens(text, source.maxTokens)) return [[from, from + text.length]];
  const cutter = cutters[level];
  if (cutter === undefined)
    return cutRun(text, source.maxTokens)
      .filter(([a, b]) => word.test(text.slice(a, b)))
      .map(([a, b]) => [from + a, from + b]);
  return cutter(text, source.language).flatMap(([a, b]) =>
    cutToSize(source, [from + a, from + b], level + 1),
  );
}

/** The text of a heading without its markup; null if the line is not a heading. */
function headingIn(line: string): string | null {
  if (!/^\s{0,3}#{1,6}\s/.test(line)) return null;
  const title = line.trim().replace(/^#+\s+/, "");
  return title.length > maxHeadingLength ? null : title.replace(/[\s#]+$/, "") || null;
}

function* piecesOf(source: UnitSource): Generator<Piece> {
  const { text } = source;
  let from = 0;
  for (const { start, end } of codeBlocks(text)) {
    yield* proseIn(source, [from, start]);
    const pieces = codePieces(text.slice(start, end));
    for (const [index, piece] of pieces.entries())
      yield* toSize(source, [start + piece.start, start + piece.end], {
        heading: null,
        isLine: true,
        isContinued: index < pieces.length - 1,
      });
    from = end;
  }
  yield* proseIn(source, [from, text.length]);
}

function* proseIn(source: UnitSource, [from, to]: TextRange): Generator<Piece> {
  for (const { 0: line, index } of source.text.slice(from, to).matchAll(/[^\n\r\u2028\u2029]+/g)) {
    const heading = headingIn(line);
    const isLine = heading !== null || isTableRow(line) || listItem.test(line);
    const parts: TextRange[] = isLine
      ? [[0, line.length]]
      : splitSentences(line, source.language).map(({ start, end }) => [start, end]);
    for (const [start, end] of parts)
      yield* toSize(source, [from + index + start, from + index + end], {
        heading,
        isLine,
        isContinued: false,
      });
  }
}

function* toSize(
  source: UnitSource,
  range: TextRange,
  piece: Pick<Piece, "heading" | "isLine" | "isContinued">,
): Generator<Piece> {
  for (const [index, [start, end]] of cutToSize(source, range).entries())
    yield { start, end, isRest: index > 0, ...piece };
}

/** How well a piece suits the beginning of a part. */
function borderOf({ text, starts }: UnitSource, previous: Piece, piece: Piece): number {
  if (piece.isRest) return border.withinSentence;
  if (previous.heading !== null) return border.afterHeading;
  if (
    piece.heading !== null ||
    starts.some(start => previous.start < start && start <= piece.start)
  )
    return border.atSection;
  const between = text.slice(previous.end, piece.start);
  if (previous.isContinued)
    return /\n[ \t]*\n/.test(between) ? border.afterLine : border.afterSentence;
  const previousText = text.slice(previous.start, previous.end);
  // The text after a colon stays with it.
  if (/[:：]$/.test(previousText)) return border.withinSentence;
  const lineEnds = between.match(/\r\n?|[\n\u2028\u2029]/g)?.length ?? 0;
  if (lineEnds !== 1) return lineEnds > 1 ? border.afterParagraph : border.afterSentence;
  // In a hard-wrapped text, a line may end within a sentence.
  return previous.isLine || piece.isLine || sentenceEnd.test(previousText)
    ? border.afterLine
    : border.withinSentence;
}

/** The units of a text, in order. If all of them are headings, they count as ordinary lines. */
export function unitsOf(source: UnitSource): Unit[] {
  const allPieces = [...piecesOf(source)];
  const pieces = allPieces.every(({ heading }) => heading !== null)
    ? allPieces.map(piece => ({ ...piece, heading: null }))
    : allPieces;
  return pieces.map((piece, index) => {
    const previous = pieces[index - 1];
    const { start, end, heading } = piece;
    const tokens = countTokens(source.text.slice(previous?.end ?? start, end));
    return {
      start,
      end,
      heading,
      border: previous ? borderOf(source, previous, piece) : border.atSection,
      tokens,
    };
  });
}
