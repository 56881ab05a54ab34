// Locality-sensitive hashing: finds texts whose signatures agree in a band, without comparing all pairs.

import { mix } from "./shingles.ts";
import { PLACES, type Signatures } from "./minhash.ts";

const MAX_ROWS = 16;
/** Minimum share of the pairs exactly at the threshold that must meet in some band; more similar pairs meet more often. */
const MIN_MEETING_SHARE = 0.99;

/** Maximum number of rows per band with which pairs at the threshold still meet: `1 − (1 − t^rows)^bands ≥ 0.99` (Leskovec et al., ch. 3). */
export function maxRowsFor(threshold: number): number {
  for (let rows = MAX_ROWS; rows > 1; rows--) {
    if (1 - (1 - threshold ** rows) ** Math.floor(PLACES / rows) >= MIN_MEETING_SHARE) return rows;
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
  for (let firstRow = 0; firstRow + rows <= PLACES; firstRow += rows) {
    for (let index = 0; index < count; index++) {
      let key = firstRow;
      for (let row = 0; row < rows; row++)
        key = mix(Math.imul(key, 31) + (values[index * PLACES + firstRow + row] as number));
      entries[index] = (key >>> 0) * SHIFT + index;
    }
    entries.sort();
    visitRuns(entries, visit);
  }
}

/** An entry has its key in the upper bits and its index in the lower, exact in 53 bits: up to two million texts. */
const SHIFT = 2 ** 21;
const keyOf = (entry: number) => Math.floor(entry / SHIFT);

function visitRuns(entries: Float64Array, visit: (bucket: number[]) => void): void {
  for (let start = 0; start < entries.length; ) {
    const key = keyOf(entries[start] as number);
    let end = start + 1;
    while (end < entries.length && keyOf(entries[end] as number) === key) end++;
    if (end - start > 1) visit(Array.from(entries.subarray(start, end), entry => entry % SHIFT));
    start = end;
  }
}
