// A question answered with the one to three sentences nearest to it, with all where single sentences are given, or with the words that say there is none.

import { baselinePrompts } from "../../../schemas/evaluation/prompts.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { findValues } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { isWanted, wantedBy } from "../tail/asked-value.ts";
import {
  joined,
  nearestFirst,
  type NearSentence,
  type PassageSentence,
  repeats,
  sentencesOf,
} from "./passage-sentences.ts";

/** Nearer than this, or it is no answer. */
const NEAR = 0.4;
/** A further sentence is nearly as near as the best one. */
const AS_NEAR = 0.75;
const MOST = 3;
/** A sentence without the kind of value that is asked for counts so much less. */
const WITHOUT_VALUE = 0.4;

/** The nearest, and those nearly as near that say something else. */
function choose(ranked: readonly NearSentence[]): PassageSentence[] {
  const best = ranked[0]?.near ?? 0;
  const chosen: PassageSentence[] = [];
  for (const { sentence, near } of ranked) {
    if (chosen.length === MOST || near < NEAR || near < best * AS_NEAR) break;
    if (!chosen.some(other => repeats(sentence, other.units))) chosen.push(sentence);
  }
  return chosen;
}

/** All that speak of it. */
const chooseAll = (near: readonly NearSentence[]): PassageSentence[] =>
  near.filter(({ near: how }) => how > 0).map(({ sentence }) => sentence);

export const questionAnswerer = answers(
  baselinePrompts.question,
  ({ input, passages }, { language }) => {
    const sentences = sentencesOf(passages, language);
    const near = nearestFirst(input, sentences, language);
    // Single sentences were picked out by someone: whatever speaks of what is asked is part of the answer.
    const chosen =
      sentences.length <= passages.length
        ? chooseAll(near)
        : choose(byAskedValue(near, input, language));
    return {
      answer: chosen.length === 0 ? unanswerableAnswer[language] : joined(chosen, language),
    };
  },
);

/** Sentences with the kind of value that is asked for before those without. */
function byAskedValue(
  near: readonly NearSentence[],
  input: string,
  language: "zh" | "en",
): NearSentence[] {
  const wanted = wantedBy(input, language);
  const told = findValues(input, language).map(({ canonical }) => canonical);
  const hasWanted = ({ values }: PassageSentence) =>
    wanted === "words" ||
    values.some(value => isWanted(value, wanted) && !told.includes(value.canonical));
  const ranked = near.map(each =>
    hasWanted(each.sentence) ? each : { ...each, near: each.near * WITHOUT_VALUE },
  );
  return ranked.sort((a, b) => b.near - a.near || a.sentence.number - b.sentence.number);
}
