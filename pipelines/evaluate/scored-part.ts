// Extracts the scored part of an answer to a correction task: the continuation, without the beginning if a system repeats it.

import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { splitCorrection } from "../../schemas/items/correction-text.ts";
import { splitSentences } from "../text/sentences.ts";
import { grams } from "../text/similarity.ts";

type CorrectionItem = Pick<TruthRow, "type" | "question" | "language">;

/** Minimum share of a sentence's trigrams in the beginning for it to be a repetition, perhaps with a word changed. */
const minRepeatedShare = 0.7;

/** The length, in UTF-16 units, of the prefix that repeats the beginning, ignoring white space; undefined if the text begins differently. */
function prefixLength(text: string, beginning: string): number | undefined {
  const expected = beginning.replace(/\s/g, "");
  let matchedCount = 0;
  for (let index = 0; index < text.length; index++) {
    if (matchedCount === expected.length) return index;
    const unit = text.charAt(index);
    if (/\s/.test(unit)) continue;
    if (unit !== expected.charAt(matchedCount)) return undefined;
    matchedCount++;
  }
  return matchedCount === expected.length ? text.length : undefined;
}

/** The start of the first sentence that resembles the continuation rather than the beginning. */
function continuationStart(
  answer: string,
  { beginning, continuation }: ReturnType<typeof splitCorrection>,
  language: TruthRow["language"],
): number {
  const [gramsOfBeginning, gramsOfContinuation] = [grams(beginning), grams(continuation)];
  const sentence = splitSentences(answer, language).find(({ text }) => {
    const trigrams = [...grams(text)];
    const shareIn = (part: ReadonlySet<string>) =>
      trigrams.filter(gram => part.has(gram)).length / trigrams.length;
    return (
      shareIn(gramsOfBeginning) < minRepeatedShare ||
      shareIn(gramsOfBeginning) <= shareIn(gramsOfContinuation)
    );
  });
  return sentence?.start ?? 0;
}

/** The answer from where the continuation begins. An answer that contains nothing but the beginning is returned unchanged. */
export function scoredPartOf(
  answer: string | null,
  { type, question, language }: CorrectionItem,
): string | null {
  if (type !== "correction" || answer === null) return answer;
  const parts = splitCorrection(question);
  if (parts.beginning === "") return answer;
  const start = prefixLength(answer, parts.beginning) ?? continuationStart(answer, parts, language);
  return answer.slice(start).trim() === "" ? answer : answer.slice(start).trimStart();
}
