// The units for comparing two texts: stemmed content words in English, character pairs in Chinese.

import type { Language } from "../../../schemas/items/item-types.ts";
import { contentWords } from "../../text/content-words.ts";
import { fold } from "../../text/fold.ts";
import { memoize } from "../../text/memoize.ts";
import { searchTokens } from "../../text/segment.ts";
import { grams } from "../../text/similarity.ts";
import { wording } from "../wording.ts";
import { splitSentences } from "../../text/sentences.ts";

/** A sentence with its claims, which lack the marks that end them. */
interface SentenceWithClaims {
  readonly text: string;
  readonly claims: readonly string[];
}

// A semicolon inside quotation marks or brackets belongs to the quoted text.
const clausePattern =
  /(?:[^;；“”"「」（）()]|“[^”]*”?|"[^"]*"?|「[^」]*」?|（[^）]*）?|\([^)]*\)?|[”」）)])+/g;

/** The sentences of an answer in order, each with its claims. */
export function sentencesWithClaims(answer: string, language: Language): SentenceWithClaims[] {
  return splitSentences(answer, language).map(({ text }) => {
    // The full stop of a final "Ltd." also ends the sentence; it stays with the name.
    const endMark = /\b(?:Ltd|Inc|Co|Corp|plc|Jr|Sr)\.$/.test(text)
      ? ""
      : (/[。.!?！？]+$/.exec(text)?.[0] ?? "");
    const body = text.slice(0, text.length - endMark.length);
    const claims = (body.match(clausePattern) ?? [])
      .map(clause => clause.trim())
      .filter(clause => /[\p{L}\p{N}]/u.test(clause));
    return { text, claims };
  });
}

/** Whether a sentence marks itself as a conclusion from the claims before it. */
export const isConclusion = (sentence: string): boolean =>
  /^(?:therefore\b|因此)/i.test(sentence.trim());

/** The parts of a document's name: "Hospital, Patient" and "Hospital_Patient" have two. */
export const nameParts = (name: string): string[] =>
  name
    .split(/[_,，、]\s*/)
    .map(part => part.trim())
    .filter(part => part !== "");

/** Ignores case: at the beginning of a sentence "the case of Foo" has a capital. */
export const namesDocument = (text: string, name: string): boolean => {
  const parts = nameParts(name);
  const folded = text.toLowerCase();
  return parts.length > 0 && parts.every(part => folded.includes(part.toLowerCase()));
};

const fillerZh = new RegExp(wording.fillers.zh.join("|"), "g");
const fillerEn = new Set(wording.fillers.en);

/** The text split at fillers, without them. */
const withoutFillersZh = (text: string): string[] =>
  text.split(fillerZh).filter(piece => piece !== "");

const isFillerEn = (word: string): boolean => fillerEn.has(word);

/** Every unit of a sentence. Pairs, not words: a rare name is split into single characters, which are not distinctive. */
export const unitsOf = (text: string, language: Language): ReadonlySet<string> =>
  unitsOfText[language](text);

// Latin words in a Chinese text count as whole words.
const characterPairs = (text: string): ReadonlySet<string> =>
  new Set(
    [
      ...grams(text.replace(/[A-Za-z0-9.,%]+/g, " "), 2),
      ...(text.match(/[A-Za-z][A-Za-z0-9-]+/g) ?? []).map(fold),
    ].filter(unit => unit.length > 1),
  );

const unitsOfText = {
  zh: memoize(characterPairs),
  en: memoize((text): ReadonlySet<string> => new Set(contentWords(text, "en"))),
};

/** The units that show what a claim or question is about. */
export function distinctiveUnits(text: string, language: Language): ReadonlySet<string> {
  if (language === "en") {
    const keptWords = searchTokens(text, "en").filter(word => !isFillerEn(word));
    return unitsOf(keptWords.join(" "), "en");
  }
  const pieces = text.split(/[\s，。；：、？！“”《》（）的]+/).flatMap(withoutFillersZh);
  return new Set(
    pieces.filter(piece => fold(piece).length > 1).flatMap(piece => [...characterPairs(piece)]),
  );
}

/** The weight of each unit among these sentences: the rarer, the greater. A unit that no sentence contains counts against all. */
export const weightsOf = (
  units: ReadonlySet<string>,
  sentences: readonly ReadonlySet<string>[],
): Map<string, number> =>
  new Map(
    [...units].map(unit => {
      const sentenceCount = sentences.filter(sentence => sentence.has(unit)).length;
      return [unit, Math.log(1 + (sentences.length + 1) / (sentenceCount + 1))];
    }),
  );

/** The share of the weights covered by a sentence's units, 0 … 1; 0 if all weights are zero. */
export function shareCovered(
  weights: ReadonlyMap<string, number>,
  units: ReadonlySet<string>,
): number {
  const sum = (entries: readonly (readonly [string, number])[]) =>
    entries.reduce((total, [, weight]) => total + weight, 0);
  const allEntries = [...weights];
  return sum(allEntries.filter(([unit]) => units.has(unit))) / (sum(allEntries) || 1);
}
