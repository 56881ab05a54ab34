// The fewest sentences that state all values and names of an answer.

import { referencesPrompt } from "../../../schemas/items/prompts.ts";
import { fold } from "../../text/fold.ts";
import { claimedSentences } from "./answer-claims.ts";
import { answers } from "../answerer.ts";
import { isConclusive } from "./claim-kinds.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import {
  bestFor,
  coveredBy,
  readClaim,
  readSentences,
  saysFor,
  sayingPredicate,
  supportOf,
  type ReadClaim,
  type ReadSentence,
} from "./sentence-support.ts";

type Language = "zh" | "en";

/** Below this share of its words no sentence is taken for a claim that has no values. */
const FEWEST_WORDS = { zh: 0.3, en: 0.34 };
/** A further sentence must add this share of a claim's words. */
const WORTH_ADDING = 0.25;
const ENOUGH = 0.75;
/** Beside its values a claim of so few words has only a label, and that may stand in other sentences too. */
const LABEL_SIZE = { zh: 20, en: 9 };

export const isUnanswerable = (answer: string, language: Language): boolean =>
  fold(answer) === fold(unanswerableAnswer[language]);

/** Numbers of the sentences that support an answer, in their order; empty when none does. */
function chooseReferences(
  { question, answer }: { question: string; answer: string },
  sentences: readonly ReadSentence[],
  language: Language,
): number[] {
  if (isUnanswerable(answer, language)) return [];
  const claims = claimedSentences(answer, language)
    .flatMap(sentence => sentence.claims)
    .map(text => readClaim(text, sentences, { language, question, answer }));
  const chosen = new Set<ReadSentence>();
  // Claims with values first: they are told apart best, and often support the others too.
  for (const claim of claims.filter(claim => !claim.reckoned))
    if (standing(claim, sentences).length > 0) cover(claim, sentences, chosen, language);
  for (const claim of claims)
    if (claim.values.length === 0) coverWords(claim, sentences, chosen, language);
  // A computed value rests on what is cited already, but a sentence may state it too.
  for (const claim of claims.filter(claim => claim.reckoned))
    cover(claim, sentences, chosen, language);
  return prune(claims, [...chosen])
    .map(({ number }) => number)
    .sort((a, b) => a - b);
}

/** The claim's values that some sentence says; the others are computed, or wrong. */
const standing = (claim: ReadClaim, sentences: readonly ReadSentence[]) =>
  claim.values.filter(value => sentences.some(sentence => saysFor(claim, sentence, value)));

function cover(
  claim: ReadClaim,
  sentences: readonly ReadSentence[],
  chosen: Set<ReadSentence>,
  language: Language,
): void {
  let open = standing(claim, sentences);
  const already = [...chosen].find(
    sentence =>
      open.every(value => saysFor(claim, sentence, value)) &&
      supportOf(claim, sentence) >= supportOf(claim, bestFor(claim, sentences) ?? sentence) - 0.3,
  );
  if (already !== undefined) return;
  for (let round = 0; round < 12 && open.length > 0; round++) {
    const best = bestFor(
      { ...claim, values: open },
      sentences.filter(sentence => open.some(value => saysFor(claim, sentence, value))),
    );
    if (best === undefined) break;
    chosen.add(best);
    open = open.filter(value => !saysFor(claim, best, value));
  }
  if (claim.weights.size > LABEL_SIZE[language]) addWords(claim, sentences, chosen);
}

// A name or a clause that the sentence of the value does not say may stand in another.
function addWords(
  claim: ReadClaim,
  sentences: readonly ReadSentence[],
  chosen: Set<ReadSentence>,
): void {
  for (let round = 0; round < 2; round++) {
    const covered = coveredBy(claim, [...chosen]);
    if (covered >= ENOUGH) return;
    const gains = sentences
      .filter(sentence => !chosen.has(sentence) && supportOf(claim, sentence) > 0)
      .map(sentence => ({ sentence, gain: coveredBy(claim, [...chosen, sentence]) - covered }));
    const best = gains.reduce((most, next) => (next.gain > most.gain ? next : most), {
      sentence: undefined as ReadSentence | undefined,
      gain: WORTH_ADDING,
    });
    if (best.sentence === undefined) return;
    chosen.add(best.sentence);
  }
}

function coverWords(
  claim: ReadClaim,
  sentences: readonly ReadSentence[],
  chosen: Set<ReadSentence>,
  language: Language,
): void {
  // "In order of time: Foo, then Bar" has no words of its own.
  const concludes = isConclusive(claim.text, language) && chosen.size > 0;
  const saying = sayingPredicate(claim, sentences, language);
  if (
    saying !== sentences &&
    saying.some(sentence => chosen.has(sentence) && coveredBy(claim, [sentence]) >= ENOUGH)
  )
    return;
  if (
    coveredBy(claim, [...chosen]) >= (concludes ? 0.4 : saying === sentences ? ENOUGH : 1.1) ||
    (concludes && claim.weights.size < 4)
  )
    return;
  const best = bestFor(claim, saying) ?? (saying === sentences ? undefined : saying[0]);
  const least = concludes ? ENOUGH : saying === sentences ? FEWEST_WORDS[language] : 0;
  if (best === undefined || coveredBy(claim, [best]) < least) return;
  chosen.add(best);
  if (claim.weights.size > LABEL_SIZE[language]) addWords(claim, sentences, chosen);
}

/** Without the sentences that the others make needless. */
function prune(claims: readonly ReadClaim[], chosen: readonly ReadSentence[]): ReadSentence[] {
  return chosen.reduce<ReadSentence[]>(
    (kept, sentence) => {
      const others = kept.filter(other => other !== sentence);
      const needed = claims.some(claim => {
        const open = claim.values.some(
          value =>
            saysFor(claim, sentence, value) && !others.some(other => saysFor(claim, other, value)),
        );
        return open || coveredBy(claim, kept) - coveredBy(claim, others) >= WORTH_ADDING;
      });
      return needed ? kept : others;
    },
    [...chosen],
  );
}

export const referencesAnswerer = answers(
  referencesPrompt,
  ({ question, answer, sentences }, { language }) => ({
    sentences: chooseReferences({ question, answer }, readSentences(sentences, language), language),
  }),
);
