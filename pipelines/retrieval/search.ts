// Search behind one interface, and the search that is always there: BM25 over documents in this process.

import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { words } from "../text/segment.ts";
import { termsOfAll } from "../text/segment-pool.ts";
import { indexTerms } from "./bm25.ts";

export interface SearchHit {
  readonly documentId: string;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
}

export interface Search {
  /** The documents nearest to a text, best first, at most so many; none that shares nothing with it. */
  find(query: string, language: Language, count: number): Promise<readonly SearchHit[]>;
}

/**
 * BM25 over each document's name and text, cut into words of its own language; many documents are cut on several threads.
 * Per article of 700 characters it keeps about 3 kB, beside a vocabulary that grows slower than the documents; the texts
 * are not kept.
 */
export async function localSearch(documents: readonly DocumentRow[]): Promise<Search> {
  const lists = await termsOfAll(
    documents.map(({ name, text, language }) => ({ text: `${name}\n${text}`, language })),
  );
  const index = indexTerms(
    documents.map(({ id }) => id),
    lists,
  );
  return {
    find: async (query, language, count) =>
      index
        .search(words(query, language), count)
        .map(({ id, score }) => ({ documentId: id, score })),
  };
}
