// Numbers the tokens of two texts, and counts their longest common subsequence 31 places at a time.

interface Keys {
  readonly front: Int32Array;
  readonly back: Int32Array;
}

/**
 * Working memory for two texts of at most `longest` tokens. To make it anew takes about as long as the count itself; whoever compares many
 * texts, one pair after the other, hands the same to each call. What one call leaves there the next one writes over.
 */
export interface Room {
  readonly longest: number;
  readonly keys: readonly [Keys, Keys];
  readonly slots: Int32Array;
  /** Of each token of the first text its number, and of each of the second. */
  readonly numbers: readonly [Int32Array, Int32Array];
  readonly masks: Int32Array;
  readonly carries: Uint8Array;
}

const keysOf = (size: number): Keys => ({ front: new Int32Array(size), back: new Int32Array(size) });

export const roomFor = (longest: number): Room => ({
  longest,
  keys: [keysOf(longest), keysOf(longest)],
  slots: new Int32Array(slotsOf(longest)),
  numbers: [new Int32Array(longest), new Int32Array(longest)],
  masks: new Int32Array(4 * (longest + 1)),
  carries: new Uint8Array(longest),
});

/** A power of two, at least twice as many as there are tokens. */
const slotsOf = (tokens: number): number => 1 << (33 - Math.clz32(tokens));

/** A longer text gets memory of its own. */
const roomOf = (longest: number, given: Room | undefined): Room => (given !== undefined && longest <= given.longest ? given : roomFor(longest));

/**
 * How many tokens the longest common subsequence of both has. Time grows by one step for each token of the longer one and 124 of the
 * shorter, and only tokens of the longer one that stand in the shorter take part.
 */
export function lcsLength(a: readonly string[], b: readonly string[], given?: Room): number {
  if (a.length < b.length) return lcsLength(b, a, given);
  const room = roomOf(a.length, given);
  numberInto(a, b, room);
  const [rows, columns] = room.numbers;
  return bitParallel(rows, keepKnown(rows, a.length), columns, b.length, room);
}

/** What two texts have, by number: what stands in the reference by the place, from 1, where it first does; all else is 0. */
export interface Numbered {
  readonly text: Int32Array;
  readonly reference: Int32Array;
}

/** Both texts' tokens by number. */
export function numberTokens(text: readonly string[], reference: readonly string[], given?: Room): Numbered {
  const room = roomOf(Math.max(text.length, reference.length), given);
  numberInto(text, reference, room);
  return copyNumbers(room, text.length, reference.length);
}

/** Numbers what stands at the same place in `first` and `second` as one thing: of runs and the tokens after them, runs of one more. */
export function numberPairs(first: Numbered, second: Numbered, given?: Room): Numbered {
  const { text, reference } = second;
  const room = roomOf(Math.max(text.length, reference.length), given);
  findBoth({ front: first.text, back: text, tokens: [], count: text.length }, { front: first.reference, back: reference, tokens: [], count: reference.length }, room);
  return copyNumbers(room, text.length, reference.length);
}

const copyNumbers = ({ numbers: [text, reference] }: Room, length: number, referenceLength: number): Numbered => ({
  text: text.slice(0, length),
  reference: reference.slice(0, referenceLength),
});

// A Map of strings takes several times as long. So each token is first read into two numbers, which then lead to its slot.
function numberInto(text: readonly string[], reference: readonly string[], room: Room): void {
  const [textKeys, referenceKeys] = room.keys;
  readKeys(text, textKeys);
  readKeys(reference, referenceKeys);
  findBoth(searched(textKeys, text), searched(referenceKeys, reference), room);
}

/** Three characters and the length: all there is of a token of up to three. Below 0, `back` says that there is more to compare. */
function readKeys(tokens: readonly string[], { front, back }: Keys): void {
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    const length = token.length;
    // Without the question, the character of an empty token would be NaN, and all after it slow.
    const middle = length === 0 ? 0 : token.charCodeAt(0) | (token.charCodeAt(length >> 1) << 16);
    front[at] = length > 7 ? middle ^ innerOf(token) : middle;
    back[at] = length === 0 ? 0 : token.charCodeAt(length - 1) | (Math.min(length, LONGEST) << 16) | (length > 3 ? MORE : 0);
  }
}

// Of long numbers, many are alike in the three characters.
function innerOf(token: string): number {
  let inner = 0;
  for (let at = 1; at < token.length - 1; at++) inner = Math.imul(inner, 31) + token.charCodeAt(at);
  return inner;
}

const LONGEST = 0x7fff;
const MORE = 1 << 31;

interface Searched extends Keys {
  readonly tokens: readonly string[];
  readonly count: number;
}

// Written out, since `...` takes as long here as a hundred tokens.
const searched = ({ front, back }: Keys, tokens: readonly string[]): Searched => ({ front, back, tokens, count: tokens.length });

function findBoth(text: Searched, reference: Searched, { slots, numbers }: Room): void {
  const used = slotsOf(reference.count);
  slots.fill(0, 0, used);
  findPlaces(reference, { reference, slots, used, places: numbers[1], enter: true });
  findPlaces(text, { reference, slots, used, places: numbers[0], enter: false });
}

interface Search {
  readonly reference: Searched;
  /** Places in the reference, from 1, each at or after the slot to which its keys lead. */
  readonly slots: Int32Array;
  readonly used: number;
  readonly places: Int32Array;
  readonly enter: boolean;
}

function findPlaces({ front, back, tokens, count }: Searched, { reference, slots, used, places, enter }: Search): void {
  const last = used - 1;
  const { front: fronts, back: backs, tokens: known } = reference;
  for (let at = 0; at < count; at++) {
    const one = front[at] ?? 0;
    const two = back[at] ?? 0;
    let slot = ((Math.imul(one, 0x9e3779b1) + Math.imul(two, 0x85ebca6b)) >>> 12) & last;
    let place = slots[slot] ?? 0;
    for (; place !== 0; place = slots[slot] ?? 0) {
      if (fronts[place - 1] === one && backs[place - 1] === two && (two >= 0 || known[place - 1] === tokens[at])) break;
      slot = (slot + 1) & last;
    }
    if (place === 0 && enter) {
      place = at + 1;
      slots[slot] = place;
    }
    places[at] = place;
  }
}

/** Leaves out the zeros. No branch on them: it cannot be foreseen, and a wrong guess costs more than a step. */
function keepKnown(numbers: Int32Array, length: number): number {
  let count = 0;
  for (let at = 0; at < length; at++) {
    const number = numbers[at] ?? 0;
    numbers[count] = number;
    count += -number >>> 31;
  }
  return count;
}

const WORD = 31;
const ONES = 0x7fffffff;

/**
 * V ← (V + (V & M)) | (V & ~M) for each token of the longer text, V all ones at first, M the places of the token in the shorter one:
 * Crochemore, Iliopoulos, Pinzon and Reid (2001), Information Processing Letters 80; Hyyrö (2004), AWOCA, in this form. The zeros of V
 * are the length. Words are of 31 bits, so that the 32nd shows what a sum carries. Four words go through the longer text at once; what
 * the last one carries is kept for the next four.
 */
function bitParallel(long: Int32Array, rows: number, short: Int32Array, columns: number, { masks, carries }: Room): number {
  carries.fill(0, 0, rows);
  let length = 0;
  for (let from = 0; from < columns; from += 4 * WORD) {
    const to = Math.min(columns, from + 4 * WORD);
    setMasks(short, from, to, masks);
    let first = ONES;
    let second = ONES;
    let third = ONES;
    let fourth = ONES;
    for (let row = 0; row < rows; row++) {
      const place = (long[row] ?? 0) << 2;
      const met = first & (masks[place] ?? 0);
      const sum = (((first + met) | 0) + (carries[row] ?? 0)) | 0;
      first = (sum | (first ^ met)) & ONES;
      const secondMet = second & (masks[place + 1] ?? 0);
      const secondSum = (((second + secondMet) | 0) + (sum >>> WORD)) | 0;
      second = (secondSum | (second ^ secondMet)) & ONES;
      const thirdMet = third & (masks[place + 2] ?? 0);
      const thirdSum = (((third + thirdMet) | 0) + (secondSum >>> WORD)) | 0;
      third = (thirdSum | (third ^ thirdMet)) & ONES;
      const fourthMet = fourth & (masks[place + 3] ?? 0);
      const fourthSum = (((fourth + fourthMet) | 0) + (thirdSum >>> WORD)) | 0;
      fourth = (fourthSum | (fourth ^ fourthMet)) & ONES;
      carries[row] = fourthSum >>> WORD;
    }
    clearMasks(short, from, to, masks);
    length += zerosOf(first) + zerosOf(second) + zerosOf(third) + zerosOf(fourth);
  }
  return length;
}

function setMasks(short: Int32Array, from: number, to: number, masks: Int32Array): void {
  let word = 0;
  let bit = 1;
  for (let at = from; at < to; at++) {
    const place = ((short[at] ?? 0) << 2) | word;
    masks[place] = (masks[place] ?? 0) | bit;
    bit = bit << 1;
    if (bit >= 0) continue;
    bit = 1;
    word += 1;
  }
}

function clearMasks(short: Int32Array, from: number, to: number, masks: Int32Array): void {
  for (let at = from; at < to; at++) {
    const word = (short[at] ?? 0) << 2;
    masks[word] = 0;
    masks[word + 1] = 0;
    masks[word + 2] = 0;
    masks[word + 3] = 0;
  }
}

/** How many of 31 bits are not set: Warren, Hacker's Delight, 5-1. */
function zerosOf(word: number): number {
  const zeros = word ^ ONES;
  const pairs = zeros - ((zeros >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
