// Whether a question holds its own answer.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";

/** Share of the words of an answer that a question may say; good ones stay far below. */
const maxShared = 0.75;
/** A shorter answer says too little to be told by its words. */
const minWords = 6;
// These choose between things the question names.
const offersChoice = /\b(?:or|which of|whether)\b|还是|或者?|哪|是否/i;

/** Whether nearly all that the answer says stands in the question, and each number and date of it. */
export function givesItselfAway(question: string, answer: string, language: Language): boolean {
  const said = new Set(contentWords(question, language));
  const words = [...new Set(contentWords(answer, language))];
  const shared = words.filter(word => said.has(word)).length / words.length;
  const told = new Set(findValues(question, language).map(({ canonical }) => canonical));
  const isNew = findValues(answer, language).some(({ canonical }) => !told.has(canonical));
  if (!isNew && words.length >= minWords && shared >= maxShared) return true;
  const short = fold(answer);
  return short.length > 2 && !offersChoice.test(question) && fold(question).includes(short);
}
