// Defines the interface of a search, with the implementation that is always available: BM25 over documents, in this process.

import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { searchTokens } from "../text/segment.ts";
import { segmentTexts } from "../text/segment-pool.ts";
import { indexTerms } from "./bm25.ts";

interface SearchHit {
  readonly documentId: string;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
}

export interface Search {
  /** At most `count` documents nearest to a text, best first; documents that have nothing in common with it are left out. */
  find(query: string, language: Language, count: number): Promise<readonly SearchHit[]>;
}

/**
 * Searches each document's name and text by BM25, split into words of its language, for many documents on several threads.
 * Keeps about 3 kB per article of 700 characters in memory, plus a vocabulary that grows more slowly than the documents,
 * but not the texts.
 */
export async function localSearch(documents: readonly DocumentRow[]): Promise<Search> {
  const lists = await segmentTexts(
    documents.map(({ name, text, language }) => ({ text: `${name}\n${text}`, language })),
  );
  const index = indexTerms(
    documents.map(({ id }) => id),
    lists,
  );
  return {
    find: async (query, language, count) =>
      index
        .search(searchTokens(query, language), count)
        .map(({ id, score }) => ({ documentId: id, score })),
  };
}
