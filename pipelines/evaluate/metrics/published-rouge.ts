// ROUGE-L as computed by the Python packages that RAGEval's program calls: `rouge` 1.0.1 for English, `rouge_chinese` for Chinese.

import { lcsOfTokens } from "./rouge.ts";
import { splitAtSpace, stripEnd } from "../../text/python-space.ts";

/** Longest path back through the table before Python's recursion limit; off by a few steps, depending on the caller's depth. */
const LONGEST_WAY = 990;

/**
 * F of precision and recall over sets of words: texts are split at every ".", words at white space, and a word counts if it is in the longest common
 * subsequence of any two sentences (Lin 2004, ROUGE, section 3.2, but over sets). For English; 0 if a text is empty. Null if the program
 * crashes: a text of nothing but full stops, or two sentences whose path is longer than Python can recurse.
 */
export function publishedRougeL(prediction: string, reference: string): number | null {
  if (prediction === "" || reference === "") return 0;
  const [predicted, wanted] = [wordsOf(prediction.split(".")), wordsOf(reference.split("."))];
  if (predicted.length === 0 || wanted.length === 0) return null;
  const common = new Set<string>();
  for (const first of wanted)
    for (const second of predicted) if (!addCommon(common, first, second)) return null;
  return meanOf(common.size, new Set(predicted.flat()).size, new Set(wanted.flat()).size);
}

/**
 * The same for Chinese, for which the program uses the package `rouge_chinese` 1.0.3 on jieba's words (default mode), joined by spaces: over lists of
 * words, not sets. Sentences matter only if one is blank, which counts as a word. 0 if a text has no words.
 */
export function publishedChineseRougeL(
  prediction: readonly string[],
  reference: readonly string[],
): number {
  const [predicted, wanted] = [chineseWords(prediction), chineseWords(reference)];
  if (predicted.length === 0 || wanted.length === 0) return 0;
  return meanOf(lcsOfTokens(predicted, wanted), predicted.length, wanted.length);
}

function chineseWords(tokens: readonly string[]): string[] {
  const text = tokens.join(" ");
  const broken = text
    .replace(/([。！？?])([^”’])/gu, "$1\n$2")
    .replace(/(\.{6})([^”’])/gu, "$1\n$2")
    .replace(/(…{2})([^”’])/gu, "$1\n$2")
    .replace(/([。！？?][”’])([^，。！？?])/gu, "$1\n$2");
  return wordsOf(stripEnd(broken).split("\n")).flat();
}

/** F1. The small term keeps the original from dividing by 0, and full agreement from being exactly 1. */
function meanOf(common: number, predicted: number, reference: number): number {
  const [precision, recall] = [common / predicted, common / reference];
  return 2 * ((precision * recall) / (precision + recall + 1e-8));
}

/** The words of each sentence; a blank one has the empty word. */
const wordsOf = (sentences: readonly string[]): string[][] =>
  sentences
    .filter(sentence => sentence !== "")
    .map(splitAtSpace)
    .map(words => (words.length === 0 ? [""] : words));

/** Adds the words of one longest common subsequence; false if the path to it is too long. */
function addCommon(
  common: Set<string>,
  first: readonly string[],
  second: readonly string[],
): boolean {
  // No path is shorter than the shorter text.
  if (Math.min(first.length, second.length) > LONGEST_WAY) return false;
  const steps = stepsBack(first, second);
  let [row, column, way] = [first.length, second.length, 0];
  while (row > 0 && column > 0) {
    const step = steps[(row - 1) * second.length + column - 1];
    if (step === BOTH) common.add(first[row - 1] ?? "");
    if (step !== LEFT) row -= 1;
    if (step !== UP) column -= 1;
    way += 1;
    if (way > LONGEST_WAY) return false;
  }
  return true;
}

const [BOTH, UP, LEFT] = [0, 1, 2];

/** The original's step back from each pair of words: of two equally long paths, the one to the left. */
function stepsBack(first: readonly string[], second: readonly string[]): Uint8Array {
  const steps = new Uint8Array(first.length * second.length);
  let above = new Uint32Array(second.length + 1);
  for (const [row, word] of first.entries()) {
    const lengths = new Uint32Array(second.length + 1);
    for (const [column, other] of second.entries()) {
      const [up = 0, left = 0, diagonal = 0] = [above[column + 1], lengths[column], above[column]];
      steps[row * second.length + column] = word === other ? BOTH : up > left ? UP : LEFT;
      lengths[column + 1] = word === other ? diagonal + 1 : Math.max(up, left);
    }
    above = lengths;
  }
  return steps;
}
