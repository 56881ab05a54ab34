// Questions on the numbers, days and names of a text, each answered by the text alone.

import { questEvalPrompt } from "../../../../schemas/items/prompts.ts";
import { fold } from "../../../text/fold.ts";
import { splitSentences } from "../../../text/sentences.ts";
import { answers } from "../answerer.ts";
import { isOverlong } from "./article-reading.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { plainQuestionsEn } from "./plain-questions-en.ts";
import { anyQuestionsZh, plainQuestionsZh } from "./plain-questions-zh.ts";
import { questionsEn } from "./questions-en.ts";
import { questionsZh } from "./questions-zh.ts";

type Language = "zh" | "en";

/** More than ten make one text weigh more than another. */
const MOST = 10;

/** A reference answer has no more. */
const MOST_SENTENCES = 60;

const clear = { zh: questionsZh, en: questionsEn };
const plain = { zh: plainQuestionsZh, en: plainQuestionsEn };
const any = { zh: anyQuestionsZh, en: plainQuestionsEn };

/** The first question on each piece; a piece that lies in another one is the same. */
function oneEach(found: readonly FactualQuestion[]): FactualQuestion[] {
  const kept: FactualQuestion[] = [];
  for (const one of found) {
    const info = fold(one.keyInfo);
    const known = kept.some(other => fold(other.keyInfo).includes(info) || info.includes(fold(other.keyInfo)) || other.question === one.question);
    if (info !== "" && !known) kept.push(one);
  }
  return kept;
}

/** Clear questions first, then plain ones on what has none; in the end as the text has them. */
function questionsOn(text: string, language: Language): FactualQuestion[] {
  const sentences = splitSentences(text, language)
    .map(sentence => sentence.text)
    .filter(sentence => !isOverlong(sentence))
    .slice(0, MOST_SENTENCES);
  const found = oneEach([...sentences.flatMap(clear[language]), ...sentences.flatMap(plain[language])]);
  const some = found.length > 0 ? found : oneEach(sentences.flatMap(any[language])).slice(0, 2);
  return some.slice(0, MOST).sort((a, b) => text.indexOf(a.keyInfo) - text.indexOf(b.keyInfo));
}

/** A text without a number, a day or a name has no entry, which the contract does not take: its row fails. */
export const questEvalAnswerer = answers(questEvalPrompt, ({ text }, { language }) => ({
  entries: questionsOn(text, language).map(({ keyInfo, question }) => ({ keyInfo, question, answer: keyInfo })),
}));
