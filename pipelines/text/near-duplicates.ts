// Pairs of texts that are nearly the same: a prefix-filtered inverted index of shingles, every candidate verified exactly.

import { grams } from "./similarity.ts";

export interface NearDuplicate {
  /** Ids of the two rows, the earlier row first. */
  readonly a: string;
  readonly b: string;
  /** Jaccard similarity of their character trigrams, at least the threshold. */
  readonly similarity: number;
}

/**
 * All pairs of rows whose trigram sets have a Jaccard similarity of at least `threshold` (above 0, at most 1), in row
 * order. None is missed: two such sets share a gram among the rarest |x| - ceil(threshold·|x|) + 1 of each
 * (prefix filter: Bayardo, Ma, Srikant 2007, "Scaling up all pairs similarity search").
 */
export function nearDuplicates(rows: readonly { id: string; text: string }[], threshold: number): NearDuplicate[] {
  if (!(threshold > 0 && threshold <= 1)) throw new RangeError(`threshold ${threshold} is not in (0, 1]`);
  const sets = rarestFirst(rows.map(row => grams(row.text)));
  const index = new Map<number, number[]>();
  const found: NearDuplicate[] = [];
  sets.forEach((set, at) => {
    for (const other of candidates(set, threshold, index)) {
      const similarity = overlap(sets[other] ?? EMPTY, set);
      if (similarity >= threshold) found.push({ a: rows[other]?.id ?? "", b: rows[at]?.id ?? "", similarity });
    }
    for (const gram of prefix(set, threshold)) post(index, gram, at);
  });
  return found;
}

const EMPTY = new Int32Array();

/** Each set as ascending gram numbers, the rarest gram having the smallest number. */
function rarestFirst(sets: readonly ReadonlySet<string>[]): Int32Array[] {
  const frequency = new Map<string, number>();
  for (const set of sets) for (const gram of set) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  const order = [...frequency.keys()].sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1));
  const rank = new Map(order.map((gram, at) => [gram, at]));
  return sets.map(set => Int32Array.from(set, gram => rank.get(gram) ?? 0).sort());
}

const prefix = (set: Int32Array, threshold: number): Int32Array => set.subarray(0, set.length - Math.ceil(threshold * set.length - 1e-9) + 1);

function candidates(set: Int32Array, threshold: number, index: ReadonlyMap<number, number[]>): number[] {
  const seen = new Set<number>();
  for (const gram of prefix(set, threshold)) for (const other of index.get(gram) ?? []) seen.add(other);
  return [...seen].sort((a, b) => a - b);
}

function overlap(left: Int32Array, right: Int32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const difference = (left[i] ?? 0) - (right[j] ?? 0);
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared / (left.length + right.length - shared);
}

function post(index: Map<number, number[]>, gram: number, at: number): void {
  const postings = index.get(gram);
  if (postings === undefined) index.set(gram, [at]);
  else postings.push(at);
}
