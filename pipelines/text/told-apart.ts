// Whether a text tells one value of a thing and not another, in whatever words.

import { contentWords } from "./content-words.ts";
import { unsupportedValues } from "./derivation.ts";
import { statesValue } from "./stated-value.ts";
import { findValues } from "./values.ts";

type Language = "zh" | "en";

/** A value, and what else is stated of the same thing. */
export interface Apart {
  readonly value: string;
  readonly rivals: readonly string[];
}

/** Words of a text that carry its meaning, each once. */
export const wordSet = (text: string, language: Language): Set<string> =>
  new Set(contentWords(text, language));

/** How many of these words, of 1, a text has; none of none. */
export function shareOf(words: readonly string[], text: string, language: Language): number {
  const has = wordSet(text, language);
  return words.length === 0 ? 0 : words.filter(word => has.has(word)).length / words.length;
}

/** Whether two sentences have each other's values and this share of each other's words. */
export const saysSame = (
  one: string,
  other: string,
  { language, share }: { readonly language: Language; readonly share: number },
): boolean =>
  [
    [one, other],
    [other, one],
  ].every(
    ([a = "", b = ""]) =>
      shareOf([...wordSet(b, language)], a, language) >= share &&
      unsupportedValues(b, [a], [], language).length === 0,
  );

const timesIn = (text: string): string[] => text.match(/(?<!\d)\d{1,2}[:：.]\d{2}(?!\d)/g) ?? [];

/** Its numbers, dates and times of day, as written; its words where it has none. */
interface Marks {
  readonly numbers: readonly string[];
  readonly words: readonly string[];
}

function marksOf(value: string, language: Language): Marks {
  const found = findValues(value, language).map(({ text }) => text);
  return {
    numbers: [...new Set([...found, ...timesIn(value)])],
    words: [...wordSet(value, language)],
  };
}

const hasNumber = (text: string, number: string, language: Language): boolean =>
  timesIn(text).includes(number) ||
  (findValues(number, language).length > 0 &&
    unsupportedValues(number, [text], [], language).length === 0);

/** Of a value of so many words its numbers are details. */
const longValue = 8;

/** What a value has and a rival has not, of a long one in words as well; all of it where there is no such thing. */
function besides(marks: Marks, rival: string, language: Language): Marks[] {
  const numbers = marks.numbers.filter(number => !hasNumber(rival, number, language));
  const has = wordSet(rival, language);
  const words = marks.words.filter(word => !has.has(word));
  const ways = [
    ...(numbers.length > 0 ? [{ numbers, words: [] }] : []),
    ...(words.length > 0 && (numbers.length === 0 || marks.words.length >= longValue)
      ? [{ numbers: [], words }]
      : []),
  ];
  return ways.length > 0 ? ways : [marks];
}

/** At least a share of the numbers; half of the words where there are none. */
function isTold(text: string, { numbers, words }: Marks, share: number, language: Language) {
  if (numbers.length === 0) return shareOf(words, text, language) >= 0.5;
  const told = numbers.filter(number => hasNumber(text, number, language)).length;
  return told > 0 && told >= share * numbers.length;
}

/**
 * Word for word; else by what the value has and each rival has not: one of its numbers, dates and times, or half of its
 * words where there are none or it is long. Without rivals by half of either.
 */
export function tellsApart(text: string, { value, rivals }: Apart, language: Language): boolean {
  if (statesValue(text, value, language)) return true;
  const marks = marksOf(value, language);
  if (rivals.length === 0) return isTold(text, marks, 0.5, language);
  return rivals.every(rival =>
    besides(marks, rival, language).some(way => isTold(text, way, 0, language)),
  );
}

/** Whether a text tells a rival of the value by what it has and the value has not. */
export const tellsRival = (text: string, { value, rivals }: Apart, language: Language): boolean =>
  rivals.some(
    rival =>
      !statesValue(value, rival, language) &&
      tellsApart(text, { value: rival, rivals: [value] }, language),
  );
