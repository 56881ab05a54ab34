// Questions on the numbers, days and names of a text, each with one answer, which no question gives away.

import { questEvalPrompt } from "../../../schemas/items/prompts.ts";
import { fold } from "../../text/fold.ts";
import { splitSentences } from "../../text/sentences.ts";
import { findValues } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { isOverlong } from "./article-reading.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { questQuestionsEn } from "./quest-questions-en.ts";
import { questQuestionsZh } from "./quest-questions-zh.ts";

type Language = "zh" | "en";

/** More than ten make one text weigh more than another. */
const MOST = 10;

/** A reference answer has no more. */
const MOST_SENTENCES = 60;

const questionsOf = { zh: questQuestionsZh, en: questQuestionsEn };

/** How often the piece stands in the text, as it is or as the same value in other signs. */
function timesIn(text: string, keyInfo: string, language: Language): number {
  const written = fold(text).split(fold(keyInfo)).length - 1;
  const [value] = findValues(keyInfo, language);
  const same = value === undefined ? 0 : findValues(text, language).filter(({ kind, canonical }) => kind === value.kind && canonical === value.canonical).length;
  return Math.max(written, same);
}

const spaced = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? []).join(" ")} `;

/** Whether a question prints a piece: English word by word, so that "6" is not met in "60". */
const prints = (question: string, keyInfo: string, language: Language): boolean =>
  language === "zh" ? fold(question).includes(fold(keyInfo)) : spaced(question).includes(spaced(keyInfo));

/** The first questions of which none asks what another prints. */
function compatible(found: readonly FactualQuestion[], language: Language): FactualQuestion[] {
  const kept: FactualQuestion[] = [];
  for (const one of found) {
    const clashes = (other: FactualQuestion): boolean =>
      other.question === one.question ||
      prints(other.question, one.keyInfo, language) ||
      prints(one.question, other.keyInfo, language) ||
      prints(other.keyInfo, one.keyInfo, language);
    if (fold(one.keyInfo) !== "" && !prints(one.question, one.keyInfo, language) && !kept.some(clashes)) kept.push(one);
  }
  return kept;
}

/** In the order of the text. Shorter questions come first in the choice: they print less. */
function questionsOn(text: string, language: Language): FactualQuestion[] {
  const sentences = splitSentences(text, language)
    .map(sentence => sentence.text)
    .filter(sentence => !isOverlong(sentence))
    .slice(0, MOST_SENTENCES);
  const isOnce = ({ keyInfo }: FactualQuestion): boolean => timesIn(text, keyInfo, language) === 1;
  const found = questionsOf[language](sentences).filter(isOnce);
  return compatible(
    found.toSorted((a, b) => a.question.length - b.question.length),
    language,
  )
    .slice(0, MOST)
    .sort((a, b) => text.indexOf(a.keyInfo) - text.indexOf(b.keyInfo));
}

/** None for a text without a number, a day or a name that stands in it once, in a clause with its own subject and verb. */
export const questEvalAnswerer = answers(questEvalPrompt, ({ text }, { language }) => ({
  entries: questionsOn(text, language).map(({ keyInfo, question }) => ({ keyInfo, question, answer: keyInfo })),
}));
