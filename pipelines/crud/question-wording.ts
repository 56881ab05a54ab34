// Checks the wording of a corpus-wide question: it may not use words that have a meaning only within one article.

import type { Language } from "../../schemas/items/item-types.ts";
import { fold } from "../text/fold.ts";

const pointingWords = {
  // Later in a sentence, 该公司 means the company just named; articles that the question itself mentions are allowed.
  zh: /本文(?!化)|(?:这篇|该|上述|据)文章|(?<!这些|这类|那些|几篇|两篇|评论)文章(?:中|里|称|指出|提到|认为)|文中|文本|这篇|该文(?!化)|该报道|报道中|上述|(?<!以)上文|下文|今天|昨天|昨日|今日|明天|(?<!\d ?)日前|近日|^.{0,6}该(?:公司|项目|地|校)/,
  en: /\b(?:the|this|these|that) (?:articles?|texts?|passages?|reports?|documents?|stor(?:y|ies)|sentences?)\b|\b(?:today|yesterday|tomorrow|last (?:week|month|night)|this (?:week|month|morning))\b|\baccording to the (?:article|text|report)/i,
};
const minLength = { zh: 8, en: 20 };

const pointingMessage = {
  zh: (word: string) =>
    `问题里不能出现“${word}”：读题的人不知道指的是哪一篇、哪一天、哪一家，要写出名称或日期。`,
  en: (word: string) =>
    `The question may not say "${word}": its reader has no article in view. Give the name or the date.`,
};
const tooShortMessage = {
  zh: "问题太短，文章一多，就看不出问的是哪件事。",
  en: "The question is too short to single out the event among many articles.",
};
const answerMessage = {
  zh: "问题里不能透露答案。",
  en: "The question may not contain its own answer.",
};

/** Everything that is wrong with the wording of a question and its answer, worded for the model. */
export function wordingProblems(question: string, answer: string, language: Language): string[] {
  const word = pointingWords[language].exec(question)?.[0];
  const [foldedQuestion, foldedAnswer] = [fold(question), fold(answer)];
  return [
    word === undefined ? [] : pointingMessage[language](word),
    question.trim().length < minLength[language] ? tooShortMessage[language] : [],
    foldedAnswer.length > 2 && foldedQuestion.includes(foldedAnswer) ? answerMessage[language] : [],
  ].flat();
}
