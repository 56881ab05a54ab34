// A summary out of an article's own sentences: the best that fit, in their order.

import type { NewsSentence } from "./article-reading.ts";
import { rateSentences, type RatedSentence } from "./sentence-worth.ts";

type Language = "zh" | "en";

/** Characters of a Chinese summary, words of an English one. */
const LENGTHS = { zh: { least: 80, most: 200 }, en: { least: 40, most: 110 } };

const lengthOf = (text: string, language: Language): number => (language === "zh" ? text.length : text.split(/\s+/).filter(word => word !== "").length);

/** Two sentences that say the same. */
const repeats = (a: NewsSentence, b: NewsSentence): boolean => {
  const shared = [...a.words].filter(word => b.words.has(word)).length;
  return shared > 0.6 * Math.min(a.words.size, b.words.size);
};

/** A sentence that leans on the one before is understood only behind it. */
const isCarried = ({ leans, number }: NewsSentence, chosen: readonly NewsSentence[]): boolean => !leans || chosen.some(other => other.number === number - 1);

function choose(rated: readonly RatedSentence[], language: Language): NewsSentence[] {
  const { most } = LENGTHS[language];
  const chosen: NewsSentence[] = [];
  let length = 0;
  for (const { sentence } of [...rated].sort((a, b) => b.worth - a.worth || a.sentence.number - b.sentence.number)) {
    const more = lengthOf(sentence.text, language);
    if (length + more > most || !isCarried(sentence, chosen) || chosen.some(other => repeats(other, sentence))) continue;
    chosen.push(sentence);
    length += more;
  }
  return chosen.sort((a, b) => a.number - b.number);
}

export interface Summary {
  readonly text: string;
  readonly sentences: readonly NewsSentence[];
}

/** The summary, or undefined where no sentences make one of a fit length: 80 to 200 characters, 40 to 110 words. */
export function summarise(sentences: readonly NewsSentence[], language: Language): Summary | undefined {
  const chosen = choose(rateSentences(sentences), language);
  const text = chosen.map(sentence => sentence.text).join(language === "zh" ? "" : " ");
  return lengthOf(text, language) < LENGTHS[language].least || chosen.length < 2 ? undefined : { text, sentences: chosen };
}
