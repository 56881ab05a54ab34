// Determines an item's final evidence: what both readers cited, what the answer's details need, and what its keypoints cite.

import type { Language } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import type { Keys } from "../../schemas/questions/keys.ts";
import type { Shortlisted } from "../../schemas/questions/records.ts";
import { numbersOf, type PlacedSentence, toEvidence } from "../items/numbered-sentences.ts";
import { areEquivalentStatements } from "../text/value-choice.ts";
import { anchorsOf, nameAnchorsOf } from "./anchors.ts";
import { placeMeasurer } from "./candidate-measures.ts";
import { groupBy } from "../engine/grouping.ts";

const isHeading = ({ text }: PlacedSentence): boolean => /^#{1,6} /.test(text);

/** The label of a line, before its colon; without a colon, the whole line. */
const labelOf = (text: string): string => text.split(/[:：]/, 1)[0]?.trim() ?? text;

interface SentenceUnderHeading {
  readonly sentence: PlacedSentence;
  /** The nearest heading above it. */
  readonly heading: PlacedSentence | undefined;
}

function sentencesUnderHeadings(sentences: readonly PlacedSentence[]): SentenceUnderHeading[] {
  let heading: PlacedSentence | undefined;
  return sentences.map((sentence): SentenceUnderHeading => {
    if (heading?.documentId !== sentence.documentId) heading = undefined;
    if (isHeading(sentence)) heading = sentence;
    return { sentence, heading: heading === sentence ? undefined : heading };
  });
}

/** Numbers of the headings to add: those of lines whose label also occurs under another heading. */
export function disambiguatingHeadings(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
): number[] {
  const sentencesWithHeading = sentencesUnderHeadings(sentences).filter(
    ({ heading }) => heading !== undefined,
  );
  const sentencesByLabel = groupBy(sentencesWithHeading, ({ sentence }) => labelOf(sentence.text));
  const hasAmbiguousLabel = ({ sentence, heading }: SentenceUnderHeading) =>
    (sentencesByLabel.get(labelOf(sentence.text)) ?? []).some(other => other.heading !== heading);
  const headings = sentencesWithHeading
    .filter(({ sentence }) => numbers.includes(sentence.number))
    .filter(hasAmbiguousLabel)
    .flatMap(({ heading }) => heading?.number ?? []);
  return [...new Set(headings)].filter(number => !numbers.includes(number));
}

/** Minimum share of words that two sentences saying the same thing have in common. */
const minSameWords = 0.75;

/** Drops sentences that no keypoint rests on and that repeat another document's sentence. */
function withoutRepeats(
  numbers: readonly number[],
  keypointNumbers: readonly number[],
  { sentences, language }: { sentences: readonly PlacedSentence[]; language: Language },
): number[] {
  const citedSentences = sentences.filter(({ number }) => numbers.includes(number));
  const isRepeat = (one: PlacedSentence) =>
    !keypointNumbers.includes(one.number) &&
    citedSentences.some(
      other =>
        keypointNumbers.includes(other.number) &&
        other.documentId !== one.documentId &&
        areEquivalentStatements(other.text, one.text, { language, share: minSameWords }),
    );
  return citedSentences.filter(sentence => !isRepeat(sentence)).map(({ number }) => number);
}

/** The sentence numbers in the reply: those that keypoints rest on, and those that prove nothing. */
export interface SentenceUses {
  readonly keypointNumbers: readonly number[];
  readonly idle: readonly number[];
}

interface SentenceContext {
  readonly sentences: readonly PlacedSentence[];
  readonly language: Language;
}

/** The candidate's evidence as sentence numbers; a list that code proved keeps all its evidence. */
function numbersUsed(
  { evidence, question, answer, type, factIds, members }: Shortlisted,
  { keypointNumbers, idle }: SentenceUses,
  { sentences, language }: SentenceContext,
): number[] {
  // A list drawn from all documents has many subjects, and already cites the lines that name them.
  const isOfFamily = questionTypes[type].family && factIds === undefined;
  // Documents that are not among a list's members, such as a near-twin's, prove nothing.
  const otherSentences = sentences.filter(
    ({ documentId }) => members && !members.includes(documentId),
  );
  const citedNumbers = numbersOf(evidence, sentences).filter(
    number => factIds !== undefined || !idle.includes(number),
  );
  const usedNumbers = new Set([...citedNumbers, ...keypointNumbers]);
  const ownNumbers = [...usedNumbers].filter(number =>
    otherSentences.every(sentence => sentence.number !== number),
  );
  const neededNumbers =
    isOfFamily && !("requiredStatus" in questionTypes[type])
      ? withoutRepeats(ownNumbers, keypointNumbers, { sentences, language })
      : ownNumbers;
  if (factIds !== undefined) return neededNumbers;
  const anchorOptions = { language, questionAndAnswer: `${question}\n${answer}` };
  const namingNumbers = isOfFamily
    ? anchorsOf(neededNumbers, sentences, { ...anchorOptions, type })
    : nameAnchorsOf(neededNumbers, sentences, anchorOptions);
  const addedNumbers = namingNumbers.filter(number => !idle.includes(number));
  const allNumbers = [...neededNumbers, ...addedNumbers];
  return [...allNumbers, ...disambiguatingHeadings(allNumbers, sentences)];
}

/**
 * A candidate's evidence once its keypoints are known: what the readers agreed on, except for sentences that support
 * nothing; the sentences that its keypoints rest on, even if only one reader cited them; and the lines that name its
 * documents, or date those of a family.
 */
export function keyedEvidence(
  candidate: Shortlisted,
  uses: SentenceUses,
  { sentences, language }: SentenceContext,
): Pick<Keys, "evidence" | "measures"> {
  const { evidence, measures, question } = candidate;
  if (measures.proof === "construction") return { evidence, measures };
  const numbers = numbersUsed(candidate, uses, { sentences, language });
  return {
    evidence: toEvidence(numbers, sentences),
    measures: { ...measures, ...placeMeasurer(sentences, language)(question, numbers) },
  };
}

/** The lines that the request for a candidate's keys shows: what either reader cited, and lines that name its documents. */
export function linesShown(
  candidate: Shortlisted,
  { sentences, language }: SentenceContext,
): PlacedSentence[] {
  const { evidence, aside, measures } = candidate;
  const citedNumbers = numbersOf([...evidence, ...aside], sentences);
  const namingNumbers =
    measures.proof === "construction"
      ? []
      : numbersUsed(candidate, { keypointNumbers: [], idle: [] }, { sentences, language });
  const shownNumbers = new Set([...citedNumbers, ...namingNumbers]);
  return sentences.filter(({ number }) => shownNumbers.has(number));
}
