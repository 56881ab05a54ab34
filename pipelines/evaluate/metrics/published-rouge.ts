// Computes ROUGE-L like the Python packages that RAGEval's program uses: `rouge` 1.0.1 for English, `rouge_chinese` for Chinese.

import { lcsOfTokens } from "./rouge.ts";
import { splitAtSpace, stripEnd } from "../../text/python-space.ts";

/** Length of the path back through the table at which Python reaches its recursion limit; accurate to a few steps, since it depends on the caller's depth. */
const maxPathLength = 990;

/**
 * F1 over sets of words, for English: texts are split at every ".", words at white space, and a word counts if it is in the longest common
 * subsequence of any two sentences (Lin 2004, ROUGE, section 3.2, but over sets). 0 if a text is empty. Null if the program
 * crashes: a text of nothing but full stops, or two sentences whose path is longer than Python can recurse.
 */
export function publishedRougeL(prediction: string, reference: string): number | null {
  if (prediction === "" || reference === "") return 0;
  const [predictedSentences, referenceSentences] = [
    wordsOf(prediction.split(".")),
    wordsOf(reference.split(".")),
  ];
  if (predictedSentences.length === 0 || referenceSentences.length === 0) return null;
  const commonWords = new Set<string>();
  for (const first of referenceSentences)
    for (const second of predictedSentences)
      if (!addCommon(commonWords, first, second)) return null;
  return f1Of(
    commonWords.size,
    new Set(predictedSentences.flat()).size,
    new Set(referenceSentences.flat()).size,
  );
}

/**
 * The same for Chinese, for which the program uses the package `rouge_chinese` 1.0.3 on jieba's words (default mode), joined by spaces: over lists of
 * words, not sets. Sentences matter only if one is blank, which counts as a word. 0 if a text has no words.
 */
export function publishedChineseRougeL(
  prediction: readonly string[],
  reference: readonly string[],
): number {
  const [predictedWords, referenceWords] = [chineseWords(prediction), chineseWords(reference)];
  if (predictedWords.length === 0 || referenceWords.length === 0) return 0;
  return f1Of(
    lcsOfTokens(predictedWords, referenceWords),
    predictedWords.length,
    referenceWords.length,
  );
}

function chineseWords(tokens: readonly string[]): string[] {
  const text = tokens.join(" ");
  const textInLines = text
    .replace(/([。！？?])([^”’])/gu, "$1\n$2")
    .replace(/(\.{6})([^”’])/gu, "$1\n$2")
    .replace(/(…{2})([^”’])/gu, "$1\n$2")
    .replace(/([。！？?][”’])([^，。！？?])/gu, "$1\n$2");
  return wordsOf(stripEnd(textInLines).split("\n")).flat();
}

/** F1. The small term keeps the original from dividing by 0; because of it, full agreement is slightly below 1. */
function f1Of(commonCount: number, predictedCount: number, referenceCount: number): number {
  const [precision, recall] = [commonCount / predictedCount, commonCount / referenceCount];
  return 2 * ((precision * recall) / (precision + recall + 1e-8));
}

/** The words of each sentence; a blank sentence has one empty word. */
const wordsOf = (sentences: readonly string[]): string[][] =>
  sentences
    .filter(sentence => sentence !== "")
    .map(splitAtSpace)
    .map(words => (words.length === 0 ? [""] : words));

/** Adds the words of one longest common subsequence; false if the path to it is too long. */
function addCommon(
  commonWords: Set<string>,
  first: readonly string[],
  second: readonly string[],
): boolean {
  // No path is shorter than the shorter of the sentences.
  if (Math.min(first.length, second.length) > maxPathLength) return false;
  const steps = stepsBack(first, second);
  let [row, column, pathLength] = [first.length, second.length, 0];
  while (row > 0 && column > 0) {
    const step = steps[(row - 1) * second.length + column - 1];
    if (step === diagonalStep) commonWords.add(first[row - 1] ?? "");
    if (step !== leftStep) row -= 1;
    if (step !== upStep) column -= 1;
    pathLength += 1;
    if (pathLength > maxPathLength) return false;
  }
  return true;
}

const [diagonalStep, upStep, leftStep] = [0, 1, 2];

/** The original's step back from each pair of words; of two equally long paths, it takes the one to the left. */
function stepsBack(first: readonly string[], second: readonly string[]): Uint8Array {
  const steps = new Uint8Array(first.length * second.length);
  let previousLengths = new Uint32Array(second.length + 1);
  for (const [row, word] of first.entries()) {
    const lengths = new Uint32Array(second.length + 1);
    for (const [column, other] of second.entries()) {
      const [up = 0, left = 0, diagonal = 0] = [
        previousLengths[column + 1],
        lengths[column],
        previousLengths[column],
      ];
      steps[row * second.length + column] =
        word === other ? diagonalStep : up > left ? upStep : leftStep;
      lengths[column + 1] = word === other ? diagonal + 1 : Math.max(up, left);
    }
    previousLengths = lengths;
  }
  return steps;
}
