// The lines that say of which day a document is and of what: what a question over several documents rests on beside its answer.

import type { Language } from "../../schemas/items/item-types.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import { daysStated } from "../text/stated-value.ts";
import { shareOf, wordSet } from "../text/told-apart.ts";

/** The share of its document's name that a line must have to tell what it is on. */
const named = 0.6;

const nameOf = ({ document, published }: PlacedSentence): string =>
  published === null ? document : document.replace(`, ${published}`, "");

/**
 * Numbers of the lines to add to these: of each of their documents the first that says its day, and of the first one
 * the line that names its subject best, unless one of these does already.
 */
export function anchorsOf(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
  language: Language,
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
  const [best] = [...cited, ...days].some(sentence => names(sentence) >= named)
    ? []
    : sentences
        .filter(sentence => sentence.documentId === documentIds[0] && names(sentence) >= named)
        .toSorted((a, b) => names(b) - names(a) || a.number - b.number);
  return [...days, ...(best ? [best] : [])].map(({ number }) => number);
}
