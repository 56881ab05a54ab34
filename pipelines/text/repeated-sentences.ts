// Finds sentences shared by many otherwise unrelated texts of a feed: advertisements, disclaimers, stock phrases.

import { fold } from "./fold.ts";
import { mix } from "./shingles.ts";
import { splitSentences } from "./sentences.ts";
import { grams } from "./similarity.ts";

interface FeedText {
  readonly text: string;
  readonly language: "zh" | "en";
}

/** Texts by index, such as an array; each is read once, few of them again, so that they need not be kept in memory. */
export interface FeedTexts {
  readonly length: number;
  at(place: number): FeedText | undefined;
}

/** Shorter sentences ("No.") coincide by chance. */
const SHORTEST = 6;
/** A sentence is examined if it occurs in at least this many texts. */
const MIN = 3;
/** How many pairs of these texts are compared. */
const PAIRS = 12;
/** Texts that share this much of their other sentences have the same content. */
const SAME = 0.5;
/** Texts on one event share more of their 4-grams than this, not counting repeated sentences; English texts share many grams anyway. */
const STRANGERS = { zh: 0.05, en: 0.3 };
/** A text with fewer 4-grams of its own repeats others: what it shares says nothing. */
const MIN_GRAMS = 40;
/** How many sets of 4-grams are cached. */
const KEPT_SETS = 500;

/** The form of a sentence used for comparison. */
export const sentenceKey = (sentence: string): string => fold(sentence).replace(/\s/g, "");

const keysOf = ({ text, language }: FeedText): Set<string> =>
  new Set(
    splitSentences(text, language)
      .map(sentence => sentenceKey(sentence.text))
      .filter(key => key.length >= SHORTEST),
  );

/** A hash below 2^53: among ten million sentences, a collision occurs in about one run of two hundred. */
function numberOf(key: string): number {
  let [one, other] = [0, key.length];
  for (let at = 0; at < key.length; at++) {
    one = (Math.imul(one, 31) + key.charCodeAt(at)) | 0;
    other = (Math.imul(other, 0x01000193) ^ key.charCodeAt(at)) | 0;
  }
  return (mix(one) >>> 0) * 0x200000 + (mix(other) >>> 11);
}

/** Hashes of all texts' sentences, concatenated: those of text i at ends[i - 1] … ends[i]. 8 bytes per sentence, twice that while reading. */
interface Sentences {
  readonly numbers: Float64Array;
  readonly ends: Int32Array;
}

function readAll(texts: FeedTexts): Sentences {
  let numbers = new Float64Array(1024);
  const ends = new Int32Array(texts.length);
  let count = 0;
  for (let at = 0; at < texts.length; at++) {
    const text = texts.at(at);
    const keys = text ? [...keysOf(text)] : [];
    if (count + keys.length > numbers.length) {
      const larger = new Float64Array(2 * (count + keys.length));
      larger.set(numbers);
      numbers = larger;
    }
    for (const key of keys) numbers[count++] = numberOf(key);
    ends[at] = count;
  }
  return { numbers: numbers.slice(0, count), ends };
}

/** The hashes that occur in several texts, ascending. */
function repeatedIn({ numbers }: Sentences): Float64Array {
  const sorted = numbers.toSorted();
  return sorted.filter((number, at) => number === sorted[at + 1] && number !== sorted[at - 1]);
}

/** The index of a number in an ascending list; -1 if it is not there. */
function placeIn(list: Float64Array, number: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return list[from] === number ? from : -1;
}

/** Index from repeated sentences to the texts that contain them. */
class Holders {
  readonly #texts: FeedTexts;
  readonly #sentences: Sentences;
  readonly #repeated: Float64Array;
  /** For each sentence, its index among the repeated ones, ascending within a text; unrepeated ones (-1) come first. */
  readonly #places: Int32Array;
  readonly #starts: Int32Array;
  readonly #holders: Int32Array;
  readonly #sets = new Map<number, ReadonlySet<string>>();

  constructor(texts: FeedTexts) {
    this.#texts = texts;
    this.#sentences = readAll(texts);
    this.#repeated = repeatedIn(this.#sentences);
    this.#places = Int32Array.from(this.#sentences.numbers, number =>
      placeIn(this.#repeated, number),
    );
    for (let at = 0; at < texts.length; at++) this.placesIn(at).sort();
    this.#starts = new Int32Array(this.#repeated.length + 1);
    for (const place of this.#places)
      if (place >= 0) this.#starts[place + 1] = (this.#starts[place + 1] ?? 0) + 1;
    for (let place = 0; place < this.#repeated.length; place++)
      this.#starts[place + 1] = (this.#starts[place + 1] ?? 0) + (this.#starts[place] ?? 0);
    this.#holders = new Int32Array(this.#starts.at(-1) ?? 0);
    const next = this.#starts.slice();
    for (let at = 0; at < texts.length; at++)
      for (const place of this.placesIn(at))
        if (place >= 0) {
          const slot = next[place] ?? 0;
          this.#holders[slot] = at;
          next[place] = slot + 1;
        }
  }

  placesIn(at: number): Int32Array {
    const { ends } = this.#sentences;
    return this.#places.subarray(at === 0 ? 0 : ends[at - 1], ends[at]);
  }

  /** In the order of the texts. */
  of(key: string): Int32Array {
    const place = placeIn(this.#repeated, numberOf(key));
    return this.ofPlace(place);
  }

  ofPlace(place: number): Int32Array {
    return place < 0
      ? new Int32Array()
      : this.#holders.subarray(this.#starts[place], this.#starts[place + 1]);
  }

  /** The share of the smaller text's grams that the other has too, 0 … 1; 1 if there is too little text. */
  share(one: number, other: number): number {
    if (this.#sentencesShared(one, other) >= SAME) return 1;
    const [left, right] = [this.#ownGrams(one), this.#ownGrams(other)];
    const [small, large] = left.size <= right.size ? [left, right] : [right, left];
    if (small.size < MIN_GRAMS) return 1;
    let shared = 0;
    for (const gram of small) if (large.has(gram)) shared++;
    return shared / small.size;
  }

  #sentencesShared(one: number, other: number): number {
    const [left, right] = [this.placesIn(one), this.placesIn(other)];
    let [shared, inLeft, inRight] = [0, 0, 0];
    while (inLeft < left.length && inRight < right.length) {
      const [leftPlace, rightPlace] = [left[inLeft] ?? -1, right[inRight] ?? -1];
      if (leftPlace === rightPlace && leftPlace >= 0) shared++;
      if (leftPlace <= rightPlace) inLeft++;
      if (rightPlace <= leftPlace) inRight++;
    }
    // Not counting the sentence for which they are compared.
    return (shared - 1) / Math.max(1, Math.min(left.length, right.length) - 1);
  }

  #ownGrams(at: number): ReadonlySet<string> {
    const known = this.#sets.get(at);
    if (known) return known;
    const { text = "", language = "en" } = this.#texts.at(at) ?? {};
    const own = splitSentences(text, language)
      .map(sentence => sentence.text)
      .filter(sentence => placeIn(this.#repeated, numberOf(sentenceKey(sentence))) < 0);
    if (this.#sets.size >= KEPT_SETS) this.#sets.clear();
    const made = grams(own.join("\n"), 4);
    this.#sets.set(at, made);
    return made;
  }
}

/** Pairs of neighbours among evenly spaced entries of the list. */
function pairsIn(list: Int32Array): [number, number][] {
  const step = Math.max(1, Math.floor(list.length / PAIRS));
  const chosen = Array.from(list).filter((_, at) => at % step === 0);
  return chosen.map((one, at) => [one, chosen[(at + 1) % chosen.length] ?? one]);
}

/** Whether more than half of the pairs share less than texts on one event do. */
function areStrangers(list: Int32Array, holders: Holders, language: "zh" | "en"): boolean {
  const pairs = pairsIn(list);
  const wanted = Math.floor(pairs.length / 2) + 1;
  let [left, strange] = [pairs.length, 0];
  for (const [one, other] of pairs) {
    if (strange >= wanted || strange + left < wanted) break;
    left--;
    if (holders.share(one, other) < STRANGERS[language]) strange++;
  }
  return strange >= wanted;
}

/**
 * Keys of the sentences that at least three otherwise unrelated texts have, with the number of these texts, in order of
 * occurrence. Takes about 24 bytes per sentence, not counting the texts.
 */
export function repeatedSentences(texts: FeedTexts): Map<string, number> {
  const holders = new Holders(texts);
  const found = new Map<string, number>();
  for (let at = 0; at < texts.length; at++) {
    // Each sentence is examined with the first text that has it; most texts have none.
    const first = holders.placesIn(at).some(place => {
      const list = holders.ofPlace(place);
      return list.length >= MIN && list[0] === at;
    });
    const text = first ? texts.at(at) : undefined;
    for (const key of text ? keysOf(text) : []) {
      const list = holders.of(key);
      if (list.length < MIN || list[0] !== at) continue;
      if (areStrangers(list, holders, text?.language ?? "en")) found.set(key, list.length);
    }
  }
  return found;
}
