// An event summarised by the sentences nearest to it, as many as a summary has room for.

import { baselinePrompts } from "../../../schemas/evaluation/prompts.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { answers } from "../answerer.ts";
import {
  joined,
  lengthOf,
  nearestFirst,
  type NearSentence,
  type PassageSentence,
  repeats,
  sentencesOf,
} from "./passage-sentences.ts";

type Language = "zh" | "en";

/** The best sentence must be so near to the event; any other only so much. */
const ON_THE_EVENT = 0.3;
const NEAR = 0.12;
/** Characters, words. */
const LONGEST = { zh: 220, en: 110 };

/** The nearest sentences that fit, none that says what another says. */
export function fitting(
  ranked: readonly NearSentence[],
  least: number,
  most: number,
  language: Language,
): PassageSentence[] {
  const chosen: PassageSentence[] = [];
  let length = 0;
  for (const { sentence, near } of ranked) {
    const more = lengthOf(sentence.text, language);
    if (
      near < least ||
      (length > 0 && length + more > most) ||
      chosen.some(other => repeats(sentence, other.units))
    )
      continue;
    chosen.push(sentence);
    length += more;
  }
  return chosen;
}

export const summarizationAnswerer = answers(
  baselinePrompts.summarization,
  ({ input, passages }, { language }) => {
    const ranked = nearestFirst(input, sentencesOf(passages, language), language);
    if ((ranked[0]?.near ?? 0) < ON_THE_EVENT) return { answer: unanswerableAnswer[language] };
    return { answer: joined(fitting(ranked, NEAR, LONGEST[language], language), language) };
  },
);
