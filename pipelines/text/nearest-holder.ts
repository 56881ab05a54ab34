// Finds the document that holds most of a reference's words, without knowing where the reference came from.

import { type GramIndex, indexGrams } from "./gram-index.ts";
import { containmentOf, shingleSet } from "./shingles.ts";

/** A document's place in the list, and the share of the reference's 5-grams that stand in it. */
export interface Holder {
  readonly index: number;
  readonly containment: number;
}

export interface HolderIndex {
  readonly texts: readonly string[];
  /** Of sampled grams. */
  readonly samples: GramIndex;
}

/** One gram in so many is indexed: of a reference of 300 still about forty. */
const SAMPLED = 8;
/** Documents that hold most of the sampled grams are counted in full. */
const VERIFIED = 20;

// The lower bits of a gram choose slots of the table; these are higher ones.
const isSampled = (gram: number) => Math.floor(gram / 0x1_0000_0000) % SAMPLED === 0;
const sampleOf = (grams: Float64Array) => grams.filter(isSampled);

/** Indexes a corpus. Takes about 5 bytes for each character of it: 200 MB for 60,000 articles of 700. */
export const indexHolders = (texts: readonly string[]): HolderIndex => ({
  texts,
  samples: indexGrams(
    texts.map(text => ({ text, part: "" })),
    text => sampleOf(shingleSet(text)),
  ),
});

/**
 * The document with the greatest containment, counted in full; null where none shares anything (or the reference is
 * too short to tell). Found by a sample, it is surely the greatest only where it stands out, as a leak does.
 */
export function nearestHolder({ texts, samples }: HolderIndex, reference: string): Holder | null {
  const grams = shingleSet(reference);
  const likely = samples.sharedWith(sampleOf(grams)).sort((a, b) => b.shared - a.shared);
  let nearest: Holder | null = null;
  for (const { index } of likely.slice(0, VERIFIED)) {
    const containment = containmentOf(grams, shingleSet(texts[index] ?? ""));
    if (containment > (nearest?.containment ?? 0)) nearest = { index, containment };
  }
  return nearest;
}
