// Computes RAGEval's Recall and Effective Information Rate as the paper defines them.

import { splitSentences } from "../../text/sentences.ts";

export interface ReferenceInput {
  /** Texts that the answer is based on. */
  readonly references: readonly string[];
  /** Texts of the retrieved passages, in any order. */
  readonly passages: readonly string[];
  readonly language: "zh" | "en";
}

export interface ReferenceScores {
  /** Share of references whose sentences are all found, even in different passages. */
  readonly recall: number | null;
  /** Share of references whose sentences are all found in the same passage. */
  readonly recallSameChunk: number | null;
  /** Share of the retrieved words that belong to sentences of references found in full. */
  readonly eir: number | null;
}

/**
 * Recall and EIR from 0 to 1: Zhu et al. (2024), RAGEval, section 3.5.1, formulas 1 and 2. The paper leaves open
 * whether Recall needs all sentences in one passage; both variants are given. A sentence matches if a passage
 * contains it verbatim. For EIR a sentence counts once, however often it is given or retrieved, and not in addition
 * to another that contains it. A word is a code point in Chinese; in English, words are separated by white space. All are
 * null if no reference has a sentence; if no word was retrieved, the recalls are 0 and EIR is null.
 */
export function referenceScores({
  references,
  passages,
  language,
}: ReferenceInput): ReferenceScores {
  const sentences = references
    .map(reference => splitSentences(reference, language).map(({ text }) => text))
    .filter(referenceSentences => referenceSentences.length > 0);
  if (sentences.length === 0) return { recall: null, recallSameChunk: null, eir: null };
  const foundAnywhere = sentences.filter(referenceSentences =>
    referenceSentences.every(sentence => passages.some(passage => passage.includes(sentence))),
  );
  const foundInOne = sentences.filter(referenceSentences =>
    passages.some(passage => referenceSentences.every(sentence => passage.includes(sentence))),
  );
  const retrievedWords = countWords(passages, language);
  return {
    recall: foundAnywhere.length / sentences.length,
    recallSameChunk: foundInOne.length / sentences.length,
    eir:
      retrievedWords === 0
        ? null
        : countWords(withoutContained(foundAnywhere.flat()), language) / retrievedWords,
  };
}

/** The distinct texts that are not within another one, so that retrieved words count once, however many references they belong to. */
function withoutContained(texts: readonly string[]): string[] {
  const distinctTexts = [...new Set(texts)];
  return distinctTexts.filter(
    text => !distinctTexts.some(other => other !== text && other.includes(text)),
  );
}

function countWords(texts: readonly string[], language: "zh" | "en"): number {
  let words = 0;
  for (const text of texts)
    words += language === "zh" ? Array.from(text).length : (text.match(/\S+/g)?.length ?? 0);
  return words;
}
