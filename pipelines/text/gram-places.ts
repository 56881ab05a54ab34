// A hash table from grams (see shingles.ts) to consecutive numbers, in typed arrays: a Map would take five times the memory.

export interface GramPlaces {
  /** The number of a gram, 0 … size − 1; −1 if it was not added. */
  readonly placeOf: (gram: number) => number;
  /** Adds a gram if it is not there yet, and returns its number. */
  readonly add: (gram: number) => number;
  readonly size: () => number;
}

/** A table for at most this many distinct grams: 18 to 36 bytes each. */
export function createGramPlaces(maxGrams: number): GramPlaces {
  // Never more than two thirds full, so that a search ends after a few steps.
  const slotCount = 2 ** Math.ceil(Math.log2(maxGrams * 1.5 + 2));
  const grams = new Float64Array(slotCount).fill(-1);
  const places = new Int32Array(slotCount).fill(-1);
  let size = 0;
  const slotOf = (gram: number): number => {
    // The lower 32 bits of a gram are already evenly distributed.
    let slot = (gram | 0) & (slotCount - 1);
    while (grams[slot] !== gram && grams[slot] !== -1) slot = (slot + 1) & (slotCount - 1);
    return slot;
  };
  return {
    placeOf: gram => places[slotOf(gram)] ?? -1,
    add(gram) {
      const slot = slotOf(gram);
      if (places[slot] === -1) {
        if (size >= maxGrams) throw new RangeError(`no room for more than ${maxGrams} grams`);
        grams[slot] = gram;
        places[slot] = size++;
      }
      return places[slot] as number;
    },
    size: () => size,
  };
}
