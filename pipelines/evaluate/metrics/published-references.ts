// RAGEval's retrieval metrics as its released program computes them, including its faults.

import { publishedSentences } from "../../text/published-sentences.ts";
import { splitAtSpace, stripSpace } from "../../text/python-space.ts";

type Language = "zh" | "en";

/** Files in the original format may give a text as a list: each metric treats it in its own way. */
export type PublishedText = string | readonly string[];

export interface PublishedReferenceInput {
  readonly references: readonly PublishedText[];
  /** Best first: Precision uses the first five. */
  readonly passages: readonly PublishedText[];
  readonly language: Language;
}

export interface PublishedReferenceScores {
  /** 0, not undefined, if there are no references. */
  readonly recall: number;
  /** Can be above 1; 0 without references or passages. Null if the program crashes: a text is an empty list. */
  readonly eir: number | null;
  /** 0 without passages. */
  readonly precision: number;
  /** In decibels. Null if the program gives nan (more words of references than were retrieved) or crashes (an English passage is a list). */
  readonly snr: number | null;
}

/**
 * What the program of Zhu et al. (2024), RAGEval, prints. It differs from the paper. EIR counts every retrieved sentence, even of references
 * not found whole, and as often as it is given. A bracket at the beginning of a passage is removed, for EIR alone. Precision and SNR are not in the paper.
 */
export function publishedReferenceScores({
  references,
  passages,
  language,
}: PublishedReferenceInput): PublishedReferenceScores {
  const first = passages.slice(0, PRECISION_PASSAGES);
  return {
    recall: shareWithin(references, passages, language),
    eir: informationRate(references, passages, language),
    precision: shareWithin(first, references, language),
    snr: signalToNoise(references, passages, language),
  };
}

const PRECISION_PASSAGES = 5;

/** Share of texts whose every sentence is in one of the others, or is an element of one that is a list. A text without sentences counts. */
function shareWithin(
  texts: readonly PublishedText[],
  others: readonly PublishedText[],
  language: Language,
): number {
  if (texts.length === 0) return 0;
  const within = texts.filter(text =>
    publishedSentences(typeof text === "string" ? text : text.join(" "), language).every(sentence =>
      others.some(other => other.includes(sentence)),
    ),
  );
  return within.length / texts.length;
}

function informationRate(
  references: readonly PublishedText[],
  passages: readonly PublishedText[],
  language: Language,
): number | null {
  const given = firstOfEach(references);
  const retrieved = firstOfEach(passages);
  if (given === null || retrieved === null) return null;
  const joined = retrieved.map(withoutPrefix).join(" ");
  const found = given
    .flatMap(reference => publishedSentences(reference, language))
    .filter(sentence => joined.includes(sentence));
  const matched = sum(found.map(sentence => countWords(sentence, language)));
  const total = countWords(joined, language);
  return passages.length === 0 || matched === 0 || total === 0 ? 0 : matched / total;
}

/** Removes the brackets at the very beginning, in which RAGEval's own chunks name their document. */
function withoutPrefix(passage: string): string {
  const close = passage.startsWith("（") ? "）" : passage.startsWith("(") ? ")" : null;
  return close === null ? passage : passage.slice(passage.indexOf(close) + 1);
}

/** 10·log10(m / (t − m)): m words of references that are whole in one passage, t words of all passages. The last bit depends on the platform. */
function signalToNoise(
  references: readonly PublishedText[],
  passages: readonly PublishedText[],
  language: Language,
): number | null {
  const given = firstOfEach(references);
  const retrieved = firstOfEach(passages);
  if (given === null || retrieved === null) return null;
  const found = given.filter(reference =>
    retrieved.some(passage => stripSpace(passage).includes(stripSpace(reference))),
  );
  const matched = sum(found.map(reference => countWords(reference, language)));
  const total = countAll(passages, language);
  if (total === null) return null;
  if (matched === 0 || total === matched) return 0;
  return matched > total ? null : 10 * Math.log10(matched / (total - matched));
}

// If a passage is a list, the Chinese program counts its elements, and the English one crashes.
function countAll(passages: readonly PublishedText[], language: Language): number | null {
  if (language === "en" && passages.some(passage => typeof passage !== "string")) return null;
  return sum(
    passages.map(passage =>
      typeof passage === "string" ? countWords(passage, language) : passage.length,
    ),
  );
}

function firstOfEach(texts: readonly PublishedText[]): string[] | null {
  const firsts = texts.map(text => (typeof text === "string" ? text : text[0]));
  return firsts.every(first => first !== undefined) ? firsts : null;
}

const countWords = (text: string, language: Language): number =>
  language === "zh" ? Array.from(text).length : splitAtSpace(text).length;

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
