// Numbers the tokens of two texts, and counts their longest common subsequence 31 places at a time.

interface Keys {
  readonly front: Int32Array;
  readonly back: Int32Array;
}

/** Working memory for two texts of at most `longest` tokens. */
interface Room {
  readonly longest: number;
  readonly keys: readonly [Keys, Keys];
  readonly slots: Int32Array;
  /** Of each token of the first text its number, and of each of the second. */
  readonly numbers: readonly [Int32Array, Int32Array];
  readonly masks: Int32Array;
  readonly carries: Uint8Array;
}

const keysOf = (size: number): Keys => ({ front: new Int32Array(size), back: new Int32Array(size) });

const roomFor = (longest: number): Room => ({
  longest,
  keys: [keysOf(longest), keysOf(longest)],
  slots: new Int32Array(slotsOf(longest)),
  numbers: [new Int32Array(longest), new Int32Array(longest)],
  masks: new Int32Array(4 * (longest + 1)),
  carries: new Uint8Array(longest),
});

/** A power of two, at least twice as many as there are tokens. */
const slotsOf = (tokens: number): number => 1 << (33 - Math.clz32(tokens));

// To make new memory for every pair would take a third of the time. What one call leaves there, the next one writes over, and no two
// calls overlap; longer texts get memory of their own, which goes with them.
const usualRoom = roomFor(4096);
const roomOf = (longest: number): Room => (longest <= usualRoom.longest ? usualRoom : roomFor(longest));

/**
 * How many tokens the longest common subsequence of both has. Time grows by one step for each token of the longer one and 124 of the
 * shorter, and only tokens of the longer one that stand in the shorter take part.
 */
export function lcsLength(a: readonly string[], b: readonly string[]): number {
  if (a.length < b.length) return lcsLength(b, a);
  const room = roomOf(a.length);
  numberInto(a, b, room);
  const [rows, columns] = room.numbers;
  return bitParallel(rows, keepKnown(rows, a.length), columns, b.length, room);
}

/** Both texts by number: a token by the place, from 1, where it first stands in the reference; 0 where it does not. */
export function numberTokens(text: readonly string[], reference: readonly string[]): { readonly text: Int32Array; readonly reference: Int32Array } {
  const room = roomOf(Math.max(text.length, reference.length));
  numberInto(text, reference, room);
  const [numbers, referenceNumbers] = room.numbers;
  return { text: numbers.slice(0, text.length), reference: referenceNumbers.slice(0, reference.length) };
}

// A Map of strings takes ten times as long. So each token is first read into two numbers, which then find their slot.
function numberInto(text: readonly string[], reference: readonly string[], { keys: [textKeys, keys], slots, numbers }: Room): void {
  readKeys(text, textKeys);
  readKeys(reference, keys);
  const last = slotsOf(reference.length) - 1;
  slots.fill(0, 0, last + 1);
  const [textNumbers, referenceNumbers] = numbers;
  for (let at = 0; at < reference.length; at++) {
    const slot = slotFor(at, { tokens: reference, keys, reference, referenceKeys: keys, slots, last });
    if (slots[slot] === 0) slots[slot] = at + 1;
    referenceNumbers[at] = slots[slot] ?? 0;
  }
  for (let at = 0; at < text.length; at++) {
    textNumbers[at] = slots[slotFor(at, { tokens: text, keys: textKeys, reference, referenceKeys: keys, slots, last })] ?? 0;
  }
}

/** Three characters and the length: all there is of a token of up to three. */
function readKeys(tokens: readonly string[], { front, back }: Keys): void {
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    const length = token.length;
    // Without the question, the character of an empty token would be NaN, and all after it slow.
    front[at] = length === 0 ? 0 : token.charCodeAt(0) | (token.charCodeAt(length >> 1) << 16);
    back[at] = length === 0 ? 0 : token.charCodeAt(length - 1) | (Math.min(length, LONGER) << 16);
  }
}

const LONGER = 0x7fff;
const longerThanThree = (back: number): boolean => back >= 4 << 16;

interface Search {
  readonly tokens: readonly string[];
  readonly keys: Keys;
  readonly reference: readonly string[];
  readonly referenceKeys: Keys;
  readonly slots: Int32Array;
  readonly last: number;
}

/** The slot of the token at a place: where the same one of the reference is, or else the first empty one after where it ought to be. */
function slotFor(at: number, { tokens, keys, reference, referenceKeys, slots, last }: Search): number {
  const front = keys.front[at] ?? 0;
  const back = keys.back[at] ?? 0;
  let slot = ((Math.imul(front, 0x9e3779b1) + Math.imul(back, 0x85ebca6b)) >>> 12) & last;
  for (let known = slots[slot] ?? 0; known !== 0; known = slots[slot] ?? 0) {
    const sameKeys = referenceKeys.front[known - 1] === front && referenceKeys.back[known - 1] === back;
    if (sameKeys && !(longerThanThree(back) && reference[known - 1] !== tokens[at])) return slot;
    slot = (slot + 1) & last;
  }
  return slot;
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
    const block = short.subarray(from, Math.min(columns, from + 4 * WORD));
    setMasks(block, masks);
    let [first, second, third, fourth] = [ONES, ONES, ONES, ONES];
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
    clearMasks(block, masks);
    length += zerosOf(first) + zerosOf(second) + zerosOf(third) + zerosOf(fourth);
  }
  return length;
}

function setMasks(block: Int32Array, masks: Int32Array): void {
  for (let at = 0; at < block.length; at++) {
    const word = ((block[at] ?? 0) << 2) | Math.trunc(at / WORD);
    masks[word] = (masks[word] ?? 0) | (1 << at % WORD);
  }
}

function clearMasks(block: Int32Array, masks: Int32Array): void {
  for (let at = 0; at < block.length; at++) {
    const word = (block[at] ?? 0) << 2;
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
