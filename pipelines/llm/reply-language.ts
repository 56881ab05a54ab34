// Detects replies in the wrong language. When in doubt, a reply passes: names, codes and quotations may be in another language.

import { languageOf } from "../text/language.ts";

type Language = "zh" | "en";

/** A reply with fewer letters always passes. */
const minLetters = 20;
/** Words that occur in all prose of a language and in hardly any name. */
const functionWords: Record<Language, RegExp> = {
  en: /\b(?:is|are|was|were|be|been|has|have|had|that|which|this|it|its|by|with|from|to|not|who)\b/gi,
  zh: /[的了是在被将于为和与及从由对]/g,
};
const minFunctionWords = 2;

// A value of ASCII characters without spaces is a path, an id or an enumerated choice.
const isCode = (text: string) => /^[\x21-\x7e]*$/.test(text);

function proseOf(value: unknown): string[] {
  if (typeof value === "string") return isCode(value) ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(proseOf) : [];
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether the texts in a reply's value are clearly not in `language` but in the other language. */
export function isWrongLanguage(value: unknown, language: Language): boolean {
  const text = proseOf(value).join("\n");
  if (languageOf(text) === language) return false;
  const [han, latin] = [
    countMatches(text, /\p{Script=Han}/gu),
    countMatches(text, /\p{Script=Latin}/gu),
  ];
  // A Chinese name has few characters, so an English text may contain many such names.
  const isMostlyOther = language === "zh" || han > latin;
  return (
    isMostlyOther &&
    han + latin >= minLetters &&
    countMatches(text, functionWords[language === "zh" ? "en" : "zh"]) >= minFunctionWords
  );
}
