// Compares the texts of a feed by their rare words, which distinguish an event from other news.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";

/** A word is rare if at most this share of the texts, or at most this many of them, contain it. */
const maxDocumentFrequency = { share: 0.002, count: 50 };

interface Neighbour {
  /** The text's index in the list. */
  readonly index: number;
  /** Cosine of the two texts' rare words, from 0 to 1: low if either has many that the other lacks. */
  readonly similarity: number;
}

export interface RareWordIndex {
  /** Every other text that shares a rare word, in no particular order. */
  readonly neighboursOf: (index: number) => Neighbour[];
  /** The rarity of a phrase's rarest word; 0 if all are common. */
  readonly rarityOf: (phrase: string) => number;
}

/** The words of a text, by number, with their weights. */
interface WordCounts {
  readonly words: Uint32Array;
  readonly weights: Float32Array;
}

/** Uses about 16 bytes per distinct word of each text: 4 kB for an article of 700 Chinese characters. */
export function indexRareWords(texts: readonly string[], language: Language): RareWordIndex {
  const wordNumbers = new Map<string, number>();
  const textCounts: number[] = [];
  const wordCounts = texts.map(text =>
    countWords(contentWords(text, language), wordNumbers, textCounts),
  );
  const maxTextCount = Math.max(
    maxDocumentFrequency.count,
    maxDocumentFrequency.share * texts.length,
  );
  const rarity = textCounts.map(textCount =>
    textCount > maxTextCount ? 0 : Math.log(1 + maxTextCount / textCount),
  );
  for (const row of wordCounts) normalize(row, rarity);
  const postings = invert(wordCounts, textCounts);
  const similarity = new Float64Array(texts.length);
  return {
    neighboursOf: index => neighboursOf(index, wordCounts, postings, similarity),
    rarityOf: phrase =>
      Math.max(
        0,
        ...contentWords(phrase, language).map(word => rarity[wordNumbers.get(word) ?? -1] ?? 0),
      ),
  };
}

/** Weights grow with the logarithm of a word's count; linear ones would make all news of one company one event. */
function countWords(
  words: readonly string[],
  wordNumbers: Map<string, number>,
  textCounts: number[],
): WordCounts {
  const counts = new Map<number, number>();
  for (const word of words) {
    const number = wordNumbers.get(word) ?? wordNumbers.size;
    wordNumbers.set(word, number);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  for (const number of counts.keys()) textCounts[number] = (textCounts[number] ?? 0) + 1;
  return {
    words: Uint32Array.from(counts.keys()),
    weights: Float32Array.from(counts.values(), count => 1 + Math.log(count)),
  };
}

/** Multiplies each weight by the word's rarity, and scales the vector to length 1. */
function normalize({ words, weights }: WordCounts, rarity: readonly number[]): void {
  let squares = 0;
  for (const [position, word] of words.entries()) {
    const weight = (weights[position] ?? 0) * (rarity[word] ?? 0);
    weights[position] = weight;
    squares += weight * weight;
  }
  const length = Math.sqrt(squares) || 1;
  for (const position of weights.keys()) weights[position] = (weights[position] ?? 0) / length;
}

interface Postings {
  /** Index of each word's first entry in `texts` and `weights`. */
  readonly starts: Uint32Array;
  readonly texts: Uint32Array;
  readonly weights: Float32Array;
}

/** Inverts the index: maps each rare word to the texts that contain it. */
function invert(wordCounts: readonly WordCounts[], textCounts: readonly number[]): Postings {
  const starts = new Uint32Array(textCounts.length + 1);
  for (const { words, weights } of wordCounts)
    for (const [position, word] of words.entries())
      if (weights[position] !== 0) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  for (const position of starts.keys())
    if (position > 0) starts[position] = (starts[position] ?? 0) + (starts[position - 1] ?? 0);
  const total = starts.at(-1) ?? 0;
  const postings = { starts, texts: new Uint32Array(total), weights: new Float32Array(total) };
  const next = starts.slice();
  for (const [text, { words, weights }] of wordCounts.entries())
    for (const [position, word] of words.entries()) {
      if (weights[position] === 0) continue;
      const place = next[word] ?? 0;
      next[word] = place + 1;
      postings.texts[place] = text;
      postings.weights[place] = weights[position] ?? 0;
    }
  return postings;
}

/** Uses `similarity` as working memory: it is all zeros before and after. */
function neighboursOf(
  index: number,
  wordCounts: readonly WordCounts[],
  { starts, texts, weights }: Postings,
  similarity: Float64Array,
): Neighbour[] {
  const ownCounts = wordCounts[index];
  const sharingTexts: number[] = [];
  for (const [position, word] of (ownCounts?.words ?? []).entries())
    for (let place = starts[word] ?? 0; place < (starts[word + 1] ?? 0); place++) {
      const text = texts[place] ?? 0;
      if (similarity[text] === 0) sharingTexts.push(text);
      similarity[text] =
        (similarity[text] ?? 0) + (ownCounts?.weights[position] ?? 0) * (weights[place] ?? 0);
    }
  return sharingTexts.flatMap(text => {
    const near = { index: text, similarity: similarity[text] ?? 0 };
    similarity[text] = 0;
    return text === index ? [] : near;
  });
}
