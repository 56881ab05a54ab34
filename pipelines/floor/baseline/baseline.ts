// The answerers of the plain RAG's prompts: sentences cut from the passages, so that a sweep runs anywhere; code writes no prose.

import { baselinePrompts, closedBookPrompt } from "../../../schemas/evaluation/prompts.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { type Answerer, answers } from "../answerer.ts";
import {
  joined,
  nearestFirst,
  type NearSentence,
  type PassageSentence,
  repeats,
  sentencesOf,
} from "./passage-sentences.ts";

interface Choice {
  /** The best sentence is so near to what is asked, or there is no answer. */
  readonly near: number;
  /** A further one is nearly as near as the best. */
  readonly asNear: number;
  readonly most: number;
}

/** The nearest, and those nearly as near that say something else. */
function choose(
  ranked: readonly NearSentence[],
  { near: least, asNear, most }: Choice,
): PassageSentence[] {
  const best = ranked[0]?.near ?? 0;
  if (best < least) return [];
  const chosen: PassageSentence[] = [];
  for (const { sentence, near } of ranked) {
    if (chosen.length === most || near < best * asNear) break;
    if (!chosen.some(other => repeats(sentence, other.units))) chosen.push(sentence);
  }
  return chosen;
}

/** All that speak of it. */
const chooseAll = (near: readonly NearSentence[]): PassageSentence[] =>
  near.filter(({ near: how }) => how > 0).map(({ sentence }) => sentence);

const cut = (prompt: (typeof baselinePrompts)["question" | "summarization"], choice: Choice) =>
  answers(prompt, ({ input, passages }, { language }) => {
    const sentences = sentencesOf(passages, language);
    const near = nearestFirst(input, sentences, language);
    // Single sentences were picked out by someone: whatever speaks of what is asked is part of the answer.
    const chosen = sentences.length <= passages.length ? chooseAll(near) : choose(near, choice);
    return {
      answer: chosen.length === 0 ? unanswerableAnswer[language] : joined(chosen, language),
    };
  });

/** The floor under every correction: the text as it came. */
const uncorrected = answers(baselinePrompts.correction, ({ input }) => ({ answer: input }));

/** Code knows nothing that it was not shown. */
const closedBook = answers(closedBookPrompt, () => ({ answer: null }));

export const baselineAnswerers: readonly Answerer[] = [
  cut(baselinePrompts.question, { near: 0.4, asNear: 0.75, most: 3 }),
  cut(baselinePrompts.summarization, { near: 0.3, asNear: 0.4, most: 4 }),
  uncorrected,
  closedBook,
];
