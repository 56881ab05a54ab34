// Builds sentences and lists of words, and checks whether a question already contains its answer.

import { fold } from "../../text/fold.ts";
import { fillPhrase } from "../wording.ts";

/** Capitalizes the first letter, and drops the full stop after a value that has its own ("Ltd."). */
export const asSentence = (text: string): string =>
  upperFirst(text)
    .replace(/\.\.$/, ".")
    .replace(/[。.；;]。$/, "。")
    .replace(/\.\?$/, ".?");

/** "iRobot", "pH" and "settings.json" keep their lower-case first letter. */
export const upperFirst = (text: string): string =>
  /^[a-z][A-Z]|^[\w-]*[._/\d]\w/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** Lower-cases the first letter, except in names and acronyms. */
export const lowerFirst = (text: string): string =>
  /^[A-Z](?:[a-z' ]|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** "a, b and c"; “甲、乙和丙”. */
export const listOf = (parts: readonly string[], language: "zh" | "en"): string =>
  new Intl.ListFormat({ zh: "zh", en: "en-GB" }[language]).format(parts);

/** The number of claims, and each of them, separated so that each can be read alone. */
export const countedList = (claims: readonly string[], language: "zh" | "en"): string =>
  asSentence(
    fillPhrase(claims.length === 1 ? "counted-one" : "counted", language, {
      count: claims.length,
      list: claims.join(language === "zh" ? "；" : "; "),
    }),
  );

/** Letters and figures of a Latin text as separate words, so that "male" is not found in "female". */
const spacedWords = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}.]+/gu) ?? []).map(word => word.replace(/\.$/, "")).join(" ")} `;

/** True if the question contains the value, or every word of it. A single Han character proves nothing. */
export function givesAway(question: string, value: string, language: "zh" | "en"): boolean {
  if (language === "zh") return fold(value).length > 1 && fold(question).includes(fold(value));
  const words = spacedWords(value)
    .trim()
    .split(" ")
    .filter(word => word !== "" && !/^(?:the|of|and|a|an|in|for|to|at)$/.test(word));
  const questionWords = spacedWords(question);
  return words.length > 0 && words.every(word => questionWords.includes(` ${word} `));
}
