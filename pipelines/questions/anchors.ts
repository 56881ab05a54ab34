// Finds anchors, the sentences that name a document's subject and its date: evidence that a question needs in addition to the evidence for its answer.

import type { Language, QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { groupBy } from "../engine/grouping.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { fullDatesIn } from "../text/stated-value.ts";
import { shareOf, wordSet } from "../text/value-choice.ts";
import { missingCodes } from "./answer-details.ts";

/** Minimum share of a name's words in a text that counts as naming it. */
const minNameShare = 0.6;

export interface AnchorOptions {
  readonly language: Language;
  readonly type: QuestionType;
  /** The text of the question and the answer: only names that they mention need a sentence. Absent if every name needs one. */
  readonly questionAndAnswer?: string;
}

/** The names of all subjects of a document (an insurer and the insured), as words. */
const namesOf = ({ document, published }: PlacedSentence, language: Language): string[][] =>
  (published === null ? document : document.replace(`, ${published}`, ""))
    .split(/[，、,/;；]/)
    .map(name => [...wordSet(name, language)])
    .filter(words => words.length > 0);

/** For each name, the sentence that contains most of it, unless a cited sentence already does. */
function namingSentences(
  names: readonly (readonly string[])[],
  ownSentences: readonly PlacedSentence[],
  { citedSentences, language }: { citedSentences: readonly PlacedSentence[]; language: Language },
): PlacedSentence[] {
  const addedSentences: PlacedSentence[] = [];
  for (const name of names) {
    const shareIn = ({ text }: PlacedSentence) => shareOf(name, text, language);
    if ([...citedSentences, ...addedSentences].some(sentence => shareIn(sentence) >= minNameShare))
      continue;
    const candidates = ownSentences
      .filter(sentence => shareIn(sentence) >= minNameShare)
      .toSorted((a, b) => shareIn(b) - shareIn(a) || a.number - b.number);
    addedSentences.push(...candidates.slice(0, 1));
  }
  return addedSentences;
}

/**
 * Numbers of the sentences to add: the first one that dates each document, and those that best name the subjects of the
 * first document (of every document, in a chain), unless a cited sentence already does.
 */
export function anchorsOf(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
  { language, type, questionAndAnswer }: AnchorOptions,
): number[] {
  const citedSentences = sentences.filter(({ number }) => numbers.includes(number));
  const statesDate = ({ text, published }: PlacedSentence) =>
    published !== null && fullDatesIn(text).includes(published);
  const documentIds = [...new Set(citedSentences.map(({ documentId }) => documentId))];
  // If the question describes its subject without naming it, and one document is cited, its date matters only if the
  // question or the answer mentions it.
  const needsDate = ({ published }: PlacedSentence) =>
    questionAndAnswer === undefined ||
    documentIds.length > 1 ||
    !("hidesSubject" in questionTypes[type]) ||
    (published !== null && fullDatesIn(questionAndAnswer).includes(published));
  const datingSentences = documentIds.flatMap(id => {
    const isOwn = ({ documentId }: PlacedSentence) => documentId === id;
    return citedSentences.some(sentence => isOwn(sentence) && statesDate(sentence))
      ? []
      : sentences
          .filter(sentence => isOwn(sentence) && statesDate(sentence) && needsDate(sentence))
          .slice(0, 1);
  });
  // One sentence may name the subject for all documents.
  const groups = type === "chain" ? documentIds.map(id => [id]) : [documentIds];
  const subjectSentences = groups.flatMap(ids => {
    const ownSentences = sentences.filter(({ documentId }) => documentId === ids[0]);
    const names = ownSentences.slice(0, 1).flatMap(sentence => namesOf(sentence, language));
    const neededNames = names.filter(
      name =>
        questionAndAnswer === undefined ||
        shareOf(name, questionAndAnswer, language) >= minNameShare,
    );
    const citedInDocument = [...citedSentences, ...datingSentences].filter(({ documentId }) =>
      ids.includes(documentId),
    );
    return namingSentences(neededNames, ownSentences, {
      citedSentences: citedInDocument,
      language,
    });
  });
  return [...datingSentences, ...subjectSentences].map(({ number }) => number);
}

/** For each code ("CVE-2020-1") that the question or the answer mentions and no cited sentence contains, the first sentence that contains it. */
function codeSentences(
  questionAndAnswer: string,
  ownSentences: readonly PlacedSentence[],
  citedSentences: readonly PlacedSentence[],
): PlacedSentence[] {
  const citedTexts = citedSentences.map(({ text }) => text);
  return missingCodes(questionAndAnswer, citedTexts).flatMap(code =>
    ownSentences.filter(({ text }) => missingCodes(code, [text]).length === 0).slice(0, 1),
  );
}

/**
 * Numbers of the sentences to add: for each document that the question or the answer mentions by name or code, the
 * sentence that names it best, unless a cited sentence already does.
 */
export function nameAnchorsOf(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
  {
    language,
    questionAndAnswer,
  }: { readonly language: Language; readonly questionAndAnswer: string },
): number[] {
  const citedSentences = sentences.filter(({ number }) => numbers.includes(number));
  const byDocument = groupBy(sentences, ({ documentId }) => documentId);
  return [...groupBy(citedSentences, ({ documentId }) => documentId)].flatMap(
    ([id, citedInDocument]) => {
      const ownSentences = byDocument.get(id) ?? [];
      const names = ownSentences
        .slice(0, 1)
        .flatMap(sentence => namesOf(sentence, language))
        .filter(name => shareOf(name, questionAndAnswer, language) >= minNameShare);
      const nameSentences = namingSentences(names, ownSentences, {
        citedSentences: citedInDocument,
        language,
      });
      return [
        ...nameSentences,
        ...codeSentences(questionAndAnswer, ownSentences, [...citedInDocument, ...nameSentences]),
      ].map(({ number }) => number);
    },
  );
}

/** A document's first sentence, the first one that dates it, and those that best name its subjects. */
export function documentAnchors(
  sentences: readonly PlacedSentence[],
  language: Language,
): PlacedSentence[] {
  const first = sentences.slice(0, 1).map(({ number }) => number);
  const numbers = [...first, ...anchorsOf(first, sentences, { language, type: "chain" })];
  return sentences.filter(({ number }) => numbers.includes(number));
}
