// The last resort for a text that no question with a verb of its own fits: one of its sentences with a gap.

import { findValues } from "../../../text/values.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { findNames } from "./news-names.ts";

type Language = "zh" | "en";

const asking: Readonly<Record<Language, (sentence: string) => string>> = {
  zh: sentence => `下面这句话的空缺处是什么：“${sentence}”？`,
  en: sentence => `What fills the gap in this sentence: “${sentence}”?`,
};

const GAP = "____";
const joint = { before: /[\d\p{L}.,:/–—-]$/u, after: /^[\d\p{L}%:/–—-]/u };

/** A value that nothing runs into, else a name. */
function piecesOf(sentence: string, language: Language): { start: number; end: number; text: string }[] {
  const whole = findValues(sentence, language).filter(
    ({ start, end, kind }) => kind !== "ordinal" && (language === "zh" || !(joint.before.test(sentence.slice(0, start)) || joint.after.test(sentence.slice(end)))),
  );
  // The lone capital at the head of an English sentence may be any word.
  const names = findNames(sentence, language).filter(({ start, text }) => text.length > 1 && (language === "zh" || start > 0 || text.includes(" ")));
  return [...whole, ...names];
}

/** One sentence after the other, short ones first, each with a gap for a value or name that the rest of it does not print. */
export const gapQuestions = (sentences: readonly string[], language: Language): FactualQuestion[] =>
  sentences
    .toSorted((a, b) => a.length - b.length)
    .flatMap(sentence =>
      piecesOf(sentence, language).flatMap(({ start, end, text }) => {
        const question = asking[language](`${sentence.slice(0, start)}${GAP}${sentence.slice(end)}`.replace(/["“”]/g, ""));
        return text.trim() === "" || question.includes(text) ? [] : [{ about: "title" as const, question, keyInfo: text, statement: sentence }];
      }),
    );
