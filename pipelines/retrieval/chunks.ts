// Cuts a document into chunks of a given number of tokens, at the ends of sentences if possible.

import { countTokens } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

export interface ChunkSize {
  /** Maximum number of tokens (o200k) of a chunk. */
  readonly size: number;
  /** Maximum number of tokens that a chunk repeats from the one before. */
  readonly overlap: number;
}

/** A chunk's place in its text: UTF-16 offsets, end exclusive. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/** A sentence, or part of one that is too long. */
interface Piece extends Chunk {
  readonly tokens: number;
}

/** Where a sentence may be cut: after a punctuation mark (not within 1,000 or 12:30), or else between words. */
const CLAUSE_END = /[，、；：|—]+|[,;:](?=\s)/gu;
const WORD_END = /\s+/gu;
/** Largest part of a stretch without marks, as a share of a chunk, so that chunks made of such parts are nearly full. */
const PART_SHARE = 1 / 4;
/** Characters per token, more than running text ever has; anything longer is cut before its tokens are counted. */
const MAX_CHARACTERS = 16;

/**
 * The chunks in order. They are whole sentences if these fit; a sentence of more than `size` tokens is cut after a
 * punctuation mark, or else between words, or else anywhere but inside a character. A chunk begins with as many of the
 * previous chunk's last sentences as fit into `overlap`. There is only white space between chunks that do not overlap, and
 * a text of white space has no chunks. With a size of 8 or more no chunk exceeds it; below that a single character may.
 */
export const chunkDocument = (text: string, language: "zh" | "en", size: ChunkSize): Chunk[] =>
  chunkInSizes(text, language, [size]).flat();

/** Runs `chunkDocument` for each size; sentences are found and counted once for all sizes. */
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
  /** Number of tokens before each piece, and finally the total. */
  readonly counts: readonly number[];
  /** Maximum number of tokens. */
  readonly size: number;
}

const tokensIn = (counts: readonly number[], from: number, to: number): number =>
  (counts[to] ?? 0) - (counts[from] ?? 0);
const placeOf = (pieces: readonly Piece[], from: number, to: number): Chunk => ({
  start: pieces[from]?.start ?? 0,
  end: pieces[to - 1]?.end ?? 0,
});

// Once joined, pieces may have a token more or fewer than the sum of their counts, so each stretch is also counted as a whole.
function fits({ text, pieces, size }: Filling, from: number, to: number): boolean {
  const { start, end } = placeOf(pieces, from, to);
  return countTokens(text.slice(start, end)) <= size;
}

/** As many pieces as fit, and at least the first new one; if necessary the first repeated ones are dropped. */
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

/** Where the next chunk begins: at the earliest piece from which the overlap fits. */
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

/** Halves a piece until no part has more than `most` tokens. */
function halved(text: string, piece: Piece, most: number): Piece[] {
  const cut = piece.tokens <= most ? undefined : cutNear(text, piece);
  if (cut === undefined) return [piece];
  return [
    ...trimmed(text, { start: piece.start, end: cut }, most),
    ...trimmed(text, { start: cut, end: piece.end }, most),
  ].flatMap(half => halved(text, half, most));
}

/** The border between words nearest to the middle, within the middle half; or else one between characters; none if there is only one. */
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

/** The end of a character at the middle or just after it, or else just before it. */
function characterCut(text: string, { start, end }: Chunk): number | undefined {
  const middle = Math.floor((start + end) / 2);
  const isBorder = (at: number) => at > start && at < end && !splitsCharacter(text, at);
  return [0, 1, -1].map(step => middle + step).find(isBorder);
}

const splitsCharacter = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));

/** The piece without white space around it; none if there is nothing else. */
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
    // A single space or line end belongs to the word next to it.
    sums.push((sums[at] ?? 0) + tokens + (gap.length > 1 ? countTokens(gap) : 0));
  });
  return sums;
}
