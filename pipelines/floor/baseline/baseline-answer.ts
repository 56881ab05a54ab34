// Answers the baseline RAG's prompts without a model: sentences copied from the passages, so that a sweep can run anywhere.

import type { Language } from "../../../schemas/items/item-types.ts";
import type { VariablesOf } from "../../../schemas/define.ts";
import { baselinePrompts, closedBookPrompt } from "../../../schemas/evaluation/prompts.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { fold } from "../../text/fold.ts";
import { memoize } from "../../text/memoize.ts";
import { splitSentences } from "../../text/sentences.ts";
import { type Answerer, answererFor } from "../answerer.ts";
import { shareCovered, distinctiveUnits, unitsOf, weightsOf } from "../tail/content-units.ts";

type Units = ReadonlySet<string>;
type Passages = VariablesOf<typeof baselinePrompts.question>["passages"];

interface PassageSentence {
  readonly text: string;
  readonly units: Units;
  readonly passageUnits: Units;
}

interface RatedSentence extends PassageSentence {
  /** Similarity, from 0 to 1. */
  readonly similarity: number;
}

interface SelectionLimits {
  /** Minimum similarity of the best sentence to the question; below it there is no answer. */
  readonly minSimilarity: number;
  /** Minimum similarity of further sentences, relative to the best. */
  readonly minRelativeSimilarity: number;
  readonly maxSentences: number;
}

/** Weight of a sentence's own words; the rest of the weight goes to its passage, which shows what "it" refers to. */
const ownWeight = 0.6;
/** Maximum share of a sentence's words in another sentence before it counts as a repetition. */
const maxRepeatedShare = 0.7;

function sentencesIn(passage: string, language: Language): readonly PassageSentence[] {
  const passageUnits = unitsOf(passage, language);
  return splitSentences(passage, language)
    .filter(({ text }) => /[^\p{P}\p{S}\p{N}\s]/u.test(text))
    .map(({ text }) => ({ text, passageUnits, units: unitsOf(text, language) }));
}

// The configurations of a sweep retrieve the same passages.
const sentencesOfPassage = {
  zh: memoize(passage => sentencesIn(passage, "zh")),
  en: memoize(passage => sentencesIn(passage, "en")),
};

/** Sentences in the order of the passages, deduplicated: overlapping chunks repeat them. */
function sentencesOf(passages: Passages, language: Language): PassageSentence[] {
  const sentences = passages.flatMap(({ text }) => sentencesOfPassage[language](text));
  const seenTexts = new Set<string>();
  return sentences.filter(({ text }) => {
    const previousSize = seenTexts.size;
    return seenTexts.add(fold(text)).size > previousSize;
  });
}

/** Rates sentences by similarity to the text: shared words weigh more the rarer they are. */
function rateSentences(
  text: string,
  sentences: readonly PassageSentence[],
  language: Language,
): RatedSentence[] {
  const contentUnits = distinctiveUnits(text, language);
  const weights = weightsOf(
    contentUnits.size > 0 ? contentUnits : unitsOf(text, language),
    sentences.map(({ units }) => units),
  );
  return sentences.map(sentence => {
    const ownShare = shareCovered(weights, sentence.units);
    const passageShare = shareCovered(weights, sentence.passageUnits);
    return {
      ...sentence,
      similarity: ownShare === 0 ? 0 : ownWeight * ownShare + (1 - ownWeight) * passageShare,
    };
  });
}

const isRepeated = ({ units }: PassageSentence, { units: others }: PassageSentence): boolean =>
  [...units].filter(unit => others.has(unit)).length > maxRepeatedShare * units.size;

/** The most similar sentence, plus any nearly as similar that say something else. */
function chooseSentences(
  sentences: readonly RatedSentence[],
  { minSimilarity, minRelativeSimilarity, maxSentences }: SelectionLimits,
): RatedSentence[] {
  const ranked = sentences.toSorted((a, b) => b.similarity - a.similarity);
  const best = ranked[0]?.similarity ?? 0;
  if (best < minSimilarity) return [];
  const chosen: RatedSentence[] = [];
  for (const candidate of ranked.filter(
    ({ similarity }) => similarity >= best * minRelativeSimilarity,
  ))
    if (chosen.length < maxSentences && !chosen.some(other => isRepeated(candidate, other)))
      chosen.push(candidate);
  return chosen;
}

const copyingAnswerer = (
  prompt: (typeof baselinePrompts)["question" | "summarization"],
  limits: SelectionLimits,
) =>
  answererFor(prompt, ({ input, passages }, { language }) => {
    const sentences = rateSentences(input, sentencesOf(passages, language), language);
    // Single-sentence passages were selected for the question: all that share words with it form the answer.
    const chosen =
      sentences.length <= passages.length
        ? sentences.filter(({ similarity }) => similarity > 0)
        : chooseSentences(sentences, limits);
    const answerSentences = sentences
      .filter(sentence => chosen.includes(sentence))
      .map(({ text }) => text.replace(/^[\s#>*|-]+/, "").trim());
    const answer = answerSentences.join(language === "zh" ? "" : " ");
    return { answer: answerSentences.length === 0 ? unanswerableAnswer[language] : answer };
  });

export const baselineAnswerers: readonly Answerer[] = [
  copyingAnswerer(baselinePrompts.question, {
    minSimilarity: 0.4,
    minRelativeSimilarity: 0.75,
    maxSentences: 3,
  }),
  copyingAnswerer(baselinePrompts.summarization, {
    minSimilarity: 0.3,
    minRelativeSimilarity: 0.4,
    maxSentences: 4,
  }),
  // The baseline for every correction: the text unchanged.
  answererFor(baselinePrompts.correction, ({ continuation }) => ({ answer: continuation })),
  // Code knows nothing beyond what it is shown.
  answererFor(closedBookPrompt, () => ({ answer: null })),
];
