// A story as requests show it: sentences numbered through its articles, the withheld one first.

import type { ShownArticle } from "../../schemas/crud/stories/prompts.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { numberSentences, type PlacedSentence } from "../items/numbered.ts";

export interface Material {
  readonly language: Language;
  readonly withheld: DocumentRow;
  /** Of the corpus, in the order in which they are shown. */
  readonly documents: readonly DocumentRow[];
  /** Of all articles. */
  readonly sentences: readonly PlacedSentence[];
}

export const materialOf = (withheld: DocumentRow, documents: readonly DocumentRow[]): Material => ({
  language: withheld.language,
  withheld,
  documents,
  sentences: numberSentences([withheld, ...documents], withheld.text),
});

/** Its sentences, or those of them that are wanted. */
export function shownArticle(
  { sentences }: Material,
  { id, name, text: whole, published }: DocumentRow,
  isWanted: (sentence: PlacedSentence) => boolean = () => true,
): Omit<ShownArticle, "number"> {
  return {
    published: published ?? "",
    headline: whole.includes(name) ? "" : name,
    sentences: sentences
      .filter(sentence => sentence.documentId === id && isWanted(sentence))
      .map(({ number, text }) => ({ number, text })),
  };
}
