// Answers the plain RAG's prompts without a model: sentences copied from the passages, so that a sweep can run anywhere.

import type { VariablesOf } from "../../../schemas/define.ts";
import { baselinePrompts, closedBookPrompt } from "../../../schemas/evaluation/prompts.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import { fold } from "../../text/fold.ts";
import { remember } from "../../text/remember.ts";
import { splitSentences } from "../../text/sentences.ts";
import { type Answerer, answers } from "../answerer.ts";
import { shareCovered, tellingUnits, unitsOf, weigh } from "../tail/content-units.ts";

type Language = "zh" | "en";
type Units = ReadonlySet<string>;
type Passages = VariablesOf<typeof baselinePrompts.question>["passages"];

interface PassageSentence {
  readonly text: string;
  readonly units: Units;
  /** Units of its whole passage. */
  readonly around: Units;
}

interface Rated extends PassageSentence {
  /** Similarity, from 0 to 1. */
  readonly near: number;
}

interface Choice {
  /** Minimum similarity of the best sentence to the question; below it there is no answer. */
  readonly near: number;
  /** Minimum similarity of further sentences, relative to the best. */
  readonly asNear: number;
  readonly most: number;
}

/** Weight of a sentence's own words; the rest is its passage's, which names what "it" is. */
const OWN = 0.6;
/** Share of a sentence's words in another from which it counts as a repetition. */
const REPEATS = 0.7;

function sentencesIn(passage: string, language: Language): readonly PassageSentence[] {
  const around = unitsOf(passage, language);
  return splitSentences(passage, language)
    .filter(({ text }) => /[^\p{P}\p{S}\p{N}\s]/u.test(text))
    .map(({ text }) => ({ text, around, units: unitsOf(text, language) }));
}

// The configurations of a sweep find the same passages.
const SENTENCES = {
  zh: remember(passage => sentencesIn(passage, "zh")),
  en: remember(passage => sentencesIn(passage, "en")),
};

/** Sentences in the order of the passages, deduplicated: overlapping chunks repeat them. */
function sentencesOf(passages: Passages, language: Language): PassageSentence[] {
  const found = passages.flatMap(({ text }) => SENTENCES[language](text));
  const seen = new Set<string>();
  return found.filter(({ text }) => {
    const before = seen.size;
    return seen.add(fold(text)).size > before;
  });
}

/** Sentences with their similarity to the text: rare shared words weigh most. */
function rate(text: string, sentences: readonly PassageSentence[], language: Language): Rated[] {
  const telling = tellingUnits(text, language);
  const weights = weigh(
    telling.size > 0 ? telling : unitsOf(text, language),
    sentences.map(({ units }) => units),
  );
  return sentences.map(sentence => {
    const own = shareCovered(weights, sentence.units);
    const around = shareCovered(weights, sentence.around);
    return { ...sentence, near: own === 0 ? 0 : OWN * own + (1 - OWN) * around };
  });
}

const isRepeated = ({ units }: PassageSentence, { units: others }: PassageSentence): boolean =>
  [...units].filter(unit => others.has(unit)).length > REPEATS * units.size;

/** The most similar sentence, and nearly as similar ones that say something else. */
function choose(sentences: readonly Rated[], { near, asNear, most }: Choice): Rated[] {
  const ranked = sentences.toSorted((a, b) => b.near - a.near);
  const best = ranked[0]?.near ?? 0;
  if (best < near) return [];
  const chosen: Rated[] = [];
  for (const one of ranked.filter(({ near: share }) => share >= best * asNear))
    if (chosen.length < most && !chosen.some(other => isRepeated(one, other))) chosen.push(one);
  return chosen;
}

const cut = (prompt: (typeof baselinePrompts)["question" | "summarization"], choice: Choice) =>
  answers(prompt, ({ input, passages }, { language }) => {
    const sentences = rate(input, sentencesOf(passages, language), language);
    // Single sentences were already selected: every one on the question's topic is part of the answer.
    const chosen =
      sentences.length <= passages.length
        ? sentences.filter(({ near }) => near > 0)
        : choose(sentences, choice);
    const texts = sentences
      .filter(sentence => chosen.includes(sentence))
      .map(({ text }) => text.replace(/^[\s#>*|-]+/, "").trim());
    const answer = texts.join(language === "zh" ? "" : " ");
    return { answer: texts.length === 0 ? unanswerableAnswer[language] : answer };
  });

export const baselineAnswerers: readonly Answerer[] = [
  cut(baselinePrompts.question, { near: 0.4, asNear: 0.75, most: 3 }),
  cut(baselinePrompts.summarization, { near: 0.3, asNear: 0.4, most: 4 }),
  // The baseline for every correction: the text unchanged.
  answers(baselinePrompts.correction, ({ continuation }) => ({ answer: continuation })),
  // Code knows nothing beyond what it is shown.
  answers(closedBookPrompt, () => ({ answer: null })),
];
