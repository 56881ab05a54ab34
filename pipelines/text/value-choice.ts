// Checks whether a text gives one of several possible values rather than another, however it is worded.

import { contentWords } from "./content-words.ts";
import { unsupportedValues } from "./derivation.ts";
import { statesValue } from "./stated-value.ts";
import { findValues } from "./values.ts";

type Language = "zh" | "en";

/** A value, and the other values stated for the same thing. */
export interface RivalValues {
  readonly value: string;
  readonly rivals: readonly string[];
}

/** The content words of a text, each once. */
export const wordSet = (text: string, language: Language): Set<string> =>
  new Set(contentWords(text, language));

/** The share of these words that a text contains, 0 … 1; 0 if there are no words. */
export function shareOf(words: readonly string[], text: string, language: Language): number {
  const textWords = wordSet(text, language);
  return words.length === 0 ? 0 : words.filter(word => textWords.has(word)).length / words.length;
}

/** Whether two sentences contain each other's values and this share of each other's words. */
export const areEquivalentStatements = (
  first: string,
  second: string,
  { language, share }: { readonly language: Language; readonly share: number },
): boolean =>
  [
    [first, second],
    [second, first],
  ].every(
    ([a = "", b = ""]) =>
      shareOf([...wordSet(b, language)], a, language) >= share &&
      unsupportedValues(b, [a], [], language).length === 0,
  );

const timesIn = (text: string): string[] => text.match(/(?<!\d)\d{1,2}[:：.]\d{2}(?!\d)/g) ?? [];

/** A value's numbers, dates and times of day, as written, and its content words. */
interface Features {
  readonly numbers: readonly string[];
  readonly words: readonly string[];
}

function featuresOf(value: string, language: Language): Features {
  const values = findValues(value).map(({ text }) => text);
  return {
    numbers: [...new Set([...values, ...timesIn(value)])],
    words: [...wordSet(value, language)],
  };
}

const hasNumber = (text: string, number: string, language: Language): boolean =>
  timesIn(text).includes(number) ||
  (findValues(number).length > 0 && unsupportedValues(number, [text], [], language).length === 0);

/** Minimum number of content words in a long value, in which numbers are merely details. */
const minLongWords = 8;

/** What a value has and a rival lacks: numbers and, for long values or those without numbers, words too; everything if there is no difference. */
function distinctiveFeatures(features: Features, rival: string, language: Language): Features[] {
  const numbers = features.numbers.filter(number => !hasNumber(rival, number, language));
  const textWords = wordSet(rival, language);
  const words = features.words.filter(word => !textWords.has(word));
  const alternatives = [
    ...(numbers.length > 0 ? [{ numbers, words: [] }] : []),
    ...(words.length > 0 && (numbers.length === 0 || features.words.length >= minLongWords)
      ? [{ numbers: [], words }]
      : []),
  ];
  return alternatives.length > 0 ? alternatives : [features];
}

/** Whether a text has at least this share of the numbers (and at least one) or, if there are none, half of the words. */
function isStated(text: string, { numbers, words }: Features, share: number, language: Language) {
  if (numbers.length === 0) return shareOf(words, text, language) >= 0.5;
  const foundCount = numbers.filter(number => hasNumber(text, number, language)).length;
  return foundCount > 0 && foundCount >= share * numbers.length;
}

/**
 * Whether a text states the value: verbatim, or by what the value has and each rival lacks: one of its numbers, dates
 * and times, or half of its words if there are none or it is long. Without rivals, half of its numbers or, if it has
 * none, half of its words are needed.
 */
export function givesValue(
  text: string,
  { value, rivals }: RivalValues,
  language: Language,
): boolean {
  if (statesValue(text, value, language)) return true;
  const features = featuresOf(value, language);
  if (rivals.length === 0) return isStated(text, features, 0.5, language);
  return rivals.every(rival =>
    distinctiveFeatures(features, rival, language).some(alternative =>
      isStated(text, alternative, 0, language),
    ),
  );
}

/** Whether a text states a rival of the value, by what the rival has and the value lacks. */
export const givesRival = (
  text: string,
  { value, rivals }: RivalValues,
  language: Language,
): boolean =>
  rivals.some(
    rival =>
      !statesValue(value, rival, language) &&
      givesValue(text, { value: rival, rivals: [value] }, language),
  );
