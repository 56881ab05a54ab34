// Cuts a document into chunks of a given number of tokens, at the ends of sentences if possible.

import { countTokens } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

export interface ChunkSize {
  /** Maximum number of tokens (o200k) of a chunk. */
  readonly size: number;
  /** Maximum number of tokens that a chunk repeats from the previous chunk. */
  readonly overlap: number;
}

/** A chunk's position in its text: UTF-16 offsets, end exclusive. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/** A sentence, or part of a sentence that is too long. */
interface Piece extends Chunk {
  readonly tokens: number;
}

/** Where a sentence may be cut: after a punctuation mark (not within 1,000 or 12:30), otherwise between words. */
const clauseEnd = /[，、；：|—]+|[,;:](?=\s)/gu;
const wordEnd = /\s+/gu;
/** Maximum size of the parts into which text without punctuation is cut, as a share of a chunk, so that chunks made of such parts are nearly full. */
const maxPartShare = 1 / 4;
/** Maximum number of characters per token, more than running text ever has; a longer piece is cut before its tokens are counted. */
const maxTokenLength = 16;

/**
 * The chunks of each size, in order. They consist of whole sentences if these fit; a sentence of more than `size`
 * tokens is cut after a punctuation mark, otherwise between words, otherwise anywhere but inside a character. A chunk
 * begins with as many of the previous chunk's last sentences as fit into `overlap`. There is only white space between
 * chunks that do not overlap, and a text consisting only of white space has no chunks. With a size of 8 or more no
 * chunk exceeds it; below that a single character may. Sentences are found and counted once for all sizes.
 */
export function chunkInSizes(
  text: string,
  language: "zh" | "en",
  sizes: readonly ChunkSize[],
): Chunk[][] {
  const maxSize = Math.max(...sizes.map(({ size }) => size));
  const sentences = splitSentences(text, language).map(sentence =>
    countPiece(text, sentence, maxSize),
  );
  return sizes.map(size => packPieces(text, piecesOf(text, sentences, size.size), size));
}

function packPieces(text: string, pieces: readonly Piece[], { size, overlap }: ChunkSize): Chunk[] {
  const counts = tokenSums(text, pieces);
  const chunks: Chunk[] = [];
  let from = 0;
  for (let nextNew = 0; nextNew < pieces.length; ) {
    const chunk = takePieces({ text, pieces, counts, size }, from, nextNew);
    chunks.push(chunkOf(pieces, chunk.from, chunk.to));
    nextNew = chunk.to;
    from = overlapStart({ text, pieces, counts, size: overlap }, chunk.from + 1, nextNew);
  }
  return chunks;
}

interface ChunkFill {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Number of tokens before each piece, and finally the total. */
  readonly counts: readonly number[];
  /** Maximum number of tokens. */
  readonly size: number;
}

const tokensIn = (counts: readonly number[], from: number, to: number): number =>
  (counts[to] ?? 0) - (counts[from] ?? 0);
const chunkOf = (pieces: readonly Piece[], from: number, to: number): Chunk => ({
  start: pieces[from]?.start ?? 0,
  end: pieces[to - 1]?.end ?? 0,
});

// Joined pieces may have one token more or fewer than the sum of their counts, so each chunk is also counted as a whole.
function isWithinSize({ text, pieces, size }: ChunkFill, from: number, to: number): boolean {
  const { start, end } = chunkOf(pieces, from, to);
  return countTokens(text.slice(start, end)) <= size;
}

/** Takes as many pieces as fit, and at least the first new piece; if necessary, drops the first repeated pieces. */
function takePieces(fill: ChunkFill, from: number, firstNew: number): { from: number; to: number } {
  const { counts, pieces, size } = fill;
  let firstPiece = from;
  while (firstPiece < firstNew && tokensIn(counts, firstPiece, firstNew + 1) > size) firstPiece++;
  let to = firstNew + 1;
  while (to < pieces.length && tokensIn(counts, firstPiece, to + 1) <= size) to++;
  while ((to > firstNew + 1 || firstPiece < firstNew) && !isWithinSize(fill, firstPiece, to)) {
    if (to > firstNew + 1) to--;
    else firstPiece++;
  }
  return { from: firstPiece, to };
}

/** Where the next chunk begins: at the earliest piece from which the overlap fits. */
function overlapStart(fill: ChunkFill, minFrom: number, end: number): number {
  let from = end;
  while (from > minFrom && tokensIn(fill.counts, from - 1, end) <= fill.size) from--;
  while (from < end && !isWithinSize(fill, from, end)) from++;
  return from;
}

function piecesOf(text: string, sentences: readonly Piece[], size: number): Piece[] {
  const maxTokens = Math.max(1, Math.floor(size * maxPartShare));
  const cutIfTooLong = (piece: Piece, split: (piece: Piece) => Piece[]): Piece[] =>
    piece.tokens <= size ? [piece] : split(piece);
  const halveClause = (clause: Piece) =>
    cutIfTooLong(clause, longPiece => halvePiece(text, longPiece, maxTokens));
  return sentences.flatMap(sentence =>
    cutIfTooLong(sentence, longPiece => clausesOf(text, longPiece, size).flatMap(halveClause)),
  );
}

function countPiece(text: string, { start, end }: Chunk, maxTokens: number): Piece {
  return {
    start,
    end,
    tokens:
      end - start > maxTokenLength * maxTokens ? Infinity : countTokens(text.slice(start, end)),
  };
}

function clausesOf(text: string, { start, end }: Chunk, size: number): Piece[] {
  const ends = [...text.slice(start, end).matchAll(clauseEnd)].map(
    match => start + match.index + match[0].length,
  );
  return [...ends, end].flatMap((to, index) =>
    trimPiece(text, { start: ends[index - 1] ?? start, end: to }, size),
  );
}

/** Halves a piece until no part has more than `maxTokens` tokens. */
function halvePiece(text: string, piece: Piece, maxTokens: number): Piece[] {
  const cut = piece.tokens <= maxTokens ? undefined : cutNear(text, piece);
  if (cut === undefined) return [piece];
  return [
    ...trimPiece(text, { start: piece.start, end: cut }, maxTokens),
    ...trimPiece(text, { start: cut, end: piece.end }, maxTokens),
  ].flatMap(half => halvePiece(text, half, maxTokens));
}

/** The word boundary nearest to the middle, within the middle half; otherwise a boundary between characters; undefined if there is only one character. */
function cutNear(text: string, { start, end }: Chunk): number | undefined {
  const quarter = Math.floor((end - start) / 4);
  const middle = (start + end) / 2;
  const cuts = [...text.slice(start + quarter, end - quarter).matchAll(wordEnd)].map(
    match => start + quarter + match.index,
  );
  const innerCuts = cuts.filter(offset => offset > start && offset < end);
  if (innerCuts.length === 0) return characterCut(text, { start, end });
  return innerCuts.reduce((best, offset) =>
    Math.abs(offset - middle) < Math.abs(best - middle) ? offset : best,
  );
}

/** The character boundary at the middle or just after it, otherwise just before it. */
function characterCut(text: string, { start, end }: Chunk): number | undefined {
  const middle = Math.floor((start + end) / 2);
  const isBoundary = (offset: number) =>
    offset > start && offset < end && !splitsCharacter(text, offset);
  return [0, 1, -1].map(step => middle + step).find(isBoundary);
}

const splitsCharacter = (text: string, offset: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(offset - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(offset));

/** The piece without the white space around it; none if it is only white space. */
function trimPiece(text: string, { start, end }: Chunk, maxTokens: number): Piece[] {
  const piece = text.slice(start, end);
  const from = start + piece.length - piece.trimStart().length;
  const to = start + piece.trimEnd().length;
  return from < to ? [countPiece(text, { start: from, end: to }, maxTokens)] : [];
}

function tokenSums(text: string, pieces: readonly Piece[]): number[] {
  const sums = [0];
  pieces.forEach(({ start, tokens }, index) => {
    const gap = text.slice(pieces[index - 1]?.end ?? start, start);
    // A single space or line end belongs to the word next to it.
    sums.push((sums[index] ?? 0) + tokens + (gap.length > 1 ? countTokens(gap) : 0));
  });
  return sums;
}
