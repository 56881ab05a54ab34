// Checks whether a text states the value of a fact, or names a subject.

import { unsupportedValues } from "./derivation.ts";
import { fold, narrow } from "./fold.ts";
import { memoize } from "./memoize.ts";
import { findValues } from "./values.ts";

type Language = "zh" | "en";

/** Whether the text states the value: verbatim, except for numbers and dates, which may be in any format; the text must contain all values in it. */
export const statesValue = (text: string, value: string, language: Language): boolean =>
  (hasWholeWords(text, value, language) || isNumberOrDate(value)) &&
  unsupportedValues(value, [text], [], language).length === 0;

/** Whether the value is only a number or a date, in any format. */
const isNumberOrDate = (value: string): boolean =>
  findValues(value).some(({ text }) => fold(text).length * 2 > fold(value).length);

/** Whether the text contains the value as whole words in Latin script: "male" is not in "female". */
function hasWholeWords(text: string, value: string, language: Language): boolean {
  if (language === "zh") return fold(text).includes(fold(value));
  const words = wordsOf(value);
  return words !== "" && ` ${wordsOf(text)} `.includes(` ${words} `);
}

const wordsOf = memoize((text: string): string =>
  (
    narrow(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}$£€¥%+°]+/gu) ?? []
  ).join(" "),
);

/** The full dates (ISO) in a text. */
export const fullDatesIn = (text: string): string[] =>
  findValues(text).flatMap(({ kind, canonical }) =>
    kind === "date" && /^\d{4}-\d{2}-\d{2}$/.test(canonical) ? [canonical] : [],
  );

/** Whether every name of the subject ("Hospital, Patient") is in the text, so that a question can mean only one document. */
export function namesSubject(text: string, subject: string): boolean {
  const folded = fold(text);
  return subject.split(/[,，、]/).every(part => folded.includes(fold(part)));
}
