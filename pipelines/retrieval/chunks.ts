// Cuts a document into chunks of so many tokens, at the ends of sentences where it can.

import { countTokens } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

export interface ChunkSize {
  /** Tokens (o200k) that a chunk may have. */
  readonly size: number;
  /** Tokens that a chunk may repeat of the one before. */
  readonly overlap: number;
}

/** UTF-16 offsets, end exclusive. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/** A sentence, or a part of one that is too long. */
interface Piece extends Chunk {
  readonly tokens: number;
}

/** Where a sentence may be cut: after a mark within it (not within 1,000 or 12:30), else between words. */
const CLAUSE_END = /[，、；：|—]+|[,;:](?=\s)/gu;
const WORD_END = /\s+/gu;
/** Parts of what has no mark have this share of a chunk at most, so that chunks made of them are nearly full. */
const PART_SHARE = 1 / 4;
/** Characters for a token, more than running text ever has: what is longer is cut before it is counted. */
const MAX_CHARACTERS = 16;

/**
 * The chunks in order. Whole sentences where they fit; a sentence with more than `size` tokens is cut after a mark, else
 * between words, else anywhere but inside a character. A chunk begins with the last sentences of the one before that fit
 * into `overlap`. Between chunks that do not overlap there is nothing but white space, and a text of white space has no
 * chunks. From a size of 8 on no chunk has more tokens; below, a single character may.
 */
export const chunkDocument = (text: string, language: "zh" | "en", size: ChunkSize): Chunk[] =>
  chunkInSizes(text, language, [size]).flat();

/** `chunkDocument` for each of the sizes: sentences are found and counted once for all. */
export function chunkInSizes(
  text: string,
  language: "zh" | "en",
  sizes: readonly ChunkSize[],
): Chunk[][] {
  const largest = Math.max(...sizes.map(({ size }) => size));
  const sentences = splitSentences(text, language).map(sentence =>
    counted(text, sentence, largest),
  );
  return sizes.map(size => packed(text, piecesOf(text, sentences, size.size), size));
}

function packed(text: string, pieces: readonly Piece[], { size, overlap }: ChunkSize): Chunk[] {
  const counts = sumsOf(text, pieces);
  const chunks: Chunk[] = [];
  let from = 0;
  for (let done = 0; done < pieces.length; ) {
    const filled = fill({ text, pieces, counts, size }, from, done);
    chunks.push(placeOf(pieces, filled.from, filled.to));
    done = filled.to;
    from = overlapFrom({ text, pieces, counts, size: overlap }, filled.from + 1, done);
  }
  return chunks;
}

interface Filling {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Tokens before each piece, and at last those of all. */
  readonly counts: readonly number[];
  /** Tokens at most. */
  readonly size: number;
}

const tokensIn = (counts: readonly number[], from: number, to: number): number =>
  (counts[to] ?? 0) - (counts[from] ?? 0);
const placeOf = (pieces: readonly Piece[], from: number, to: number): Chunk => ({
  start: pieces[from]?.start ?? 0,
  end: pieces[to - 1]?.end ?? 0,
});

// Pieces are counted one by one, and joined they may count a token more or less: each stretch is counted once as it stands.
function fits({ text, pieces, size }: Filling, from: number, to: number): boolean {
  const { start, end } = placeOf(pieces, from, to);
  return countTokens(text.slice(start, end)) <= size;
}

/** As many pieces as fit, at least the first that is new; of those repeated the first give way. */
function fill(filling: Filling, from: number, fresh: number): { from: number; to: number } {
  const { counts, pieces, size } = filling;
  let first = from;
  while (first < fresh && tokensIn(counts, first, fresh + 1) > size) first++;
  let to = fresh + 1;
  while (to < pieces.length && tokensIn(counts, first, to + 1) <= size) to++;
  while ((to > fresh + 1 || first < fresh) && !fits(filling, first, to)) {
    if (to > fresh + 1) to--;
    else first++;
  }
  return { from: first, to };
}

/** Where the next chunk begins: at the earliest piece from which what is repeated fits. */
function overlapFrom(filling: Filling, earliest: number, done: number): number {
  let from = done;
  while (from > earliest && tokensIn(filling.counts, from - 1, done) <= filling.size) from--;
  while (from < done && !fits(filling, from, done)) from++;
  return from;
}

function piecesOf(text: string, sentences: readonly Piece[], size: number): Piece[] {
  const most = Math.max(1, Math.floor(size * PART_SHARE));
  const cutWhere = (piece: Piece, cut: (piece: Piece) => Piece[]): Piece[] =>
    piece.tokens <= size ? [piece] : cut(piece);
  const parted = (clause: Piece) => cutWhere(clause, long => halved(text, long, most));
  return sentences.flatMap(sentence =>
    cutWhere(sentence, long => clausesOf(text, long, size).flatMap(parted)),
  );
}

function counted(text: string, { start, end }: Chunk, most: number): Piece {
  return {
    start,
    end,
    tokens: end - start > MAX_CHARACTERS * most ? Infinity : countTokens(text.slice(start, end)),
  };
}

function clausesOf(text: string, { start, end }: Chunk, size: number): Piece[] {
  const ends = [...text.slice(start, end).matchAll(CLAUSE_END)].map(
    found => start + found.index + found[0].length,
  );
  return [...ends, end].flatMap((to, at) =>
    trimmed(text, { start: ends[at - 1] ?? start, end: to }, size),
  );
}

/** Until no part has more than `most` tokens. */
function halved(text: string, piece: Piece, most: number): Piece[] {
  const cut = piece.tokens <= most ? undefined : cutNear(text, piece);
  if (cut === undefined) return [piece];
  return [
    ...trimmed(text, { start: piece.start, end: cut }, most),
    ...trimmed(text, { start: cut, end: piece.end }, most),
  ].flatMap(half => halved(text, half, most));
}

/** The border between words nearest to the middle, within the middle half; else between characters; none in a single one. */
function cutNear(text: string, { start, end }: Chunk): number | undefined {
  const quarter = Math.floor((end - start) / 4);
  const middle = (start + end) / 2;
  const cuts = [...text.slice(start + quarter, end - quarter).matchAll(WORD_END)].map(
    found => start + quarter + found.index,
  );
  const inside = cuts.filter(at => at > start && at < end);
  if (inside.length === 0) return characterCut(text, { start, end });
  return inside.reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best));
}

/** The end of a character at the middle or soon after, else the one before it. */
function characterCut(text: string, { start, end }: Chunk): number | undefined {
  const middle = Math.floor((start + end) / 2);
  const near = (at: number) => at > start && at < end && !splitsCharacter(text, at);
  return [0, 1, -1].map(step => middle + step).find(near);
}

const splitsCharacter = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));

/** One, or none where there is only white space. */
function trimmed(text: string, { start, end }: Chunk, most: number): Piece[] {
  const piece = text.slice(start, end);
  const from = start + piece.length - piece.trimStart().length;
  const to = start + piece.trimEnd().length;
  return from < to ? [counted(text, { start: from, end: to }, most)] : [];
}

function sumsOf(text: string, pieces: readonly Piece[]): number[] {
  const sums = [0];
  pieces.forEach(({ start, tokens }, at) => {
    const gap = text.slice(pieces[at - 1]?.end ?? start, start);
    // A single space or line end goes with the word beside it.
    sums.push((sums[at] ?? 0) + tokens + (gap.length > 1 ? countTokens(gap) : 0));
  });
  return sums;
}
