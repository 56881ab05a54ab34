// Searches the whole corpus for the answer to an "unanswerable" question: it must not be there.

import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { words } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

/** Finds sentences anywhere in the corpus. */
export interface SentenceIndex {
  /** The sentences nearest to a question, numbered from 1. */
  nearest(question: string, language: Language, count: number): NumberedSentence[];
}

/** An index over every sentence of the corpus, each with its document's name. Its memory grows with the corpus. */
export function indexSentences(documents: readonly DocumentRow[]): SentenceIndex {
  const sentences = documents.flatMap(({ name, text, language }) =>
    splitSentences(text, language).map(sentence => ({ name, language, text: sentence.text })),
  );
  const bm25 = buildBm25(
    sentences.map(({ name, language, text }, index) => ({
      id: String(index),
      tokens: words(`${name} ${text}`, language),
    })),
  );
  return {
    nearest: (question, language, count) =>
      bm25.search(words(question, language), count).flatMap(({ id }, rank) => {
        const sentence = sentences[Number(id)];
        return sentence ? [{ number: rank + 1, document: sentence.name, text: sentence.text }] : [];
      }),
  };
}
