// The lines that say of which day a document is and of what: what a question over several documents rests on beside its answer.

import type { Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import { daysStated } from "../text/stated-value.ts";
import { shareOf, wordSet } from "../text/told-apart.ts";

/** The share of its document's name that a line must have to tell what it is on. */
const named = 0.6;

const nameOf = ({ document, published }: PlacedSentence): string =>
  published === null ? document : document.replace(`, ${published}`, "");

/**
 * Numbers of the lines to add to these: of each of their documents the first that says its day, and of the first one,
 * of a chain of each, the line that names its subject best, unless one of these does already.
 */
export function anchorsOf(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
  { language, type }: { readonly language: Language; readonly type: QuestionType },
): number[] {
  const cited = sentences.filter(({ number }) => numbers.includes(number));
  const tellsDay = ({ text, published }: PlacedSentence) =>
    published !== null && daysStated(text, language).includes(published);
  const documentIds = [...new Set(cited.map(({ documentId }) => documentId))];
  const days = documentIds.flatMap(id => {
    const isOwn = ({ documentId }: PlacedSentence) => documentId === id;
    return cited.some(sentence => isOwn(sentence) && tellsDay(sentence))
      ? []
      : sentences.filter(sentence => isOwn(sentence) && tellsDay(sentence)).slice(0, 1);
  });
  const names = (sentence: PlacedSentence) =>
    shareOf([...wordSet(nameOf(sentence), language)], sentence.text, language);
  const isNamed = (own: readonly PlacedSentence[]) => own.some(line => names(line) >= named);
  const ofDocuments =
    (ids: readonly string[]) =>
    ({ documentId }: PlacedSentence) =>
      ids.includes(documentId);
  // One line may name the subject for all of them.
  const groups = type === "chain" ? documentIds.map(id => [id]) : [documentIds];
  const subjects = groups.flatMap(ids =>
    isNamed([...cited, ...days].filter(ofDocuments(ids)))
      ? []
      : sentences
          .filter(line => line.documentId === ids[0] && names(line) >= named)
          .toSorted((a, b) => names(b) - names(a) || a.number - b.number)
          .slice(0, 1),
  );
  return [...days, ...subjects].map(({ number }) => number);
}

/** Of a document its first line, the first that says its day, and the one that names its subject best. */
export function anchorsIn(
  sentences: readonly PlacedSentence[],
  language: Language,
): PlacedSentence[] {
  const first = sentences.slice(0, 1).map(({ number }) => number);
  const numbers = [...first, ...anchorsOf(first, sentences, { language, type: "chain" })];
  return sentences.filter(({ number }) => numbers.includes(number));
}
