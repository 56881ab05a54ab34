// Whether a question holds its own answer.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";
import { splitSentences } from "../text/sentences.ts";

/** Shares of the words of an answer, or of one sentence of it, that a question may say; good ones stay far below. */
const shares = { answer: 0.75, sentence: 0.8 };
/** A shorter sentence ("It can.") says too little to be told. */
const fewestWords = 6;
// These choose between things the question names.
const offersChoice = /\b(?:or|which of|whether)\b|还是|或者?|哪|是否/i;

/** Whether nearly all that the answer says, or that one sentence of it says, stands in the question. */
export function givesItselfAway(question: string, answer: string, language: Language): boolean {
  const said = new Set(contentWords(question, language));
  const shareOf = (text: string, fewest: number): number => {
    const words = [...new Set(contentWords(text, language))];
    return words.length < fewest ? 0 : words.filter(word => said.has(word)).length / words.length;
  };
  const sentences = splitSentences(answer, language).map(({ text }) => text);
  if (
    shareOf(answer, fewestWords) >= shares.answer ||
    sentences.some(text => shareOf(text, fewestWords) >= shares.sentence)
  )
    return true;
  const short = fold(answer);
  return short.length > 2 && !offersChoice.test(question) && fold(question).includes(short);
}
