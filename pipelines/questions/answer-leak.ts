// Checks whether a question contains its own answer.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";

/** Share of an answer's words that a question may contain; good questions stay far below. */
const maxShared = 0.75;
/** Shorter answers have too few words to compare. */
const minWords = 6;
// Questions that offer a choice name their answer.
const offersChoice = /\b(?:or|which of|whether)\b|还是|或者?|哪|是否/i;

/** Whether the question contains nearly all words of the answer, and every number and date in it. */
export function givesItselfAway(question: string, answer: string, language: Language): boolean {
  const questionWords = new Set(contentWords(question, language));
  const words = [...new Set(contentWords(answer, language))];
  const shared = words.filter(word => questionWords.has(word)).length / words.length;
  const questionValues = new Set(findValues(question).map(({ canonical }) => canonical));
  const isNew = findValues(answer).some(({ canonical }) => !questionValues.has(canonical));
  if (!isNew && words.length >= minWords && shared >= maxShared) return true;
  const short = fold(answer);
  return short.length > 2 && !offersChoice.test(question) && fold(question).includes(short);
}
