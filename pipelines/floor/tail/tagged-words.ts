// Chinese words with their parts of speech.

import { tag } from "jieba-wasm";

/** A word with its part of speech (jieba's tags) and UTF-16 place. */
interface TaggedWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly tag: string;
}

/** jieba's words of a Chinese sentence, in order. */
export function taggedWords(text: string): TaggedWord[] {
  let at = 0;
  return tag(text, true).map(({ word, tag: part }) => {
    const start = at;
    at += word.length;
    return { start, end: at, text: word, tag: part };
  });
}
