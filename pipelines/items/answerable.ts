// Searches the whole corpus for what an "unanswerable" question asks: it must not be there.

import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { words } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

export interface SentenceIndex {
  /** The sentences nearest to a question, numbered from 1. */
  nearest(question: string, language: Language, count: number): NumberedSentence[];
}

/** An index over every sentence of the corpus, each with its document's name. Memory grows with the corpus. */
export function indexSentences(documents: readonly DocumentRow[]): SentenceIndex {
  const sentences = documents.flatMap(({ name, text, language }) =>
    splitSentences(text, language).map(sentence => ({ name, language, text: sentence.text })),
  );
  const index = buildBm25(
    sentences.map(({ name, language, text }, at) => ({
      id: String(at),
      tokens: words(`${name} ${text}`, language),
    })),
  );
  return {
    nearest: (question, language, count) =>
      index.search(words(question, language), count).flatMap(({ id }, at) => {
        const found = sentences[Number(id)];
        return found ? [{ number: at + 1, document: found.name, text: found.text }] : [];
      }),
  };
}
