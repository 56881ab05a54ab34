// Locality-sensitive hashing: finds texts whose signatures agree in a band, without comparing all pairs.

import { mix } from "./shingles.ts";
import { PLACES, type Signatures } from "./minhash.ts";

const MAX_ROWS = 16;
/** The share of pairs exactly at the threshold that must meet in some band; more similar pairs meet more often. */
const MIN_MET = 0.99;

/** The most rows per band with which pairs at the threshold still meet: `1 − (1 − t^rows)^bands ≥ 0.99` (Leskovec et al., ch. 3). */
export function rowsFor(threshold: number): number {
  for (let rows = MAX_ROWS; rows > 1; rows--) {
    if (1 - (1 - threshold ** rows) ** Math.floor(PLACES / rows) >= MIN_MET) return rows;
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
  const keyed = new Float64Array(count);
  for (let from = 0; from + rows <= PLACES; from += rows) {
    for (let index = 0; index < count; index++) {
      let key = from;
      for (let row = 0; row < rows; row++)
        key = mix(Math.imul(key, 31) + (values[index * PLACES + from + row] as number));
      keyed[index] = (key >>> 0) * SHIFT + index;
    }
    keyed.sort();
    visitRuns(keyed, visit);
  }
}

/** Key in the upper bits, index in the lower, exact in 53 bits: up to two million texts. */
const SHIFT = 2 ** 21;
const keyOf = (keyed: number) => Math.floor(keyed / SHIFT);

function visitRuns(keyed: Float64Array, visit: (bucket: number[]) => void): void {
  for (let from = 0; from < keyed.length; ) {
    const key = keyOf(keyed[from] as number);
    let to = from + 1;
    while (to < keyed.length && keyOf(keyed[to] as number) === key) to++;
    if (to - from > 1) visit(Array.from(keyed.subarray(from, to), place => place % SHIFT));
    from = to;
  }
}
