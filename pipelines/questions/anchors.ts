// Finds the lines that name a document's subject and its date: evidence that a question needs in addition to the evidence for its answer.

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
  /** Question and answer: only names they mention need a line. Absent if every name needs one. */
  readonly questionAndAnswer?: string;
}

/** The names of all subjects of a document (an insurer and the insured), as words. */
const namesOf = ({ document, published }: PlacedSentence, language: Language): string[][] =>
  (published === null ? document : document.replace(`, ${published}`, ""))
    .split(/[，、,/;；]/)
    .map(name => [...wordSet(name, language)])
    .filter(words => words.length > 0);

/** For each name, the line that contains most of it, unless a cited line already does. */
function namingLines(
  names: readonly (readonly string[])[],
  lines: readonly PlacedSentence[],
  { citedSentences, language }: { citedSentences: readonly PlacedSentence[]; language: Language },
): PlacedSentence[] {
  const addedLines: PlacedSentence[] = [];
  for (const name of names) {
    const shareIn = ({ text }: PlacedSentence) => shareOf(name, text, language);
    if ([...citedSentences, ...addedLines].some(line => shareIn(line) >= minNameShare)) continue;
    const candidates = lines
      .filter(line => shareIn(line) >= minNameShare)
      .toSorted((a, b) => shareIn(b) - shareIn(a) || a.number - b.number);
    addedLines.push(...candidates.slice(0, 1));
  }
  return addedLines;
}

/**
 * Numbers of the lines to add: the first line that dates each document, and the lines that best name the subjects of the
 * first document (of every document, in a chain), unless a cited line already does.
 */
export function anchorsOf(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
  { language, type, questionAndAnswer }: AnchorOptions,
): number[] {
  const citedSentences = sentences.filter(({ number }) => numbers.includes(number));
  const statesDay = ({ text, published }: PlacedSentence) =>
    published !== null && fullDatesIn(text).includes(published);
  const documentIds = [...new Set(citedSentences.map(({ documentId }) => documentId))];
  // If a described subject has a single document, its day matters only if the question or the answer mentions it.
  const isDated = ({ published }: PlacedSentence) =>
    questionAndAnswer === undefined ||
    documentIds.length > 1 ||
    !("hidesSubject" in questionTypes[type]) ||
    (published !== null && fullDatesIn(questionAndAnswer).includes(published));
  const dayLines = documentIds.flatMap(id => {
    const isOwn = ({ documentId }: PlacedSentence) => documentId === id;
    return citedSentences.some(sentence => isOwn(sentence) && statesDay(sentence))
      ? []
      : sentences
          .filter(sentence => isOwn(sentence) && statesDay(sentence) && isDated(sentence))
          .slice(0, 1);
  });
  // One line may name the subject for all documents.
  const groups = type === "chain" ? documentIds.map(id => [id]) : [documentIds];
  const subjectLines = groups.flatMap(ids => {
    const lines = sentences.filter(({ documentId }) => documentId === ids[0]);
    const names = lines.slice(0, 1).flatMap(line => namesOf(line, language));
    const neededNames = names.filter(
      name =>
        questionAndAnswer === undefined ||
        shareOf(name, questionAndAnswer, language) >= minNameShare,
    );
    const citedLines = [...citedSentences, ...dayLines].filter(({ documentId }) =>
      ids.includes(documentId),
    );
    return namingLines(neededNames, lines, { citedSentences: citedLines, language });
  });
  return [...dayLines, ...subjectLines].map(({ number }) => number);
}

/** For each code ("CVE-2020-1") that question or answer mentions and no cited line contains, the first line that contains it. */
function codeLines(
  questionAndAnswer: string,
  lines: readonly PlacedSentence[],
  citedSentences: readonly PlacedSentence[],
): PlacedSentence[] {
  const citedTexts = citedSentences.map(({ text }) => text);
  return missingCodes(questionAndAnswer, citedTexts).flatMap(code =>
    lines.filter(({ text }) => missingCodes(code, [text]).length === 0).slice(0, 1),
  );
}

/**
 * Numbers of the lines to add: for each document that question and answer mention by name or code, the line
 * that names it best, unless a cited line already does.
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
    ([id, citedLines]) => {
      const lines = byDocument.get(id) ?? [];
      const names = lines
        .slice(0, 1)
        .flatMap(line => namesOf(line, language))
        .filter(name => shareOf(name, questionAndAnswer, language) >= minNameShare);
      const nameLines = namingLines(names, lines, { citedSentences: citedLines, language });
      return [
        ...nameLines,
        ...codeLines(questionAndAnswer, lines, [...citedLines, ...nameLines]),
      ].map(({ number }) => number);
    },
  );
}

/** A document's first line, the first line that dates it, and the lines that best name its subjects. */
export function documentAnchors(
  sentences: readonly PlacedSentence[],
  language: Language,
): PlacedSentence[] {
  const first = sentences.slice(0, 1).map(({ number }) => number);
  const numbers = [...first, ...anchorsOf(first, sentences, { language, type: "chain" })];
  return sentences.filter(({ number }) => numbers.includes(number));
}
