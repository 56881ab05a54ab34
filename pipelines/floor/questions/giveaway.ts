// Whether a question already says its answer.

import { fold } from "../../text/fold.ts";

/** Letters and figures of a Latin text as separate words, so that "male" is not found in "female". */
const spaced = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}.]+/gu) ?? []).map(word => word.replace(/\.$/, "")).join(" ")} `;

/** True if the value, or every word of it, stands in the question. One Han character alone proves nothing. */
export function givesAway(question: string, value: string, language: "zh" | "en"): boolean {
  if (language === "zh") return fold(value).length > 1 && fold(question).includes(fold(value));
  const words = spaced(value)
    .trim()
    .split(" ")
    .filter(word => word !== "" && !/^(?:the|of|and|a|an|in|for|to|at)$/.test(word));
  const asked = spaced(question);
  return words.length > 0 && words.every(word => asked.includes(` ${word} `));
}
