// A beginning continued with the passages' own sentences on its matter, or with nothing: code writes no prose.

import { baselinePrompts } from "../../../schemas/evaluation/prompts.ts";
import { answers } from "../answerer.ts";
import { unitsOf } from "../tail/content-units.ts";
import {
  joined,
  lengthOf,
  type NearSentence,
  type PassageSentence,
  repeats,
  sentencesOf,
} from "./passage-sentences.ts";
import { fitting } from "./summarization-answer.ts";

/** The share of a sentence's words, with its passage's, that the beginning must have. */
const NEAR = 0.2;
const OWN = 0.7;
/** Characters, words: a short beginning still has a continuation. */
const SHORTEST = { zh: 200, en: 100 };

function shareOf(units: ReadonlySet<string>, having: ReadonlySet<string>): number {
  return units.size === 0 ? 0 : [...units].filter(unit => having.has(unit)).length / units.size;
}

export const continuationAnswerer = answers(
  baselinePrompts.continuation,
  ({ input, passages }, { language }) => {
    const told = unitsOf(input, language);
    const nearness = ({ units, around }: PassageSentence) =>
      OWN * shareOf(units, told) + (1 - OWN) * shareOf(around, told);
    const fresh = sentencesOf(passages, language).filter(sentence => !repeats(sentence, told));
    const ranked: NearSentence[] = fresh
      .map(sentence => ({ sentence, near: nearness(sentence) }))
      .sort((a, b) => b.near - a.near || a.sentence.number - b.sentence.number);
    const most = Math.max(SHORTEST[language], lengthOf(input, language));
    return { answer: joined(fitting(ranked, NEAR, most, language), language) };
  },
);
