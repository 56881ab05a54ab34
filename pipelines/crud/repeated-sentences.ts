// Finds sentences shared by many otherwise unrelated texts of a feed: advertisements, disclaimers, stock phrases.

import { countUpTo } from "../text/binary-search.ts";
import { fold } from "../text/fold.ts";
import { mix } from "../text/gram-sets.ts";
import { splitSentences } from "../text/sentences.ts";
import { countShared, grams } from "../text/similarity.ts";

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
/** Texts on one event have more than this share of their 4-grams in common, not counting repeated sentences; higher for English, where unrelated texts share more. */
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
function sentenceHash(key: string): number {
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
    for (const key of text ? keysOf(text) : []) hashes.push(sentenceHash(key));
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
  readonly #repeatedIndexes: Int32Array;
  /** For each repeated sentence, where its texts begin in #holders. */
  readonly #starts: Int32Array;
  /** The texts of each repeated sentence, by index, concatenated. */
  readonly #holders: Int32Array;
  readonly #gramsByText = new Map<number, ReadonlySet<string>>();

  constructor(texts: FeedTexts) {
    this.#texts = texts;
    this.#sentences = readSentences(texts);
    this.#repeatedHashes = repeatedHashes(this.#sentences);
    this.#repeatedIndexes = Int32Array.from(this.#sentences.hashes, hash =>
      indexIn(this.#repeatedHashes, hash),
    );
    for (let textIndex = 0; textIndex < texts.length; textIndex++)
      this.repeatedIndexesIn(textIndex).sort();
    this.#starts = new Int32Array(this.#repeatedHashes.length + 1);
    for (const sentence of this.#repeatedIndexes)
      if (sentence >= 0) this.#starts[sentence + 1] = (this.#starts[sentence + 1] ?? 0) + 1;
    for (let sentence = 0; sentence < this.#repeatedHashes.length; sentence++)
      this.#starts[sentence + 1] =
        (this.#starts[sentence + 1] ?? 0) + (this.#starts[sentence] ?? 0);
    this.#holders = new Int32Array(this.#starts.at(-1) ?? 0);
    const nextSlots = this.#starts.slice();
    for (let textIndex = 0; textIndex < texts.length; textIndex++)
      for (const sentence of this.repeatedIndexesIn(textIndex))
        if (sentence >= 0) {
          const slot = nextSlots[sentence] ?? 0;
          this.#holders[slot] = textIndex;
          nextSlots[sentence] = slot + 1;
        }
  }

  /** The indexes of a text's sentences among the repeated ones; -1 for an unrepeated one. */
  repeatedIndexesIn(textIndex: number): Int32Array {
    const { ends } = this.#sentences;
    return this.#repeatedIndexes.subarray(
      textIndex === 0 ? 0 : ends[textIndex - 1],
      ends[textIndex],
    );
  }

  /** The texts that contain a sentence, in order. */
  holdersOf(key: string): Int32Array {
    return this.holdersAt(indexIn(this.#repeatedHashes, sentenceHash(key)));
  }

  holdersAt(sentence: number): Int32Array {
    return sentence < 0
      ? new Int32Array()
      : this.#holders.subarray(this.#starts[sentence], this.#starts[sentence + 1]);
  }

  /** The share of the smaller text's grams that the other also contains, 0 … 1; 1 if there is too little text. */
  commonShare(first: number, second: number): number {
    if (this.#commonSentenceShare(first, second) >= minCommonShare) return 1;
    const [left, right] = [this.#ownGrams(first), this.#ownGrams(second)];
    const smallerSize = Math.min(left.size, right.size);
    return smallerSize < minGrams ? 1 : countShared(left, right) / smallerSize;
  }

  #commonSentenceShare(first: number, second: number): number {
    const [left, right] = [this.repeatedIndexesIn(first), this.repeatedIndexesIn(second)];
    let [shared, inLeft, inRight] = [0, 0, 0];
    while (inLeft < left.length && inRight < right.length) {
      const [leftIndex, rightIndex] = [left[inLeft] ?? -1, right[inRight] ?? -1];
      if (leftIndex === rightIndex && leftIndex >= 0) shared++;
      if (leftIndex <= rightIndex) inLeft++;
      if (rightIndex <= leftIndex) inRight++;
    }
    // The sentence for which the texts are compared is not counted.
    return (shared - 1) / Math.max(1, Math.min(left.length, right.length) - 1);
  }

  #ownGrams(index: number): ReadonlySet<string> {
    const cachedSet = this.#gramsByText.get(index);
    if (cachedSet) return cachedSet;
    const { text = "", language = "en" } = this.#texts.at(index) ?? {};
    const ownSentences = splitSentences(text, language)
      .map(sentence => sentence.text)
      .filter(sentence => indexIn(this.#repeatedHashes, sentenceHash(sentenceKey(sentence))) < 0);
    if (this.#gramsByText.size >= maxCachedSets) this.#gramsByText.clear();
    const set = grams(ownSentences.join("\n"), 4);
    this.#gramsByText.set(index, set);
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
  holders: Int32Array,
  sentenceIndex: SentenceHolderIndex,
  language: "zh" | "en",
): boolean {
  const pairs = pairsIn(holders);
  const majority = Math.floor(pairs.length / 2) + 1;
  let [remainingCount, unrelatedCount] = [pairs.length, 0];
  for (const [first, second] of pairs) {
    if (unrelatedCount >= majority || unrelatedCount + remainingCount < majority) break;
    remainingCount--;
    if (sentenceIndex.commonShare(first, second) < maxUnrelatedShare[language]) unrelatedCount++;
  }
  return unrelatedCount >= majority;
}

/**
 * Keys of the sentences that at least three otherwise unrelated texts share, each with the number of these texts,
 * in order of occurrence. Takes about 24 bytes per sentence, not counting the texts.
 */
export function repeatedSentences(texts: FeedTexts): Map<string, number> {
  const sentenceIndex = new SentenceHolderIndex(texts);
  const counts = new Map<string, number>();
  for (let index = 0; index < texts.length; index++) {
    // Each sentence is examined with the first text that contains it; most texts are not the first for any.
    const isFirstHolder = sentenceIndex.repeatedIndexesIn(index).some(sentence => {
      const holders = sentenceIndex.holdersAt(sentence);
      return holders.length >= minTexts && holders[0] === index;
    });
    const text = isFirstHolder ? texts.at(index) : undefined;
    for (const key of text ? keysOf(text) : []) {
      const holders = sentenceIndex.holdersOf(key);
      if (holders.length < minTexts || holders[0] !== index) continue;
      if (areUnrelated(holders, sentenceIndex, text?.language ?? "en"))
        counts.set(key, holders.length);
    }
  }
  return counts;
}
