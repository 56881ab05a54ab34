// The part of a correction's answer that is scored: its continuation, even if a system repeats the beginning.

import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { correctionParts } from "../../schemas/items/correction-text.ts";
import { splitSentences } from "../text/sentences.ts";
import { grams } from "../text/similarity.ts";

type Corrected = Pick<TruthRow, "type" | "question" | "language">;

/** A sentence with at least this share of its trigrams in the beginning repeats it, perhaps with a word changed. */
const REPEATS = 0.7;

/** UTF-16 units of the text that repeat the beginning, ignoring white space; undefined if it begins differently. */
function prefixLength(text: string, beginning: string): number | undefined {
  const wanted = beginning.replace(/\s/g, "");
  let met = 0;
  for (let at = 0; at < text.length; at++) {
    if (met === wanted.length) return at;
    const unit = text.charAt(at);
    if (/\s/.test(unit)) continue;
    if (unit !== wanted.charAt(met)) return undefined;
    met++;
  }
  return met === wanted.length ? text.length : undefined;
}

/** Start of the first sentence that repeats the continuation rather than the beginning. */
function continuationStart(
  answer: string,
  { beginning, continuation }: ReturnType<typeof correctionParts>,
  language: TruthRow["language"],
): number {
  const [first, second] = [grams(beginning), grams(continuation)];
  const sentence = splitSentences(answer, language).find(({ text }) => {
    const trigrams = [...grams(text)];
    const shareIn = (part: ReadonlySet<string>) =>
      trigrams.filter(gram => part.has(gram)).length / trigrams.length;
    return shareIn(first) < REPEATS || shareIn(first) <= shareIn(second);
  });
  return sentence?.start ?? 0;
}

/** The answer, or its part from where the continuation begins. An answer that is the beginning alone is returned unchanged. */
export function scoredPart(
  answer: string | null,
  { type, question, language }: Corrected,
): string | null {
  if (type !== "correction" || answer === null) return answer;
  const parts = correctionParts(question);
  if (parts.beginning === "") return answer;
  const at = prefixLength(answer, parts.beginning) ?? continuationStart(answer, parts, language);
  return answer.slice(at).trim() === "" ? answer : answer.slice(at).trimStart();
}
