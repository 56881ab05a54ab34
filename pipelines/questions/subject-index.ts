// Checks whether a question, asked of all documents, identifies the one it is about.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { groupBy } from "../engine/grouping.ts";
import { namesSubject } from "../text/stated-value.ts";
import { indexTerms } from "../retrieval/bm25.ts";
import { isEnglishStopWord, isChineseStopWord } from "../text/content-words.ts";
import { searchTokens } from "../text/segment.ts";
import { type WordLists, toWordLists } from "../text/word-lists.ts";

/** How many other documents may rank before the intended one: an earlier version and a twin. */
const maxDocumentsBefore = 2;
/** Words per passage, and how many passages of one document may rank before the next document. */
const passageWords = 150;
const maxPassagesEach = 20;

/** Maximum number of passages searched for another document that fits. */
const maxRivalPassages = 200;

/** Finds which documents a question leads to. */
export interface SubjectIndex {
  /** The first of these documents that the question neither names nor describes well enough to be found by the question's words. */
  findMissed(
    question: string,
    language: Language,
    documentIds: readonly string[],
  ): string | undefined;
  /**
   * For a question that describes one of these documents without naming it: another document that fits. One of its
   * passages has all the words by which the cited document is found, and the document has every word of the question
   * that the cited one has. A document for which `states` is true says the same thing and does not count.
   */
  findRival(
    question: string,
    language: Language,
    cited: {
      readonly documentIds: readonly string[];
      readonly states: (documentId: string) => boolean;
    },
  ): string | undefined;
}

const isInformative = (word: string): boolean =>
  !isEnglishStopWord(word) && !isChineseStopWord(word) && /\p{L}{2}|\p{N}/u.test(word);

/** Codes in a text (CVE-2022-1, RFC2603, 赣A12345), which few documents share. */
const codesIn = (text: string): string[] => [
  ...new Set(text.match(/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{4,}/g) ?? []),
];

/** Whether a question has more than half of a name's words; a similarly named document may then have its answer too. */
function isNamed(name: readonly string[], questionWords: readonly string[]): boolean {
  const informative = name.filter(isInformative);
  return 2 * informative.filter(word => questionWords.includes(word)).length > informative.length;
}

interface Passages {
  /** The document of each passage. */
  readonly documentIds: readonly string[];
  /** The words of each passage, including its document's name. */
  readonly lists: WordLists;
}

/** Cuts documents into passages, because a long document has the words of any question somewhere. */
function cutPassages(documents: readonly DocumentRow[]): Passages {
  const documentIds: string[] = [];
  function* passages(): Generator<string[]> {
    for (const { id, name, text, language } of documents) {
      const [nameTokens, tokens] = [searchTokens(name, language), searchTokens(text, language)];
      for (let start = 0; start === 0 || start < tokens.length; start += passageWords) {
        documentIds.push(id);
        yield [...nameTokens, ...tokens.slice(start, start + passageWords)];
      }
    }
  }
  const lists = toWordLists(passages());
  return { documentIds, lists };
}

/** Makes a function that finds which of the given words a passage has. */
function passageWordFinder({ lists: { vocabulary, wordNumbers, ends } }: Passages) {
  const numbers = new Map(vocabulary.map((word, number) => [word, number]));
  return (passage: number, someWords: readonly string[]): string[] => {
    const passageWordNumbers = new Set(wordNumbers.subarray(ends[passage - 1] ?? 0, ends[passage]));
    return someWords.filter(word => passageWordNumbers.has(numbers.get(word) ?? -1));
  };
}

/** Makes a function that finds which of the given words a document has in any of its passages. */
function documentWordFinder(
  { documentIds }: Passages,
  wordsInPassage: ReturnType<typeof passageWordFinder>,
) {
  const passagesByDocument = groupBy(
    [...documentIds.keys()],
    passage => documentIds[passage] ?? "",
  );
  return (documentId: string, someWords: readonly string[]): string[] => {
    const missing = new Set(someWords);
    for (const passage of passagesByDocument.get(documentId) ?? [])
      for (const word of wordsInPassage(passage, [...missing])) missing.delete(word);
    return someWords.filter(word => !missing.has(word));
  };
}

/** Makes a function that finds the passages that match the given words, best first. */
function passageSearch({ documentIds, lists }: Passages) {
  const index = indexTerms([...documentIds.keys()].map(String), lists);
  return (someWords: readonly string[], count: number) =>
    index.search(someWords, count).map(({ id }) => {
      const passage = Number(id);
      return { passage, documentId: documentIds[passage] ?? "" };
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

/** An index over the passages of all documents. Its memory grows with them. */
export function indexSubjects(documents: readonly DocumentRow[]): SubjectIndex {
  const holders = holdersOfCodes(documents);
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const passages = cutPassages(documents);
  const [search, wordsInPassage] = [passageSearch(passages), passageWordFinder(passages)];
  const wordsInDocument = documentWordFinder(passages, wordsInPassage);
  const holdersIn = (question: string) =>
    codesIn(question).map(code => holders.get(code) ?? new Set<string>());
  return {
    findMissed(question, language, documentIds) {
      const maxDocuments = documentIds.length + maxDocumentsBefore;
      const hits = search(searchTokens(question, language), maxDocuments * maxPassagesEach);
      const nearestIds = [...new Set(hits.map(({ documentId }) => documentId))].slice(
        0,
        maxDocuments,
      );
      const idsByCode = holdersIn(question).filter(({ size }) => size <= maxDocuments);
      const foundIds = new Set([...nearestIds, ...idsByCode.flatMap(ids => [...ids])]);
      return documentIds
        .filter(id => !foundIds.has(id))
        .map(nameOf)
        .find(name => !namesSubject(question, name));
    },
    findRival(question, language, { documentIds, states }) {
      const questionWords = searchTokens(question, language).filter(isInformative);
      const hits = search(questionWords, maxRivalPassages);
      const isOther = ({ documentId }: (typeof hits)[number]) => !documentIds.includes(documentId);
      const isIdentified = (id: string) =>
        isNamed(searchTokens(nameOf(id), language), questionWords) ||
        holdersIn(question).some(ids => ids.size === 1 && ids.has(id));
      const [first] = documentIds
        .filter(id => !isIdentified(id))
        .flatMap(id => hits.find(({ documentId }) => documentId === id) ?? [])
        .flatMap(ownHit => {
          const foundInPassage = wordsInPassage(ownHit.passage, questionWords);
          const foundInDocument = wordsInDocument(ownHit.documentId, questionWords);
          const isFitting = ({ passage, documentId }: typeof ownHit) =>
            wordsInPassage(passage, foundInPassage).length === foundInPassage.length &&
            wordsInDocument(documentId, foundInDocument).length === foundInDocument.length;
          const rivals = hits.filter(hit => isOther(hit) && isFitting(hit));
          return rivals.find(({ documentId }) => !states(documentId)) ?? [];
        });
      return first && nameOf(first.documentId);
    },
  };
}
