// A hash table from grams (see shingles.ts) to consecutive numbers, in typed arrays: a Map takes five times the memory.

export interface GramPlaces {
  /** The number of a gram, 0 … size − 1; −1 if it was not added. */
  readonly placeOf: (gram: number) => number;
  /** The gram's number; the next free one if it is new. */
  readonly add: (gram: number) => number;
  readonly size: () => number;
}

/** A table for at most this many distinct grams: 18 to 36 bytes each. */
export function startPlaces(most: number): GramPlaces {
  // Never more than two thirds full, so that a search ends after a few steps.
  const slots = 2 ** Math.ceil(Math.log2(most * 1.5 + 2));
  const grams = new Float64Array(slots).fill(-1);
  const places = new Int32Array(slots).fill(-1);
  let size = 0;
  const slotOf = (gram: number): number => {
    // The lower 32 bits of a gram are already evenly distributed.
    let slot = (gram | 0) & (slots - 1);
    while (grams[slot] !== gram && grams[slot] !== -1) slot = (slot + 1) & (slots - 1);
    return slot;
  };
  return {
    placeOf: gram => places[slotOf(gram)] ?? -1,
    add(gram) {
      const slot = slotOf(gram);
      if (places[slot] === -1) {
        if (size >= most) throw new RangeError(`no room for more than ${most} grams`);
        grams[slot] = gram;
        places[slot] = size++;
      }
      return places[slot] as number;
    },
    size: () => size,
  };
}
