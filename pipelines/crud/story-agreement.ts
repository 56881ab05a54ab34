// Whether two readers say the same, in whatever words: by bigrams and values in Chinese, in English by the words that carry meaning.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";
import { isCounted } from "../text/number-words.ts";
import { grams } from "../text/similarity.ts";
import { findValues } from "../text/values.ts";
import { shareOf } from "./story-proofs.ts";

/** Of what two say of one thing the shorter has so many of its bigrams in the longer: of answers by two readers all but 6 of 183, of those to two questions on a story none of 194. */
const ALIKE = 0.4;
/** Of a claim that a reader's answer says in its own words so many of the bigrams are there; of what it does not say .28 at most were. */
const ALIKE_CLAIM = 0.35;
/** Or so many, if it has so many values, of which the longer has so many: 5 of those 6, and again none. */
const ALIKE_VALUES = { bigrams: 0.35, values: 4, share: 0.7 };
/** English ones, by the words that carry meaning. */
const ALIKE_WORDS = 0.5;

/** How much of the shorter's bigrams the longer has; 1 where it has all of it. */
function likeness(one: string, other: string): number {
  const [short = "", long = ""] = [fold(one), fold(other)].sort((a, b) => a.length - b.length);
  const [own, all] = [[...grams(short, 2)], grams(long, 2)];
  if (short === "") return 0;
  return long.includes(short) ? 1 : own.filter(gram => all.has(gram)).length / own.length;
}

/** Said of one thing. */
export const isSame = (one: string, other: string): boolean => likeness(one, other) >= ALIKE;

/** Its values in their comparable form, without small counts. */
const valuesIn = (text: string, language: Language): ReadonlySet<string> =>
  new Set(
    findValues(text, language)
      .filter(value => !isCounted(value.text))
      .map(({ canonical }) => canonical),
  );

function shareValues(one: string, other: string, language: Language): boolean {
  const [few, many] = [valuesIn(one, language), valuesIn(other, language)].sort(
    (a, b) => a.size - b.size,
  );
  const shared = [...(few ?? [])].filter(value => many?.has(value)).length;
  const { values, share } = ALIKE_VALUES;
  return few !== undefined && few.size >= values && shared >= share * few.size;
}

/** How many of the words of a text that carry meaning another has, and of how many. */
function sharedWords(one: string, other: string, language: Language) {
  const [own, all] = [contentWords(one, language), contentWords(other, language)].map(
    words => new Set(words),
  ) as [Set<string>, Set<string>];
  const shared = [...own].filter(word => all.has(word)).length;
  return { shared, own: own.size, fewer: Math.min(own.size, all.size) };
}

/** Whether two answers to one question say much the same: asides need not be. */
export function areAlike(one: string, other: string, language: Language): boolean {
  if (language === "zh") {
    const like = likeness(one, other);
    return like >= ALIKE || (like >= ALIKE_VALUES.bigrams && shareValues(one, other, language));
  }
  const { shared, fewer } = sharedWords(one, other, language);
  return shared >= ALIKE_WORDS * fewer;
}

/**
 * Whether each of two answers says much of what the other does, not the shorter alone: of 149 Chinese questions two raters found the 125 of
 * which that holds right at 4.73, the others at 4.42. English ones were not measured.
 */
export const sayTheSame = (one: string, other: string, language: Language): boolean =>
  language !== "zh" || Math.min(shareOf(one, other, 2), shareOf(other, one, 2)) >= ALIKE;

/** Whether an answer says a claim, in whatever words. */
export function saysClaim(answer: string, claim: string, language: Language): boolean {
  if (language === "zh") return shareOf(claim, answer, 2) >= ALIKE_CLAIM;
  const { shared, own } = sharedWords(claim, answer, language);
  return shared >= ALIKE_WORDS * own;
}
