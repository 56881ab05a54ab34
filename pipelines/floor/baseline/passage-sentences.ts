// The sentences of passages, and how near each is to what is asked: rare shared words weigh most.

import { fold } from "../../text/fold.ts";
import { splitSentences } from "../../text/sentences.ts";
import { shareCovered, tellingUnits, unitsOf, weigh } from "../tail/content-units.ts";
import { type ReadSentence, readSentences } from "../tail/sentence-support.ts";

type Language = "zh" | "en";

export interface PassageSentence extends ReadSentence {
  /** Of its passage. */
  readonly passage: number;
  readonly around: ReadonlySet<string>;
}

export interface NearSentence {
  readonly sentence: PassageSentence;
  /** From 0 to 1. */
  readonly near: number;
}

/** A sentence's own words count so much; the rest is its passage's, which names what "it" is. */
const OWN = 0.6;
const NO_WORDS = /^[\p{P}\p{S}\p{N}\s]*$/u;

/** Sentences in the order of the passages, each once: overlapping chunks repeat them. */
export function sentencesOf(
  passages: readonly { readonly number: number; readonly text: string }[],
  language: Language,
): PassageSentence[] {
  const seen = new Set<string>();
  const found = passages.flatMap(({ number: passage, text }) =>
    splitSentences(text, language).map(sentence => ({ passage, text: sentence.text })),
  );
  const fresh = found.filter(
    ({ text }) => !NO_WORDS.test(text) && !seen.has(fold(text)) && seen.add(fold(text)),
  );
  const around = new Map(passages.map(({ number, text }) => [number, unitsOf(text, language)]));
  const read = readSentences(
    fresh.map(({ text }, at) => ({ number: at + 1, document: "", text })),
    language,
  );
  return read.map((sentence, at) => ({
    ...sentence,
    passage: fresh[at]?.passage ?? 0,
    around: around.get(fresh[at]?.passage ?? 0) ?? new Set<string>(),
  }));
}

/** Every sentence with how near it is to the text, the nearest first. */
export function nearestFirst(
  text: string,
  sentences: readonly PassageSentence[],
  language: Language,
): NearSentence[] {
  const telling = tellingUnits(text, language);
  const weights = weigh(
    telling.size > 0 ? telling : unitsOf(text, language),
    sentences.map(({ units }) => units),
  );
  const rated = sentences.map(sentence => {
    const own = shareCovered(weights, sentence.units);
    return {
      sentence,
      near: own === 0 ? 0 : OWN * own + (1 - OWN) * shareCovered(weights, sentence.around),
    };
  });
  return rated.sort((a, b) => b.near - a.near || a.sentence.number - b.sentence.number);
}

/** Sentences as one text, in the order of the passages. */
export const joined = (sentences: readonly PassageSentence[], language: Language): string =>
  sentences
    .toSorted((a, b) => a.number - b.number)
    .map(({ text }) => text.replace(/^[\s#>*|-]+/, "").trim())
    .join(language === "zh" ? "" : " ");

/** Whether most of one sentence's words stand in the other. */
export function repeats(sentence: PassageSentence, units: ReadonlySet<string>): boolean {
  const shared = [...sentence.units].filter(unit => units.has(unit)).length;
  return sentence.units.size > 0 && shared > 0.7 * sentence.units.size;
}
