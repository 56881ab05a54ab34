// Defines a fact to search for, and prepares a text once for many searches.

import type { LeafType } from "../../schemas/rageval/schema.ts";
import { contentWords } from "./content-words.ts";
import { foldWithOffsets } from "./fold.ts";
import { memoizeByLanguage } from "./memoize.ts";
import { splitSentences } from "./sentences.ts";
import { findValues } from "./values.ts";

export interface SoughtFact {
  readonly type: LeafType;
  readonly value: string;
  readonly language: "zh" | "en";
}

/** UTF-16 offsets, end exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A text prepared for many searches. */
export interface PreparedText {
  readonly text: string;
  readonly language: "zh" | "en";
  readonly sentences: ReturnType<typeof splitSentences>;
  /** The content words of each sentence. */
  readonly words: readonly ReadonlySet<string>[];
  readonly values: ReturnType<typeof findValues>;
  readonly folded: ReturnType<typeof foldWithOffsets>;
}

/** Prepares a text; recent results are cached. */
export const prepareText = memoizeByLanguage((text, language): PreparedText => {
  const sentences = splitSentences(text, language);
  let words: ReadonlySet<string>[] | undefined;
  return {
    text,
    language,
    sentences,
    values: findValues(text),
    folded: foldWithOffsets(text),
    get words() {
      return (words ??= sentences.map(sentence => new Set(contentWords(sentence.text, language))));
    },
  };
});
