// For each claim of an answer the sentence of its document that says it: its words as they stand, else its values.

import { referencesPrompt } from "../../../schemas/items/prompts.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { fold } from "../../text/fold.ts";
import { answers } from "../answerer.ts";
import { claimedSentences, isConclusion } from "./answer-claims.ts";
import {
  bestFor,
  coveredBy,
  readClaim,
  readSentences,
  saysFor,
  sayingPredicate,
  type ReadClaim,
  type ReadSentence,
} from "./sentence-support.ts";

type Language = "zh" | "en";

/** Below this share of its words no sentence is taken for a claim that has no values. */
const FEWEST_WORDS = { zh: 0.3, en: 0.34 };

const isUnanswerable = (answer: string, language: Language): boolean =>
  fold(answer) === fold(unanswerableAnswer[language]);

/** "Home address: …" says nothing of a birthplace. */
function isOtherLine(claim: ReadClaim, { text }: ReadSentence): boolean {
  const label = /^([^:：，,。.]{1,40})[:：]/.exec(text)?.[1]?.toLowerCase();
  return label !== undefined && !claim.text.toLowerCase().includes(label);
}

/** The sentences that say a claim; none where only a reckoning gives it. */
export function sentencesFor(
  claim: ReadClaim,
  sentences: readonly ReadSentence[],
  language: Language,
): ReadSentence[] {
  const all = sayingPredicate(claim, sentences, language);
  const running = all.filter(sentence => !isOtherLine(claim, sentence));
  const saying = running.length > 0 ? running : all;
  if (saying.length > 0) return [bestFor(claim, saying) ?? saying[0]].flatMap(one => one ?? []);
  if (claim.values.length > 0)
    return claim.values.flatMap(
      value =>
        bestFor(
          claim,
          sentences.filter(sentence => saysFor(claim, sentence, value)),
        ) ?? [],
    );
  const best = bestFor(claim, sentences);
  return best && coveredBy(claim, [best]) >= FEWEST_WORDS[language] ? [best] : [];
}

/** Numbers of the sentences that support an answer, in their order; empty when none does. */
function chooseReferences(
  { question, answer }: { question: string; answer: string },
  sentences: readonly ReadSentence[],
  language: Language,
): number[] {
  if (isUnanswerable(answer, language)) return [];
  const claims = claimedSentences(answer, language).flatMap(sentence =>
    // A conclusion rests on what the other claims cite.
    isConclusion(sentence.text) ? [] : sentence.claims,
  );
  const chosen = claims.flatMap(text =>
    sentencesFor(readClaim(text, sentences, { language, question, answer }), sentences, language),
  );
  return [...new Set(chosen.map(({ number }) => number))].sort((a, b) => a - b);
}

export const referencesAnswerer = answers(
  referencesPrompt,
  ({ question, answer, sentences }, { language }) => ({
    sentences: chooseReferences({ question, answer }, readSentences(sentences, language), language),
  }),
);
