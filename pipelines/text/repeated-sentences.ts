// Sentences that stand in many texts of a feed which have nothing else to do with one another: advertisements, disclaimers, stock phrases.

import { fold } from "./fold.ts";
import { mix } from "./shingles.ts";
import { splitSentences } from "./sentences.ts";
import { grams } from "./similarity.ts";

interface FeedText {
  readonly text: string;
  readonly language: "zh" | "en";
}

/** By place, a list for one; each is asked for once, few of them again, so that they need not be kept. */
export interface FeedTexts {
  readonly length: number;
  at(place: number): FeedText | undefined;
}

/** Shorter sentences ("No.") say the same by chance. */
const SHORTEST = 6;
/** Texts that a sentence stands in, from which it is looked at. */
const MIN = 3;
/** Pairs of these that are compared. */
const PAIRS = 12;
/** Texts that share so many of their other sentences tell the same. */
const SAME = 0.5;
/** Texts on one event share more of their 4-grams than this, the sentences that stand elsewhere left out; English ones share letters anyway. */
const STRANGERS = { zh: 0.05, en: 0.3 };
/** A text of which less is its own is a repeat of others: what it shares tells nothing. */
const MIN_GRAMS = 40;
/** Sets of 4-grams that are kept at one time. */
const KEPT_SETS = 500;

/** What a sentence is compared by. */
export const sentenceKey = (sentence: string): string => fold(sentence).replace(/\s/g, "");

const keysOf = ({ text, language }: FeedText): Set<string> =>
  new Set(
    splitSentences(text, language)
      .map(sentence => sentenceKey(sentence.text))
      .filter(key => key.length >= SHORTEST),
  );

/** A whole number below 2^53: of ten million sentences two share one in a run of two hundred. */
function numberOf(key: string): number {
  let [one, other] = [0, key.length];
  for (let at = 0; at < key.length; at++) {
    one = (Math.imul(one, 31) + key.charCodeAt(at)) | 0;
    other = (Math.imul(other, 0x01000193) ^ key.charCodeAt(at)) | 0;
  }
  return (mix(one) >>> 0) * 0x200000 + (mix(other) >>> 11);
}

/** The sentences of all texts end to end: those of text i at ends[i - 1] … ends[i]. 8 bytes a sentence, while read twice as many. */
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

/** The numbers that stand in several texts, ascending. */
function repeatedIn({ numbers }: Sentences): Float64Array {
  const sorted = numbers.toSorted();
  return sorted.filter((number, at) => number === sorted[at + 1] && number !== sorted[at - 1]);
}

/** The place of a number in an ascending list; -1 where it is none of it. */
function placeIn(list: Float64Array, number: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return list[from] === number ? from : -1;
}

/** Who holds what of all that stands in several texts. */
class Holders {
  readonly #texts: FeedTexts;
  readonly #sentences: Sentences;
  readonly #repeated: Float64Array;
  /** Of each sentence its place among the repeated ones, ascending within a text, those of its own first. */
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

  /** What the smaller of two texts shares with the other, 0 … 1; 1 where there is too little to tell. */
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
    let [shared, at, beside] = [0, 0, 0];
    while (at < left.length && beside < right.length) {
      const [own, theirs] = [left[at] ?? -1, right[beside] ?? -1];
      if (own === theirs && own >= 0) shared++;
      if (own <= theirs) at++;
      if (theirs <= own) beside++;
    }
    // Beside the one for which they are compared.
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

/** Neighbours in the list, drawn evenly from it. */
function pairsIn(list: Int32Array): [number, number][] {
  const step = Math.max(1, Math.floor(list.length / PAIRS));
  const chosen = Array.from(list).filter((_, at) => at % step === 0);
  return chosen.map((one, at) => [one, chosen[(at + 1) % chosen.length] ?? one]);
}

/** More than half of the pairs share less than texts on one event do. */
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
 * Keys of the sentences that at least three texts have which share nothing else, with how many do, in the order in
 * which they are met. Takes some 24 bytes a sentence beside the texts.
 */
export function repeatedSentences(texts: FeedTexts): Map<string, number> {
  const holders = new Holders(texts);
  const found = new Map<string, number>();
  for (let at = 0; at < texts.length; at++) {
    // Each is looked at with the first text that holds it; most texts hold none.
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
