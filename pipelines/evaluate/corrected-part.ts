// What of an answer to a correction is scored: its continuation, though some systems write the beginning out again.

import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { correctionParts } from "../../schemas/items/correction-text.ts";
import { splitSentences } from "../text/sentences.ts";
import { grams } from "../text/similarity.ts";

type Corrected = Pick<TruthRow, "type" | "question" | "language">;

/** A sentence with so many of its trigrams in the beginning repeats it, be it with a word changed. */
const REPEATS = 0.7;

/** UTF-16 units of the text that say what the beginning does, white space aside; undefined where it begins otherwise. */
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

/** Where the first sentence begins that repeats the continuation rather than the beginning. */
function continuationStart(
  answer: string,
  { beginning, continuation }: ReturnType<typeof correctionParts>,
  language: TruthRow["language"],
): number {
  const [first, second] = [grams(beginning), grams(continuation)];
  const own = splitSentences(answer, language).find(({ text }) => {
    const said = [...grams(text)];
    const shareIn = (part: ReadonlySet<string>) =>
      said.filter(gram => part.has(gram)).length / said.length;
    return shareIn(first) < REPEATS || shareIn(first) <= shareIn(second);
  });
  return own?.start ?? 0;
}

/** The answer, or its part from where the continuation begins. An answer that is the beginning alone stays what it is. */
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
