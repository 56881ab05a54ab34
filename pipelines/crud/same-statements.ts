// Checks whether two texts say the same thing in different words: by bigrams and values in Chinese, by content words in English.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";
import { isCountOrOrdinal } from "../text/number-words.ts";
import { grams } from "../text/similarity.ts";
import { findValues } from "../text/values.ts";
import { gramShareOf } from "./story-proofs.ts";

/** Minimum share of the shorter text's bigrams that the longer must contain for both to say the same thing: of 183 pairs of answers to the same question, all but 6 reach it; of 194 pairs of answers to different questions about a story, none does. */
const minSimilarity = 0.4;
/** Minimum share of a claim's bigrams in an answer that states it in its own words; with claims that the answer did not state, the share was at most 0.28. */
const minClaimShare = 0.35;
/** A lower share of bigrams is enough if the shorter text has at least this many values and the longer has at least this share of them: reached by 5 of those 6, and by none of the 194. */
const minWithSharedValues = { bigrams: 0.35, values: 4, share: 0.7 };
/** Minimum share of content words, in English, for both answers and claims. */
const minWordShare = 0.5;

/** Share of the shorter text's bigrams that the longer contains; 1 if it contains the whole text. */
function similarityOf(first: string, second: string): number {
  const [shorter = "", longer = ""] = [fold(first), fold(second)].sort(
    (a, b) => a.length - b.length,
  );
  const [shorterGrams, longerGrams] = [[...grams(shorter, 2)], grams(longer, 2)];
  if (shorter === "") return 0;
  return longer.includes(shorter)
    ? 1
    : shorterGrams.filter(gram => longerGrams.has(gram)).length / shorterGrams.length;
}

/** Whether two short texts say the same thing. */
export const saySameThing = (first: string, second: string): boolean =>
  similarityOf(first, second) >= minSimilarity;

/** The values of a text in comparable form, without small counts. */
const valuesIn = (text: string): ReadonlySet<string> =>
  new Set(
    findValues(text)
      .filter(value => !isCountOrOrdinal(value.text))
      .map(({ canonical }) => canonical),
  );

function haveSharedValues(first: string, second: string): boolean {
  const [fewerValues, moreValues] = [valuesIn(first), valuesIn(second)].sort(
    (a, b) => a.size - b.size,
  );
  const shared = [...(fewerValues ?? [])].filter(value => moreValues?.has(value)).length;
  const { values, share } = minWithSharedValues;
  return (
    fewerValues !== undefined && fewerValues.size >= values && shared >= share * fewerValues.size
  );
}

/** Numbers of content words: those that two texts share, those of the first, and those of the text with fewer. */
function sharedWords(first: string, second: string, language: Language) {
  const [firstWords, secondWords] = [
    contentWords(first, language),
    contentWords(second, language),
  ].map(words => new Set(words)) as [Set<string>, Set<string>];
  const shared = [...firstWords].filter(word => secondWords.has(word)).length;
  return { shared, inFirst: firstWords.size, fewer: Math.min(firstWords.size, secondWords.size) };
}

/** Whether two answers to one question say nearly the same thing; asides may differ. */
export function areSimilarAnswers(first: string, second: string, language: Language): boolean {
  if (language === "zh") {
    const similarity = similarityOf(first, second);
    return (
      similarity >= minSimilarity ||
      (similarity >= minWithSharedValues.bigrams && haveSharedValues(first, second))
    );
  }
  const { shared, fewer } = sharedWords(first, second, language);
  return shared >= minWordShare * fewer;
}

/**
 * Whether each of two answers says much of what the other does, not only the shorter one. Of 149 Chinese questions,
 * the 125 for which this holds were rated 4.73 on average by two raters, the others 4.42. English was not measured.
 */
export const coverEachOther = (first: string, second: string, language: Language): boolean =>
  language !== "zh" ||
  Math.min(gramShareOf(first, second, 2), gramShareOf(second, first, 2)) >= minSimilarity;

/** Whether an answer states a claim, in whatever words. */
export function statesClaim(answer: string, claim: string, language: Language): boolean {
  if (language === "zh") return gramShareOf(claim, answer, 2) >= minClaimShare;
  const { shared, inFirst } = sharedWords(claim, answer, language);
  return shared >= minWordShare * inFirst;
}
