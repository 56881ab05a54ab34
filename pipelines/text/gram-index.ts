// An index from 5-grams to the texts that contain them, to compare another text with all of them in one pass.

import { type GramPlaces, createGramPlaces } from "./gram-places.ts";
import { shingleSet } from "./shingles.ts";

/** A text, and a part of it that is counted separately. */
export interface IndexedText {
  readonly text: string;
  readonly part: string;
}

export interface SharedCount {
  /** The text's index in the list. */
  readonly index: number;
  /** Number of the text's grams that the other text contains. */
  readonly shared: number;
  /** How many of these are in its part. */
  readonly sharedPart: number;
}

export interface GramIndex {
  /** Number of distinct grams in each text and its part. */
  readonly sizes: readonly { readonly whole: number; readonly part: number }[];
  /** Counts for every text that shares a gram with this set, in the order of the list. */
  readonly countSharedWith: (grams: Float64Array) => SharedCount[];
}

interface Postings {
  readonly places: GramPlaces;
  /** Where each gram's texts begin in `entries`. */
  readonly starts: Uint32Array;
  /** Twice a text's index, plus one if the gram is in its part. */
  readonly entries: Uint32Array;
}

type GramsOf = (text: string) => Float64Array;

/** Builds the index, whose counts are exact. Takes about 40 bytes per gram of each text: 25 MB for 1,000 Chinese articles of 700 characters. */
export function indexGrams(
  texts: readonly IndexedText[],
  gramsOf: GramsOf = shingleSet,
): GramIndex {
  const sizes = texts.map(({ text, part }) => ({
    whole: gramsOf(text).length,
    part: gramsOf(part).length,
  }));
  const gramCount = sizes.reduce((sum, { whole }) => sum + whole, 0);
  const postings = buildPostings(texts, gramCount, gramsOf);
  const shared = new Uint32Array(texts.length);
  const sharedPart = new Uint32Array(texts.length);
  return { sizes, countSharedWith: grams => countShared(grams, postings, { shared, sharedPart }) };
}

// The sets are recomputed in each pass: in memory, they would be larger than the index.
function buildPostings(
  texts: readonly IndexedText[],
  gramCount: number,
  gramsOf: GramsOf,
): Postings {
  const places = createGramPlaces(gramCount);
  const starts = new Uint32Array(gramCount + 1);
  for (const { text } of texts) {
    for (const gram of gramsOf(text)) {
      const nextPlace = places.add(gram) + 1;
      starts[nextPlace] = (starts[nextPlace] ?? 0) + 1;
    }
  }
  for (let place = 1; place <= gramCount; place++)
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  const nextEntries = starts.slice();
  const entries = new Uint32Array(gramCount);
  for (const [index, { text, part }] of texts.entries()) {
    const partGrams = new Set(gramsOf(part));
    for (const gram of gramsOf(text)) {
      const place = places.placeOf(gram);
      const entryIndex = nextEntries[place] ?? 0;
      entries[entryIndex] = index * 2 + (partGrams.has(gram) ? 1 : 0);
      nextEntries[place] = entryIndex + 1;
    }
  }
  return { places, starts, entries };
}

/** Counts in reused arrays, which are all zeros before and after. */
function countShared(
  grams: Float64Array,
  { places, starts, entries }: Postings,
  { shared, sharedPart }: Record<"shared" | "sharedPart", Uint32Array>,
): SharedCount[] {
  const touchedIndices: number[] = [];
  for (const gram of grams) {
    const place = places.placeOf(gram);
    if (place === -1) continue;
    const end = starts[place + 1] as number;
    for (let entryIndex = starts[place] as number; entryIndex < end; entryIndex++) {
      const entry = entries[entryIndex] as number;
      const index = entry >>> 1;
      if (shared[index] === 0) touchedIndices.push(index);
      shared[index] = (shared[index] as number) + 1;
      sharedPart[index] = (sharedPart[index] as number) + (entry & 1);
    }
  }
  return touchedIndices
    .sort((a, b) => a - b)
    .map(index => {
      const count = {
        index,
        shared: shared[index] as number,
        sharedPart: sharedPart[index] as number,
      };
      shared[index] = 0;
      sharedPart[index] = 0;
      return count;
    });
}
