// The lines that say of what a document is, and of which day: what a question rests on beside its answer.

import type { Language, QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { groupBy } from "../engine/grouping.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import { daysStated } from "../text/stated-value.ts";
import { shareOf, wordSet } from "../text/told-apart.ts";
import { missingCodes } from "./details.ts";

/** The share of a name that a text must have to name it. */
const nameShare = 0.6;

export interface Anchoring {
  readonly language: Language;
  readonly type: QuestionType;
  /** Question and answer: what neither names need not be named. Absent where all is to be named. */
  readonly said?: string;
}

/** Of a document on several (an insurer and whom it insures) the name of each, as words. */
const namesOf = ({ document, published }: PlacedSentence, language: Language): string[][] =>
  (published === null ? document : document.replace(`, ${published}`, ""))
    .split(/[，、,/;；]/)
    .map(name => [...wordSet(name, language)])
    .filter(words => words.length > 0);

/** Of each of these names the line that has most of it, unless one has it already. */
function namingLines(
  names: readonly (readonly string[])[],
  lines: readonly PlacedSentence[],
  { cited, language }: { cited: readonly PlacedSentence[]; language: Language },
): PlacedSentence[] {
  const added: PlacedSentence[] = [];
  for (const name of names) {
    const share = ({ text }: PlacedSentence) => shareOf(name, text, language);
    if ([...cited, ...added].some(line => share(line) >= nameShare)) continue;
    const best = lines
      .filter(line => share(line) >= nameShare)
      .toSorted((a, b) => share(b) - share(a) || a.number - b.number);
    added.push(...best.slice(0, 1));
  }
  return added;
}

/**
 * Numbers of the lines to add to these: of each of several documents the first that says its day, and of the first one,
 * of a chain of each, the lines that name best what is spoken of, unless one of these does already.
 */
export function anchorsOf(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
  { language, type, said }: Anchoring,
): number[] {
  const cited = sentences.filter(({ number }) => numbers.includes(number));
  const tellsDay = ({ text, published }: PlacedSentence) =>
    published !== null && daysStated(text, language).includes(published);
  const documentIds = [...new Set(cited.map(({ documentId }) => documentId))];
  // Of one document that tells what a described subject is about, the day bears on the answer only where it is spoken of.
  const isDated = ({ published }: PlacedSentence) =>
    said === undefined ||
    documentIds.length > 1 ||
    !("described" in questionTypes[type]) ||
    (published !== null && daysStated(said, language).includes(published));
  const days = documentIds.flatMap(id => {
    const isOwn = ({ documentId }: PlacedSentence) => documentId === id;
    return cited.some(sentence => isOwn(sentence) && tellsDay(sentence))
      ? []
      : sentences
          .filter(sentence => isOwn(sentence) && tellsDay(sentence) && isDated(sentence))
          .slice(0, 1);
  });
  // One line may name the subject for all of them.
  const groups = type === "chain" ? documentIds.map(id => [id]) : [documentIds];
  const subjects = groups.flatMap(ids => {
    const lines = sentences.filter(({ documentId }) => documentId === ids[0]);
    const names = lines.slice(0, 1).flatMap(line => namesOf(line, language));
    const wanted = names.filter(
      name => said === undefined || shareOf(name, said, language) >= nameShare,
    );
    const known = [...cited, ...days].filter(({ documentId }) => ids.includes(documentId));
    return namingLines(wanted, lines, { cited: known, language });
  });
  return [...days, ...subjects].map(({ number }) => number);
}

/** Of each code that is said ("CVE-2020-1") and in none of these lines the first line that has it. */
function codeLines(
  said: string,
  lines: readonly PlacedSentence[],
  cited: readonly PlacedSentence[],
): PlacedSentence[] {
  const missing = missingCodes(
    said,
    cited.map(({ text }) => text),
  );
  return missing.flatMap(code =>
    lines.filter(({ text }) => missingCodes(code, [text]).length === 0).slice(0, 1),
  );
}

/**
 * Numbers of the lines to add to these: of each document that question and answer (`said`) name, by its name or a code,
 * the line that names it best, unless one of these does already.
 */
export function namingOf(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
  { language, said }: { readonly language: Language; readonly said: string },
): number[] {
  const cited = sentences.filter(({ number }) => numbers.includes(number));
  const byDocument = groupBy(sentences, ({ documentId }) => documentId);
  return [...groupBy(cited, ({ documentId }) => documentId)].flatMap(([id, own]) => {
    const lines = byDocument.get(id) ?? [];
    const names = lines
      .slice(0, 1)
      .flatMap(line => namesOf(line, language))
      .filter(name => shareOf(name, said, language) >= nameShare);
    const named = namingLines(names, lines, { cited: own, language });
    return [...named, ...codeLines(said, lines, [...own, ...named])].map(({ number }) => number);
  });
}

/** Of a document its first line, the first that says its day, and those that name best what it is on. */
export function anchorsIn(
  sentences: readonly PlacedSentence[],
  language: Language,
): PlacedSentence[] {
  const first = sentences.slice(0, 1).map(({ number }) => number);
  const numbers = [...first, ...anchorsOf(first, sentences, { language, type: "chain" })];
  return sentences.filter(({ number }) => numbers.includes(number));
}
