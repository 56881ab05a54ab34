// Whether a text states the value of a fact, or names a subject.

import { unsupportedValues } from "./derivation.ts";
import { fold, narrow } from "./fold.ts";
import { remember } from "./remember.ts";
import { findValues } from "./values.ts";

type Language = "zh" | "en";

/** Word for word, but for numbers and dates; and its values are read as values there, too. */
export const statesValue = (text: string, value: string, language: Language): boolean =>
  (standsWhole(text, value, language) || isBare(value, language)) &&
  unsupportedValues(value, [text], [], language).length === 0;

/** Nothing but a number or a date, however it is written. */
const isBare = (value: string, language: Language): boolean =>
  findValues(value, language).some(({ text }) => fold(text).length * 2 > fold(value).length);

/** Latin words whole: "male" does not stand in "female". */
function standsWhole(text: string, value: string, language: Language): boolean {
  if (language === "zh") return fold(text).includes(fold(value));
  const words = wordsOf(value);
  return words !== "" && ` ${wordsOf(text)} `.includes(` ${words} `);
}

const wordsOf = remember((text: string): string =>
  (
    narrow(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}$£€¥%+°]+/gu) ?? []
  ).join(" "),
);

/** The dates (ISO) that a text states to the day. */
export const daysStated = (text: string, language: Language): string[] =>
  findValues(text, language).flatMap(({ kind, canonical }) =>
    kind === "date" && /^\d{4}-\d{2}-\d{2}$/.test(canonical) ? [canonical] : [],
  );

/** Every name of the subject ("Hospital, Patient") stands in the text: what makes a question mean one document among all. */
export function namesSubject(text: string, subject: string): boolean {
  const folded = fold(text);
  return subject.split(/[,，、]/).every(part => folded.includes(fold(part)));
}
