// Compares the texts of a feed by their rare words, which distinguish an event from other news.

import { contentWords } from "../text/content-words.ts";

type Language = "zh" | "en";

/** A word is rare if at most this share of the texts, or at most this many, have it. */
const RARE = { share: 0.002, least: 50 };

interface Near {
  /** The text's index in the list. */
  readonly index: number;
  /** Cosine of the two texts' rare words, 0 … 1: low if either has many that the other lacks. */
  readonly nearness: number;
}

export interface RareWords {
  /** Every other text that shares a rare word, in no particular order. */
  readonly nearTo: (index: number) => Near[];
  /** The rarity of a phrase's rarest word; 0 if all are common. */
  readonly rarityOf: (phrase: string) => number;
}

/** The words of a text, by number, with their weights. */
interface WordCounts {
  readonly words: Uint32Array;
  readonly weights: Float32Array;
}

/** Takes about 16 bytes per distinct word of each text: 4 kB for an article of 700 Chinese characters. */
export function indexRareWords(texts: readonly string[], language: Language): RareWords {
  const numbers = new Map<string, number>();
  const holders: number[] = [];
  const counted = texts.map(text => count(contentWords(text, language), numbers, holders));
  const most = Math.max(RARE.least, RARE.share * texts.length);
  const rarity = holders.map(held => (held > most ? 0 : Math.log(1 + most / held)));
  for (const row of counted) normalise(row, rarity);
  const postings = invert(counted, holders);
  const nearness = new Float64Array(texts.length);
  return {
    nearTo: index => nearTo(index, counted, postings, nearness),
    rarityOf: phrase =>
      Math.max(
        0,
        ...contentWords(phrase, language).map(word => rarity[numbers.get(word) ?? -1] ?? 0),
      ),
  };
}

/** Weights grow with the logarithm of a word's count; linear ones would make all news of one company one event. */
function count(
  words: readonly string[],
  numbers: Map<string, number>,
  holders: number[],
): WordCounts {
  const times = new Map<number, number>();
  for (const word of words) {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    times.set(number, (times.get(number) ?? 0) + 1);
  }
  for (const number of times.keys()) holders[number] = (holders[number] ?? 0) + 1;
  return {
    words: Uint32Array.from(times.keys()),
    weights: Float32Array.from(times.values(), each => 1 + Math.log(each)),
  };
}

/** Multiplies each weight by the word's rarity, and scales the vector to length 1. */
function normalise({ words, weights }: WordCounts, rarity: readonly number[]): void {
  let squares = 0;
  for (const [at, word] of words.entries()) {
    const weight = (weights[at] ?? 0) * (rarity[word] ?? 0);
    weights[at] = weight;
    squares += weight * weight;
  }
  const length = Math.sqrt(squares) || 1;
  for (const at of weights.keys()) weights[at] = (weights[at] ?? 0) / length;
}

interface Postings {
  /** Where each word's texts begin among the entries. */
  readonly starts: Uint32Array;
  readonly texts: Uint32Array;
  readonly weights: Float32Array;
}

/** Inverts the index: from each rare word to the texts that have it. */
function invert(counted: readonly WordCounts[], holders: readonly number[]): Postings {
  const starts = new Uint32Array(holders.length + 1);
  for (const { words, weights } of counted)
    for (const [at, word] of words.entries())
      if (weights[at] !== 0) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  for (const at of starts.keys())
    if (at > 0) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const total = starts.at(-1) ?? 0;
  const postings = { starts, texts: new Uint32Array(total), weights: new Float32Array(total) };
  const next = starts.slice();
  for (const [text, { words, weights }] of counted.entries())
    for (const [at, word] of words.entries()) {
      if (weights[at] === 0) continue;
      const place = next[word] ?? 0;
      next[word] = place + 1;
      postings.texts[place] = text;
      postings.weights[place] = weights[at] ?? 0;
    }
  return postings;
}

/** `nearness` is all zeros before and after. */
function nearTo(
  index: number,
  counted: readonly WordCounts[],
  { starts, texts, weights }: Postings,
  nearness: Float64Array,
): Near[] {
  const own = counted[index];
  const met: number[] = [];
  for (const [at, word] of (own?.words ?? []).entries())
    for (let place = starts[word] ?? 0; place < (starts[word + 1] ?? 0); place++) {
      const text = texts[place] ?? 0;
      if (nearness[text] === 0) met.push(text);
      nearness[text] = (nearness[text] ?? 0) + (own?.weights[at] ?? 0) * (weights[place] ?? 0);
    }
  return met.flatMap(text => {
    const near = { index: text, nearness: nearness[text] ?? 0 };
    nearness[text] = 0;
    return text === index ? [] : near;
  });
}
