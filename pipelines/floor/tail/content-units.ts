// The units two texts are compared by: stemmed content words of English, character pairs of Chinese.

import { contentWords } from "../../text/content-words.ts";
import { fold } from "../../text/fold.ts";
import { grams } from "../../text/similarity.ts";
import { words } from "../../text/segment.ts";
import { withoutNames } from "./answer-claims.ts";
import { isFillerEn, withoutFillersZh } from "./filler-words.ts";

type Language = "zh" | "en";

/** Every unit of a sentence. Pairs, not words: a rare name is cut into single characters, which say nothing. */
export const unitsOf = (text: string, language: Language): Set<string> =>
  language === "zh" ? pairs(text) : new Set(contentWords(text, "en"));

// Latin words in a Chinese text count whole.
const pairs = (text: string): Set<string> =>
  new Set(
    [
      ...grams(text.replace(/[A-Za-z0-9.,%]+/g, " "), 2),
      ...(text.match(/[A-Za-z][A-Za-z0-9-]+/g) ?? []).map(fold),
    ].filter(unit => unit.length > 1),
  );

// What every claim on a document may say to name it: "a record" is then free to tell "record time" from "admission time".
const SOURCES = {
  zh: /审理的\S{1,8}?一案/g,
  en: /\b(?:inpatient|medical|case) records?\b|\bcase against [^,;]{1,60}? before the\b/gi,
};

/** The units that tell what a claim or question is about; not those of the given names, which every sentence of a document shares. */
export function tellingUnits(
  text: string,
  language: Language,
  names: readonly string[],
): Set<string> {
  const plain = withoutNames(text, names).replace(SOURCES[language], " ");
  if (language === "zh")
    return new Set(
      plain
        .split(/[\s，。；：、？！“”《》（）的]+/)
        .flatMap(withoutFillersZh)
        .flatMap(piece => (fold(piece).length > 1 ? [...pairs(piece)] : [])),
    );
  const kept = words(plain, "en")
    .filter(word => !isFillerEn(word))
    .join(" ");
  return new Set(contentWords(kept, "en"));
}

/** How much each unit tells among these sentences: one that none of them has speaks against all. */
export const weigh = (
  units: ReadonlySet<string>,
  sentences: readonly ReadonlySet<string>[],
): Map<string, number> =>
  new Map(
    [...units].map(unit => {
      const having = sentences.filter(sentence => sentence.has(unit)).length;
      return [unit, Math.log(1 + (sentences.length + 1) / (having + 1))];
    }),
  );

/** The share of the weights that a sentence's units have, 0 … 1; 0 when nothing weighs anything. */
export function shareCovered(
  weights: ReadonlyMap<string, number>,
  units: ReadonlySet<string>,
): number {
  let total = 0;
  let covered = 0;
  for (const [unit, weight] of weights) {
    total += weight;
    if (units.has(unit)) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}
