// Segments a batch of texts into words: a thread's unit of work.

import { words } from "./segment.ts";
import { type TermLists, toTermLists } from "./term-lists.ts";

/** A text to segment into words. */
export interface Text {
  readonly text: string;
  readonly language: "zh" | "en";
}

/** The words of each text, as `words` returns them. */
export const segmentBatch = (batch: readonly Text[]): TermLists => toTermLists(tokenLists(batch));

// One text after another, so that the tokens of all texts are never in memory at once.
function* tokenLists(batch: readonly Text[]): Generator<string[]> {
  for (const { text, language } of batch) yield words(text, language);
}
