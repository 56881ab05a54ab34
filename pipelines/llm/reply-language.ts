// Whether a reply is written in the language it was asked for in. In doubt it is: names, codes and quotations may be in another.

import { languageOf } from "../text/language.ts";

type Language = "zh" | "en";

/** Letters below which nothing is decided. */
const enoughLetters = 20;
/** Words that stand in all prose of a language and in hardly a name. */
const marks: Record<Language, RegExp> = {
  en: /\b(?:is|are|was|were|be|been|has|have|had|that|which|this|it|its|by|with|from|to|not|who)\b/gi,
  zh: /[的了是在被将于为和与及从由对]/g,
};
const enoughMarks = 2;

// A value in one piece of plain characters is a path, an id or a choice.
const isCode = (text: string) => /^[\x21-\x7e]*$/.test(text);

function proseIn(value: unknown): string[] {
  if (typeof value === "string") return isCode(value) ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(proseIn) : [];
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether the texts in a reply's value are plainly in the other language than `language`. */
export function isWrongLanguage(value: unknown, language: Language): boolean {
  const text = proseIn(value).join("\n");
  if (languageOf(text) === language) return false;
  const [han, latin] = [count(text, /\p{Script=Han}/gu), count(text, /\p{Script=Latin}/gu)];
  // A Chinese name counts for few characters, so an English text may hold many of them.
  const most = language === "zh" || han > latin;
  return (
    most &&
    han + latin >= enoughLetters &&
    count(text, marks[language === "zh" ? "en" : "zh"]) >= enoughMarks
  );
}
