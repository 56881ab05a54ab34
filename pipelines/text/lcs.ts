// The length of the longest common subsequence, 32 places of one text at a time.

/**
 * How many tokens the longest common subsequence of both has. Time grows by one step for each token of the one and 32 of the other, and
 * only tokens that stand in both take part.
 */
export function lcsLength(a: readonly string[], b: readonly string[]): number {
  const known = new Map<string, number>();
  for (const token of b) if (!known.has(token)) known.set(token, known.size + 1);
  return lcsOfNumbers(numbersOf(a, known), numbersOf(b, known), lcsRoom(known.size + 1, Math.max(a.length, b.length)));
}

/** 0 for a token that is not known. A loop: `Int32Array.from` takes many times as long. */
function numbersOf(tokens: readonly string[], known: ReadonlyMap<string, number>): Int32Array {
  const numbers = new Int32Array(tokens.length);
  for (let at = 0; at < tokens.length; at++) numbers[at] = known.get(tokens[at] ?? "") ?? 0;
  return numbers;
}

/** Memory for `lcsOfNumbers`, to be used again for any number of pairs. */
export interface LcsRoom {
  readonly places: Int32Array;
  readonly shared: Uint8Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly masks: Int32Array;
  readonly carries: Uint8Array;
}

/** Room for tokens numbered from 0 to `kinds` less one, in texts of at most `longest` tokens. */
export const lcsRoom = (kinds: number, longest: number): LcsRoom => ({
  places: new Int32Array(kinds),
  shared: new Uint8Array(longest + 1),
  first: new Int32Array(longest + 1),
  second: new Int32Array(longest + 1),
  masks: new Int32Array(2 * (longest + 1)),
  carries: new Uint8Array(longest + 1),
});

/** As `lcsLength`, of tokens that are numbered already: several times as fast. RangeError where the room is too small. */
export function lcsOfNumbers(a: Int32Array, b: Int32Array, room: LcsRoom): number {
  if (Math.max(a.length, b.length) >= room.first.length) throw new RangeError(`no room for ${Math.max(a.length, b.length)} tokens`);
  const inFirst = takeShared(a, b, room);
  const inSecond = keepShared(b, room);
  const { first, second } = room;
  return inFirst < inSecond ? bitParallel(second, inSecond, first, inFirst, room) : bitParallel(first, inFirst, second, inSecond, room);
}

// A token is now called by its last place in `b`, from 1, so that what follows needs tables no longer than the texts. No branch on
// what a token is: whether it stands in the other text cannot be foreseen, and a wrong guess costs more than a step.
function takeShared(a: Int32Array, b: Int32Array, { places, shared, first }: LcsRoom): number {
  for (let at = 0; at < b.length; at++) places[b[at] ?? 0] = at + 1;
  shared.fill(0, 0, b.length + 1);
  let count = 0;
  for (let at = 0; at < a.length; at++) {
    const place = places[a[at] ?? 0] ?? 0;
    first[count] = place;
    shared[place] = 1;
    // One more where the place is not 0.
    count += -place >>> 31;
  }
  return count;
}

/** Leaves `places` empty for the next pair. */
function keepShared(b: Int32Array, { places, shared, second }: LcsRoom): number {
  let count = 0;
  for (let at = 0; at < b.length; at++) {
    const place = places[b[at] ?? 0] ?? 0;
    second[count] = place;
    count += shared[place] ?? 0;
  }
  for (let at = 0; at < b.length; at++) places[b[at] ?? 0] = 0;
  return count;
}

/**
 * V ← (V + (V & M)) | (V & ~M) for each token of the longer text, V all ones at first, M the places of the token in the shorter one:
 * Crochemore, Iliopoulos, Pinzon and Reid (2001), Information Processing Letters 80; Hyyrö (2004), AWOCA, in this form. The zeros of V
 * are the length. Two words of 32 places go through the longer text at once; what their sum carries is kept for the next two.
 */
function bitParallel(long: Int32Array, rows: number, short: Int32Array, columns: number, { masks, carries }: LcsRoom): number {
  carries.fill(0, 0, rows);
  let length = 0;
  for (let from = 0; from < columns; from += 64) {
    setMasks(short, from, Math.min(columns, from + 64), masks);
    let low = -1;
    let high = -1;
    for (let row = 0; row < rows; row++) {
      const place = (long[row] ?? 0) << 1;
      const met = low & (masks[place] ?? 0);
      const sum = (((low + (carries[row] ?? 0)) | 0) + met) | 0;
      // The sum carries where both had the uppermost bit, or one had it and the sum has it no more.
      const carry = (met | (low & ~sum)) >>> 31;
      low = sum | (low ^ met);
      const metHigh = high & (masks[place + 1] ?? 0);
      const sumHigh = (((high + carry) | 0) + metHigh) | 0;
      carries[row] = (metHigh | (high & ~sumHigh)) >>> 31;
      high = sumHigh | (high ^ metHigh);
    }
    clearMasks(short, from, Math.min(columns, from + 64), masks);
    length += bitsOf(~low) + bitsOf(~high);
  }
  return length;
}

function setMasks(short: Int32Array, from: number, to: number, masks: Int32Array): void {
  for (let at = from; at < to; at++) {
    const word = ((short[at] ?? 0) << 1) | ((at - from) >>> 5);
    masks[word] = (masks[word] ?? 0) | (1 << (at & 31));
  }
}

function clearMasks(short: Int32Array, from: number, to: number, masks: Int32Array): void {
  for (let at = from; at < to; at++) {
    const word = (short[at] ?? 0) << 1;
    masks[word] = 0;
    masks[word + 1] = 0;
  }
}

/** How many bits of a 32-bit word are set: Warren, Hacker's Delight, 5-1. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
