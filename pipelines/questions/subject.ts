// Whether a question, read alone among all documents, means its own.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { namesSubject } from "../text/stated-value.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { words } from "../text/segment.ts";

/** The first version of a document, and a twin, may stand before the one that is meant. */
const othersBefore = 2;
/** Words of a passage, and how many passages of one document may come before the next document. */
const passageWords = 150;
const passagesEach = 20;

const inPassages = (tokens: readonly string[]): string[][] =>
  Array.from({ length: Math.max(1, Math.ceil(tokens.length / passageWords)) }, (_, at) =>
    tokens.slice(at * passageWords, (at + 1) * passageWords),
  );

export interface SubjectIndex {
  /** The first of these documents that the question neither names nor describes well enough to be found by its words. */
  missed(question: string, language: Language, documentIds: readonly string[]): string | undefined;
}

/** CVE-2022-1, RFC2603, 赣A12345: what few documents have, whatever else a question says. */
const codesIn = (text: string): string[] => [
  ...new Set(text.match(/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{4,}/g) ?? []),
];

/** An index over the passages of all documents; it grows with them. */
export function indexSubjects(documents: readonly DocumentRow[]): SubjectIndex {
  const codes = new Map<string, Set<string>>();
  for (const { id, name, text } of documents)
    for (const code of codesIn(`${name}\n${text}`))
      codes.set(code, (codes.get(code) ?? new Set()).add(id));
  const nameOf = new Map(documents.map(({ id, name }) => [id, name]));
  // By passages: a long document has a word of any question somewhere.
  const passages = documents.flatMap(({ id, name, text, language }) =>
    inPassages(words(text, language)).map(tokens => ({
      id,
      tokens: [...words(name, language), ...tokens],
    })),
  );
  const index = buildBm25(passages.map(({ tokens }, at) => ({ id: String(at), tokens })));
  const nearest = (question: string, language: Language, most: number): string[] =>
    [
      ...new Set(
        index
          .search(words(question, language), most * passagesEach)
          .flatMap(({ id }) => passages[Number(id)]?.id ?? []),
      ),
    ].slice(0, most);
  return {
    missed(question, language, documentIds) {
      const most = documentIds.length + othersBefore;
      const told = codesIn(question)
        .map(code => codes.get(code) ?? new Set<string>())
        .filter(({ size }) => size <= most);
      const found = [...nearest(question, language, most), ...told.flatMap(ids => [...ids])];
      return documentIds
        .filter(id => !found.includes(id))
        .map(id => nameOf.get(id) ?? id)
        .find(name => !namesSubject(question, name));
    },
  };
}
