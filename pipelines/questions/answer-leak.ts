// Checks whether a question contains its own answer.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";

/** Maximum share of an answer's words that a question may contain; good questions stay far below. */
const maxSharedPart = 0.75;
/** Minimum number of words in an answer for the share to mean anything. */
const minWords = 6;
/** Words of questions that offer a choice, and so may name their answer. */
const choicePattern = /\b(?:or|which of|whether)\b|还是|或者?|哪|是否/i;

/** Whether the question contains nearly all words of the answer, and every number and date in it. */
export function revealsAnswer(question: string, answer: string, language: Language): boolean {
  const questionWords = new Set(contentWords(question, language));
  const words = [...new Set(contentWords(answer, language))];
  const sharedPart = words.filter(word => questionWords.has(word)).length / words.length;
  const questionValues = new Set(findValues(question).map(({ canonical }) => canonical));
  const hasNewValue = findValues(answer).some(({ canonical }) => !questionValues.has(canonical));
  if (!hasNewValue && words.length >= minWords && sharedPart >= maxSharedPart) return true;
  const foldedAnswer = fold(answer);
  return (
    foldedAnswer.length > 2 &&
    !choicePattern.test(question) &&
    fold(question).includes(foldedAnswer)
  );
}
