// Counts the longest common subsequence of two texts, 62 tokens at a time.

import { createVocabulary, type Vocabulary } from "./token-numbers.ts";

/**
 * Working memory for texts numbered by one vocabulary. Making it anew takes longer than a count, so whoever compares many pairs hands the
 * same to each call. It grows as it must: 4 bytes for each token of the vocabulary and 13 for each of the longest text, at most twice over.
 */
export interface Room {
  readonly vocabulary: Vocabulary;
  /** By token number: where its two masks lie, or 0 where the shorter text lacks it. All 0 between calls. */
  places: Int32Array;
  /** The places of the longer text's tokens, without the zeros. */
  rows: Int32Array;
  masks: Int32Array;
  carries: Uint8Array;
}

export const createRoom = (vocabulary: Vocabulary): Room => ({
  vocabulary,
  places: new Int32Array(0),
  rows: new Int32Array(0),
  masks: new Int32Array(0),
  carries: new Uint8Array(0),
});

/** As `lcsLength`, of tokens that have no numbers yet. */
export function lcsOfTokens(a: readonly string[], b: readonly string[]): number {
  const vocabulary = createVocabulary();
  return lcsLength(vocabulary.numbersOf(a), vocabulary.numbersOf(b), createRoom(vocabulary));
}

/**
 * How many tokens the longest common subsequence of both has; both numbered by the room's vocabulary. Time grows by one step for each token
 * of the longer text and 62 of the shorter, and only tokens of the longer one that stand in the shorter take part.
 */
export function lcsLength(a: Int32Array, b: Int32Array, room: Room): number {
  if (a.length < b.length) return lcsLength(b, a, room);
  fit(room, a.length);
  const { places } = room;
  for (let at = 0; at < b.length; at++) places[b[at] ?? 0] = 2 * at + 2;
  const length = bitParallel(keepKnown(a, room), b, room);
  for (let at = 0; at < b.length; at++) places[b[at] ?? 0] = 0;
  return length;
}

function fit(room: Room, longest: number): void {
  const { size } = room.vocabulary;
  if (size > room.places.length) room.places = new Int32Array(2 * size);
  if (longest <= room.rows.length) return;
  room.rows = new Int32Array(2 * longest);
  room.masks = new Int32Array(2 * (2 * longest + 1));
  room.carries = new Uint8Array(2 * longest);
}

/** How many rows there are. No branch on a zero: it cannot be foreseen, and a wrong guess costs more than a step. */
function keepKnown(long: Int32Array, { places, rows }: Room): number {
  let count = 0;
  for (let at = 0; at < long.length; at++) {
    const place = places[long[at] ?? 0] ?? 0;
    rows[count] = place;
    count += -place >>> 31;
  }
  return count;
}

const WORD = 31;
const ONES = 0x7fffffff;

/**
 * V ← (V + (V & M)) | (V & ~M) for each token of the longer text, V all ones at first, M the places of the token in the shorter one:
 * Crochemore, Iliopoulos, Pinzon and Reid (2001), Information Processing Letters 80; Hyyrö (2004), AWOCA, in this form. The zeros of V
 * are the length. Words are of 31 bits, so that the 32nd shows what a sum carries. Two words go through the longer text at once; what
 * the second one carries is kept for the next two.
 */
function bitParallel(count: number, short: Int32Array, room: Room): number {
  const { rows, masks, carries } = room;
  carries.fill(0, 0, count);
  let length = 0;
  for (let from = 0; from < short.length; from += 2 * WORD) {
    masks.fill(0, 0, 2 * (short.length + 1));
    setMasks(short, from, 0, room);
    setMasks(short, from + WORD, 1, room);
    let first = ONES;
    let second = ONES;
    for (let row = 0; row < count; row++) {
      const place = rows[row] ?? 0;
      const met = first & (masks[place] ?? 0);
      const sum = (((first + met) | 0) + (carries[row] ?? 0)) | 0;
      first = (sum | (first ^ met)) & ONES;
      const secondMet = second & (masks[place + 1] ?? 0);
      const secondSum = (((second + secondMet) | 0) + (sum >>> WORD)) | 0;
      second = (secondSum | (second ^ secondMet)) & ONES;
      carries[row] = secondSum >>> WORD;
    }
    length += zerosOf(first) + zerosOf(second);
  }
  return length;
}

/** A bit in its token's mask for each of 31 tokens of the shorter text. */
function setMasks(short: Int32Array, from: number, word: 0 | 1, { places, masks }: Room): void {
  const to = Math.min(from + WORD, short.length);
  for (let at = from; at < to; at++) {
    const mask = (places[short[at] ?? 0] ?? 0) + word;
    masks[mask] = (masks[mask] ?? 0) | (1 << (at - from));
  }
}

/** How many of 31 bits are not set: Warren, Hacker's Delight, 5-1. */
function zerosOf(word: number): number {
  const zeros = word ^ ONES;
  const pairs = zeros - ((zeros >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
