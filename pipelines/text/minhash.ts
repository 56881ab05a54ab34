// Computes one-permutation MinHash signatures of texts, and finds those that agree in a band. The share of equal places in two signatures estimates the texts' similarity.

import { gramLength, isSpace, mix } from "./gram-sets.ts";

/** Number of places in a signature. An estimate's standard error is below 0.032; a signature takes 1 kB. */
export const places = 256;
const placeBits = 8;
const multiplier = 0x9e3779b1;
const empty = 0x7fff_ffff;

/** All signatures, concatenated in one array. */
export interface Signatures {
  readonly count: number;
  readonly values: Int32Array;
}

/**
 * A signature of each text's 5-grams (see gram-sets.ts), in order. One rolling hash per gram: its upper bits choose the
 * place, which keeps the smallest of the lower bits (one permutation hashing, Li, Owen and Zhang 2012); places without
 * a gram borrow from others (optimal densification, Shrivastava 2017).
 */
export function signaturesOf(texts: readonly string[]): Signatures {
  const values = new Int32Array(texts.length * places).fill(empty);
  const minima = new Int32Array(places);
  for (const [index, text] of texts.entries()) {
    minima.fill(empty);
    // Without grams, there is nothing to borrow.
    if (fillPlaces(text, minima) > 0) fillEmptyPlaces(minima, values, index * places);
  }
  return { count: texts.length, values };
}

/** Fills the places that grams fall on, and returns the number of UTF-16 units read. */
function fillPlaces(text: string, minima: Int32Array): number {
  let hash = 0;
  let units = 0;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isSpace(unit)) continue;
    hash = (((Math.imul(hash, multiplier) + unit) | 0) - Math.imul(a, leavingFactor)) | 0;
    // Separate variables: a window in an array, or destructuring, doubles the time.
    a = b;
    b = c;
    c = d;
    d = e;
    e = unit;
    if (++units >= gramLength) keepSmallest(minima, hash);
  }
  if (units > 0 && units < gramLength) keepSmallest(minima, hash);
  return units;
}

/** The factor for the unit that leaves the window. */
const leavingFactor = [1, 2, 3, 4, 5].reduce(power => Math.imul(power, multiplier), 1);

/** The upper bits of the mixed hash choose the place; a full mix, with one more multiplication, is not needed. */
function keepSmallest(minima: Int32Array, hash: number): void {
  const spreadHash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const mixedHash = spreadHash ^ (spreadHash >>> 13);
  const place = mixedHash >>> (32 - placeBits);
  const value = (mixedHash << placeBits) >>> placeBits;
  if (value < (minima[place] as number)) minima[place] = value;
}

/** Each empty place tries others in its own order, which is the same for all texts. */
function fillEmptyPlaces(minima: Int32Array, values: Int32Array, offset: number): void {
  for (let place = 0; place < places; place++) {
    let value = minima[place] as number;
    for (let attempt = 1; value === empty; attempt++)
      value = minima[
        mix(Math.imul(place + 1, 0x27d4eb2f) + attempt) >>> (32 - placeBits)
      ] as number;
    values[offset + place] = value;
  }
}

/** The number of places where two signatures agree; 0 if fewer than `minAgreement`, without counting to the end. */
export function agreementOf(
  { values }: Signatures,
  a: number,
  b: number,
  minAgreement: number,
): number {
  let misses = places - minAgreement;
  const [startA, startB] = [a * places, b * places];
  for (let place = 0; place < places; place++) {
    if (values[startA + place] !== values[startB + place] && --misses < 0) return 0;
  }
  return minAgreement + misses;
}

const maxRows = 16;
/** Minimum share of the pairs exactly at the threshold that must meet in at least one band; more similar pairs meet more often. */
const minMeetingShare = 0.99;

/** Maximum number of rows per band at which pairs at the threshold still meet: `1 − (1 − t^rows)^bands ≥ 0.99` (Leskovec et al., ch. 3). */
export function maxRowsFor(threshold: number): number {
  for (let rows = maxRows; rows > 1; rows--) {
    if (1 - (1 - threshold ** rows) ** Math.floor(places / rows) >= minMeetingShare) return rows;
  }
  return 1;
}

/**
 * Calls `visit` for each bucket with the texts that meet in a band (their indices, ascending), in an order that depends
 * only on the signatures. Two texts may meet several times. Takes 8 bytes per text in addition to the signatures.
 */
export function visitBuckets(
  { count, values }: Signatures,
  rows: number,
  visit: (bucket: number[]) => void,
): void {
  const entries = new Float64Array(count);
  for (let firstRow = 0; firstRow + rows <= places; firstRow += rows) {
    for (let index = 0; index < count; index++) {
      let key = firstRow;
      for (let row = 0; row < rows; row++)
        key = mix(Math.imul(key, 31) + (values[index * places + firstRow + row] as number));
      entries[index] = (key >>> 0) * keyFactor + index;
    }
    entries.sort();
    visitRuns(entries, visit);
  }
}

/** An entry has its key in the upper bits and its index in the lower, exact in 53 bits: up to two million texts. */
const keyFactor = 2 ** 21;
const keyOf = (entry: number) => Math.floor(entry / keyFactor);

function visitRuns(entries: Float64Array, visit: (bucket: number[]) => void): void {
  for (let start = 0; start < entries.length; ) {
    const key = keyOf(entries[start] as number);
    let end = start + 1;
    while (end < entries.length && keyOf(entries[end] as number) === key) end++;
    if (end - start > 1)
      visit(Array.from(entries.subarray(start, end), entry => entry % keyFactor));
    start = end;
  }
}
