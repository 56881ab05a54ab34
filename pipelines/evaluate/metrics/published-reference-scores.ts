// Computes RAGEval's retrieval metrics as its released program does, including its faults.

import { publishedSentences } from "../../text/published-sentences.ts";
import { splitAtSpace, stripSpace } from "../../text/python-space.ts";
import { sum } from "../sum.ts";

type Language = "zh" | "en";

/** Files in the original format may give a text as a list, which each metric treats in its own way. */
export type PublishedText = string | readonly string[];

export interface PublishedReferenceInput {
  readonly references: readonly PublishedText[];
  /** Best first: Precision uses the first five. */
  readonly passages: readonly PublishedText[];
  readonly language: Language;
}

export interface PublishedReferenceScores {
  /** 0, not null, if there are no references. */
  readonly recall: number;
  /** Can be above 1; 0 without references or passages. Null if the program crashes because a text is an empty list. */
  readonly eir: number | null;
  /** 0 without passages. */
  readonly precision: number;
  /** In decibels. Null if the program gives nan (more words of references than were retrieved) or crashes (an English passage is a list). */
  readonly snr: number | null;
}

/**
 * What the program of Zhu et al. (2024), RAGEval, prints. It differs from the paper. EIR counts every retrieved sentence, even if the rest of its
 * reference was not found, and as often as it is given. For EIR alone, brackets at the beginning of a passage are removed. Precision and SNR are not in the paper.
 */
export function publishedReferenceScores({
  references,
  passages,
  language,
}: PublishedReferenceInput): PublishedReferenceScores {
  const [referenceTexts, passageTexts] = [firstOfEach(references), firstOfEach(passages)];
  const canCompute = referenceTexts !== null && passageTexts !== null;
  const totalWords = countWordsOfAll(passages, language);
  return {
    recall: shareWithin(references, passages, language),
    eir: canCompute ? informationRate(referenceTexts, passageTexts, language) : null,
    precision: shareWithin(passages.slice(0, precisionPassages), references, language),
    snr:
      canCompute && totalWords !== null
        ? signalToNoise(referenceTexts, passageTexts, { language, totalWords })
        : null,
  };
}

const precisionPassages = 5;

/** The share of texts whose every sentence is in one of the other texts, or is an element of one that is a list. A text without sentences counts as found. */
function shareWithin(
  texts: readonly PublishedText[],
  others: readonly PublishedText[],
  language: Language,
): number {
  if (texts.length === 0) return 0;
  const textsFound = texts.filter(text =>
    publishedSentences(typeof text === "string" ? text : text.join(" "), language).every(sentence =>
      others.some(other => other.includes(sentence)),
    ),
  );
  return textsFound.length / texts.length;
}

function informationRate(
  references: readonly string[],
  passages: readonly string[],
  language: Language,
): number {
  const joinedPassages = passages.map(withoutBrackets).join(" ");
  const sentencesFound = references
    .flatMap(reference => publishedSentences(reference, language))
    .filter(sentence => joinedPassages.includes(sentence));
  const matchedWords = sum(sentencesFound.map(sentence => countWords(sentence, language)));
  const totalWords = countWords(joinedPassages, language);
  return passages.length === 0 || matchedWords === 0 || totalWords === 0
    ? 0
    : matchedWords / totalWords;
}

/** Removes brackets at the very beginning, in which RAGEval's own chunks name their document, and what they enclose. */
function withoutBrackets(passage: string): string {
  const closingBracket = passage.startsWith("（") ? "）" : passage.startsWith("(") ? ")" : null;
  return closingBracket === null ? passage : passage.slice(passage.indexOf(closingBracket) + 1);
}

/** 10·log10(m / (t − m)): m words of references that are whole in one passage, t words of all passages. The last bit depends on the platform. */
function signalToNoise(
  references: readonly string[],
  passages: readonly string[],
  { language, totalWords }: { readonly language: Language; readonly totalWords: number },
): number | null {
  const referencesFound = references.filter(reference =>
    passages.some(passage => stripSpace(passage).includes(stripSpace(reference))),
  );
  const matchedWords = sum(referencesFound.map(reference => countWords(reference, language)));
  if (matchedWords === 0 || totalWords === matchedWords) return 0;
  return matchedWords > totalWords
    ? null
    : 10 * Math.log10(matchedWords / (totalWords - matchedWords));
}

// If a passage is a list, the Chinese program counts its elements, and the English one crashes.
function countWordsOfAll(passages: readonly PublishedText[], language: Language): number | null {
  if (language === "en" && passages.some(passage => typeof passage !== "string")) return null;
  return sum(
    passages.map(passage =>
      typeof passage === "string" ? countWords(passage, language) : passage.length,
    ),
  );
}

function firstOfEach(texts: readonly PublishedText[]): string[] | null {
  const firstTexts = texts.map(text => (typeof text === "string" ? text : text[0]));
  return firstTexts.every(text => text !== undefined) ? firstTexts : null;
}

const countWords = (text: string, language: Language): number =>
  language === "zh" ? Array.from(text).length : splitAtSpace(text).length;
