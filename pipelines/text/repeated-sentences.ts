// Finds sentences shared by many otherwise unrelated texts of a feed: advertisements, disclaimers, stock phrases.

import { countUpTo } from "./binary-search.ts";
import { fold } from "./fold.ts";
import { mix } from "./gram-sets.ts";
import { splitSentences } from "./sentences.ts";
import { countShared, grams } from "./similarity.ts";

interface FeedText {
  readonly text: string;
  readonly language: "zh" | "en";
}

/** Texts by index, such as an array. Each is read once and only a few are read again, so that they need not be kept in memory. */
export interface FeedTexts {
  readonly length: number;
  at(index: number): FeedText | undefined;
}

/** Minimum length of a sentence; shorter ones ("No.") coincide by chance. */
const minLength = 6;
/** Minimum number of texts that must contain a sentence for it to be examined. */
const minTexts = 3;
/** Minimum number of pairs of these texts that are compared, if there are that many. */
const minPairs = 12;
/** Minimum share of their other sentences that texts with the same content have in common. */
const minCommonShare = 0.5;
/** Texts on one event have more than this share of their 4-grams in common, not counting repeated sentences; any English texts share many. */
const maxUnrelatedShare = { zh: 0.05, en: 0.3 };
/** Minimum number of a text's own 4-grams: with fewer, the text only repeats others, and its overlap proves nothing. */
const minGrams = 40;
/** Maximum number of cached sets of 4-grams. */
const maxCachedSets = 500;

/** The form of a sentence used for comparison. */
export const sentenceKey = (sentence: string): string => fold(sentence).replace(/\s/g, "");

const keysOf = ({ text, language }: FeedText): Set<string> =>
  new Set(
    splitSentences(text, language)
      .map(sentence => sentenceKey(sentence.text))
      .filter(key => key.length >= minLength),
  );

/** A hash below 2^53: among ten million sentences, a collision occurs in about one run in two hundred. */
function hashOf(key: string): number {
  let [upper, lower] = [0, key.length];
  for (let index = 0; index < key.length; index++) {
    upper = (Math.imul(upper, 31) + key.charCodeAt(index)) | 0;
    lower = (Math.imul(lower, 0x01000193) ^ key.charCodeAt(index)) | 0;
  }
  return (mix(upper) >>> 0) * 0x200000 + (mix(lower) >>> 11);
}

/** Hashes of all texts' sentences, concatenated: those of text i at ends[i - 1] … ends[i]. Takes 8 bytes per sentence, twice that while reading. */
interface Sentences {
  readonly hashes: Float64Array;
  readonly ends: Int32Array;
}

function readSentences(texts: FeedTexts): Sentences {
  const hashes: number[] = [];
  const ends = new Int32Array(texts.length);
  for (let index = 0; index < texts.length; index++) {
    const text = texts.at(index);
    for (const key of text ? keysOf(text) : []) hashes.push(hashOf(key));
    ends[index] = hashes.length;
  }
  return { hashes: Float64Array.from(hashes), ends };
}

/** The hashes that occur in several texts, ascending. */
function repeatedHashes({ hashes }: Sentences): Float64Array {
  const sorted = hashes.toSorted();
  return sorted.filter((hash, index) => hash === sorted[index + 1] && hash !== sorted[index - 1]);
}

/** The index of a number in an ascending list; -1 if it is not there. */
function indexIn(list: Float64Array, number: number): number {
  const index = countUpTo(list, number) - 1;
  return list[index] === number ? index : -1;
}

/** An index from repeated sentences to the texts that contain them (their holders). */
class SentenceHolderIndex {
  readonly #texts: FeedTexts;
  readonly #sentences: Sentences;
  readonly #repeatedHashes: Float64Array;
  /** For each sentence, its index among the repeated ones, ascending within a text; unrepeated ones (-1) come first. */
  readonly #places: Int32Array;
  readonly #starts: Int32Array;
  readonly #holders: Int32Array;
  readonly #sets = new Map<number, ReadonlySet<string>>();

  constructor(texts: FeedTexts) {
    this.#texts = texts;
    this.#sentences = readSentences(texts);
    this.#repeatedHashes = repeatedHashes(this.#sentences);
    this.#places = Int32Array.from(this.#sentences.hashes, hash =>
      indexIn(this.#repeatedHashes, hash),
    );
    for (let text = 0; text < texts.length; text++) this.placesIn(text).sort();
    this.#starts = new Int32Array(this.#repeatedHashes.length + 1);
    for (const place of this.#places)
      if (place >= 0) this.#starts[place + 1] = (this.#starts[place + 1] ?? 0) + 1;
    for (let place = 0; place < this.#repeatedHashes.length; place++)
      this.#starts[place + 1] = (this.#starts[place + 1] ?? 0) + (this.#starts[place] ?? 0);
    this.#holders = new Int32Array(this.#starts.at(-1) ?? 0);
    const nextSlots = this.#starts.slice();
    for (let text = 0; text < texts.length; text++)
      for (const place of this.placesIn(text))
        if (place >= 0) {
          const slot = nextSlots[place] ?? 0;
          this.#holders[slot] = text;
          nextSlots[place] = slot + 1;
        }
  }

  /** The places of a text's sentences. */
  placesIn(text: number): Int32Array {
    const { ends } = this.#sentences;
    return this.#places.subarray(text === 0 ? 0 : ends[text - 1], ends[text]);
  }

  /** The texts that contain a sentence, in order. */
  holdersOf(key: string): Int32Array {
    return this.holdersAt(indexIn(this.#repeatedHashes, hashOf(key)));
  }

  holdersAt(place: number): Int32Array {
    return place < 0
      ? new Int32Array()
      : this.#holders.subarray(this.#starts[place], this.#starts[place + 1]);
  }

  /** The share of the smaller text's grams that the other also contains, 0 … 1; 1 if there is too little text. */
  commonShare(first: number, second: number): number {
    if (this.#commonSentenceShare(first, second) >= minCommonShare) return 1;
    const [left, right] = [this.#ownGrams(first), this.#ownGrams(second)];
    const smallerSize = Math.min(left.size, right.size);
    return smallerSize < minGrams ? 1 : countShared(left, right) / smallerSize;
  }

  #commonSentenceShare(first: number, second: number): number {
    const [left, right] = [this.placesIn(first), this.placesIn(second)];
    let [shared, inLeft, inRight] = [0, 0, 0];
    while (inLeft < left.length && inRight < right.length) {
      const [leftPlace, rightPlace] = [left[inLeft] ?? -1, right[inRight] ?? -1];
      if (leftPlace === rightPlace && leftPlace >= 0) shared++;
      if (leftPlace <= rightPlace) inLeft++;
      if (rightPlace <= leftPlace) inRight++;
    }
    // The sentence for which the texts are compared is not counted.
    return (shared - 1) / Math.max(1, Math.min(left.length, right.length) - 1);
  }

  #ownGrams(index: number): ReadonlySet<string> {
    const cachedSet = this.#sets.get(index);
    if (cachedSet) return cachedSet;
    const { text = "", language = "en" } = this.#texts.at(index) ?? {};
    const ownSentences = splitSentences(text, language)
      .map(sentence => sentence.text)
      .filter(sentence => indexIn(this.#repeatedHashes, hashOf(sentenceKey(sentence))) < 0);
    if (this.#sets.size >= maxCachedSets) this.#sets.clear();
    const set = grams(ownSentences.join("\n"), 4);
    this.#sets.set(index, set);
    return set;
  }
}

/** Pairs of neighbours among evenly spaced entries of the list. */
function pairsIn(list: Int32Array): [number, number][] {
  const step = Math.max(1, Math.floor(list.length / minPairs));
  const sample = Array.from(list).filter((_, index) => index % step === 0);
  return sample.map((first, index) => [first, sample[(index + 1) % sample.length] ?? first]);
}

/** Whether more than half of the pairs have less in common than texts on one event. */
function areUnrelated(
  list: Int32Array,
  holders: SentenceHolderIndex,
  language: "zh" | "en",
): boolean {
  const pairs = pairsIn(list);
  const majority = Math.floor(pairs.length / 2) + 1;
  let [remainingCount, unrelatedCount] = [pairs.length, 0];
  for (const [first, second] of pairs) {
    if (unrelatedCount >= majority || unrelatedCount + remainingCount < majority) break;
    remainingCount--;
    if (holders.commonShare(first, second) < maxUnrelatedShare[language]) unrelatedCount++;
  }
  return unrelatedCount >= majority;
}

/**
 * Keys of the sentences that at least three otherwise unrelated texts share, each with the number of these texts,
 * in order of occurrence. Takes about 24 bytes per sentence, not counting the texts.
 */
export function repeatedSentences(texts: FeedTexts): Map<string, number> {
  const holders = new SentenceHolderIndex(texts);
  const counts = new Map<string, number>();
  for (let index = 0; index < texts.length; index++) {
    // Each sentence is examined with the first text that contains it; most texts contain none.
    const isFirstHolder = holders.placesIn(index).some(place => {
      const list = holders.holdersAt(place);
      return list.length >= minTexts && list[0] === index;
    });
    const text = isFirstHolder ? texts.at(index) : undefined;
    for (const key of text ? keysOf(text) : []) {
      const list = holders.holdersOf(key);
      if (list.length < minTexts || list[0] !== index) continue;
      if (areUnrelated(list, holders, text?.language ?? "en")) counts.set(key, list.length);
    }
  }
  return counts;
}
