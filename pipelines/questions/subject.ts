// Checks whether a question, read alone among all documents, identifies its own.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { groupBy } from "../engine/grouping.ts";
import { namesSubject } from "../text/stated-value.ts";
import { indexTerms } from "../retrieval/bm25.ts";
import { isFunctionWord, isHanFunctionWord } from "../text/content-words.ts";
import { words } from "../text/segment.ts";
import { type TermLists, toTermLists } from "../text/term-lists.ts";

/** How many other documents may rank before the one meant: an earlier version and a twin. */
const othersBefore = 2;
/** Words per passage, and how many passages of one document may rank before the next document. */
const passageWords = 150;
const passagesEach = 20;

/** The most passages found that are searched for another fitting document. */
const maxRivals = 200;

export interface SubjectIndex {
  /** The first of these documents that the question neither names nor describes well enough to be found by its words. */
  missed(question: string, language: Language, documentIds: readonly string[]): string | undefined;
  /**
   * Another document that fits a question which describes one of these without naming it: a passage of it has all the words
   * by which that one is found, and the document lacks no asked word that the cited one has. A document for which `states`
   * is true says the same and does not count.
   */
  rival(
    question: string,
    language: Language,
    cited: {
      readonly documentIds: readonly string[];
      readonly states: (documentId: string) => boolean;
    },
  ): string | undefined;
}

const isInformative = (word: string): boolean =>
  !isFunctionWord(word) && !isHanFunctionWord(word) && /\p{L}{2}|\p{N}/u.test(word);

/** Codes in a text (CVE-2022-1, RFC2603, 赣A12345), which few documents share. */
const codesIn = (text: string): string[] => [
  ...new Set(text.match(/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{4,}/g) ?? []),
];

/** Whether a question has more than half of a name's words; what it asks may then be in a sibling's text too. */
function isNamed(name: readonly string[], asked: readonly string[]): boolean {
  const informative = name.filter(isInformative);
  return 2 * informative.filter(word => asked.includes(word)).length > informative.length;
}

interface Passages {
  /** The document of each passage. */
  readonly documentIds: readonly string[];
  /** The words of each passage, including its document's name. */
  readonly lists: TermLists;
}

/** Cuts documents into passages: a long document has a word of any question somewhere. */
function cutPassages(documents: readonly DocumentRow[]): Passages {
  const documentIds: string[] = [];
  function* passages(): Generator<string[]> {
    for (const { id, name, text, language } of documents) {
      const [named, tokens] = [words(name, language), words(text, language)];
      for (let at = 0; at === 0 || at < tokens.length; at += passageWords) {
        documentIds.push(id);
        yield [...named, ...tokens.slice(at, at + passageWords)];
      }
    }
  }
  const lists = toTermLists(passages());
  return { documentIds, lists };
}

/** Finds which of the given words a passage has. */
function wordsIn({ lists: { vocabulary, terms, ends } }: Passages) {
  const numbers = new Map(vocabulary.map((word, at) => [word, at]));
  return (passage: number, asked: readonly string[]): string[] => {
    const own = new Set(terms.subarray(ends[passage - 1] ?? 0, ends[passage]));
    return asked.filter(word => own.has(numbers.get(word) ?? -1));
  };
}

/** Finds which of the given words a document has in any of its passages. */
function wordsOfDocuments({ documentIds }: Passages, holds: ReturnType<typeof wordsIn>) {
  const passagesOf = groupBy([...documentIds.keys()], at => documentIds[at] ?? "");
  return (documentId: string, asked: readonly string[]): string[] => {
    const lacking = new Set(asked);
    for (const at of passagesOf.get(documentId) ?? [])
      for (const word of holds(at, [...lacking])) lacking.delete(word);
    return asked.filter(word => !lacking.has(word));
  };
}

/** Finds the passages that best match the given words, best first. */
function searching({ documentIds, lists }: Passages) {
  const index = indexTerms([...documentIds.keys()].map(String), lists);
  return (asked: readonly string[], count: number) =>
    index.search(asked, count).map(({ id }) => {
      const at = Number(id);
      return { at, documentId: documentIds[at] ?? "" };
    });
}

/** The documents that have each code. */
function holdersOfCodes(documents: readonly DocumentRow[]): ReadonlyMap<string, Set<string>> {
  const holders = new Map<string, Set<string>>();
  for (const { id, name, text } of documents)
    for (const code of codesIn(`${name}\n${text}`))
      holders.set(code, (holders.get(code) ?? new Set()).add(id));
  return holders;
}

/** An index over the passages of all documents; it grows with them. */
export function indexSubjects(documents: readonly DocumentRow[]): SubjectIndex {
  const holders = holdersOfCodes(documents);
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const passages = cutPassages(documents);
  const [search, holds] = [searching(passages), wordsIn(passages)];
  const holdsAnywhere = wordsOfDocuments(passages, holds);
  const holdersIn = (question: string) =>
    codesIn(question).map(code => holders.get(code) ?? new Set<string>());
  return {
    missed(question, language, documentIds) {
      const most = documentIds.length + othersBefore;
      const near = search(words(question, language), most * passagesEach);
      const nearest = [...new Set(near.map(({ documentId }) => documentId))].slice(0, most);
      const withCode = holdersIn(question).filter(({ size }) => size <= most);
      const found = new Set([...nearest, ...withCode.flatMap(ids => [...ids])]);
      return documentIds
        .filter(id => !found.has(id))
        .map(nameOf)
        .find(name => !namesSubject(question, name));
    },
    rival(question, language, { documentIds, states }) {
      const asked = words(question, language).filter(isInformative);
      const near = search(asked, maxRivals);
      const isOther = ({ documentId }: (typeof near)[number]) => !documentIds.includes(documentId);
      const isIdentified = (id: string) =>
        isNamed(words(nameOf(id), language), asked) ||
        holdersIn(question).some(ids => ids.size === 1 && ids.has(id));
      const [first] = documentIds
        .filter(id => !isIdentified(id))
        .flatMap(id => near.find(({ documentId }) => documentId === id) ?? [])
        .flatMap(own => {
          const marks = holds(own.at, asked);
          const allMarks = holdsAnywhere(own.documentId, asked);
          const fits = ({ at, documentId }: typeof own) =>
            holds(at, marks).length === marks.length &&
            holdsAnywhere(documentId, allMarks).length === allMarks.length;
          const rivals = near.filter(each => isOther(each) && fits(each));
          return rivals.find(({ documentId }) => !states(documentId)) ?? [];
        });
      return first && nameOf(first.documentId);
    },
  };
}
