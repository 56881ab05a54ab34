// Cuts a batch of texts into words: what one thread does at a time.

import { words } from "./segment.ts";
import { type TermLists, toTermLists } from "./term-lists.ts";

/** A text to be cut into words. */
export interface Text {
  readonly text: string;
  readonly language: "zh" | "en";
}

/** The words of each text, as `words` gives them. */
export const cutBatch = (batch: readonly Text[]): TermLists => toTermLists(tokenLists(batch));

// One text after the other, so that the tokens of all are never there at once.
function* tokenLists(batch: readonly Text[]): Generator<string[]> {
  for (const { text, language } of batch) yield words(text, language);
}
