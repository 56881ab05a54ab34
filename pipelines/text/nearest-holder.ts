// Finds the document that holds most of a reference's words, without knowing where the reference came from.

import { startPlaces } from "./gram-places.ts";
import { containmentOf, shingleSet } from "./shingles.ts";

/** A document's place in the list, and the share of the reference's 5-grams that stand in it. */
export interface Holder {
  readonly index: number;
  readonly containment: number;
}

export interface HolderIndex {
  readonly texts: readonly string[];
  readonly find: (sample: Float64Array) => readonly number[];
}

/** One gram in so many is indexed: of a reference of 300 still about forty. */
const SAMPLED = 8;
/** Documents that hold most of the sampled grams are counted in full. */
const VERIFIED = 20;

// The lower bits of a gram choose slots of the table; these are higher ones.
const isSampled = (gram: number) => Math.floor(gram / 0x1_0000_0000) % SAMPLED === 0;
const sampleOf = (grams: Float64Array) => grams.filter(isSampled);

/** Indexes a corpus. Takes about 5 bytes for each character of it: 200 MB for 60,000 articles of 700. */
export function indexHolders(texts: readonly string[]): HolderIndex {
  const sizes = texts.map(text => sampleOf(shingleSet(text)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const places = startPlaces(total);
  // Chains in place of lists: the newest entry of each gram, and before each entry the one that came before it.
  const newest = new Int32Array(total).fill(-1);
  const before = new Int32Array(total);
  const holder = new Int32Array(total);
  let entries = 0;
  for (const [index, text] of texts.entries()) {
    for (const gram of sampleOf(shingleSet(text))) {
      const place = places.add(gram);
      before[entries] = newest[place] ?? -1;
      holder[entries] = index;
      newest[place] = entries++;
    }
  }
  const find = (sample: Float64Array) => {
    const counts = new Map<number, number>();
    for (const gram of sample) {
      const place = places.placeOf(gram);
      for (
        let entry = place === -1 ? -1 : (newest[place] ?? -1);
        entry !== -1;
        entry = before[entry] ?? -1
      ) {
        const index = holder[entry] ?? -1;
        counts.set(index, (counts.get(index) ?? 0) + 1);
      }
    }
    return [...counts]
      .sort(([a, most], [b, least]) => least - most || a - b)
      .map(([index]) => index);
  };
  return { texts, find };
}

/**
 * The document with the greatest containment, counted in full; null where none shares anything (or the reference is
 * too short to tell). Found by a sample, it is surely the greatest only where it stands out, as a leak does.
 */
export function nearestHolder({ texts, find }: HolderIndex, reference: string): Holder | null {
  const grams = shingleSet(reference);
  let nearest: Holder | null = null;
  for (const index of find(sampleOf(grams)).slice(0, VERIFIED)) {
    const containment = containmentOf(grams, shingleSet(texts[index] ?? ""));
    if (containment > (nearest?.containment ?? 0)) nearest = { index, containment };
  }
  return nearest;
}
