// How much of an article a sentence carries: its place, its names and numbers, and the words it shares with the rest.

import { LISTED, type NewsSentence } from "./article-reading.ts";

export interface RatedSentence {
  readonly sentence: NewsSentence;
  readonly worth: number;
}

/** In how many sentences each word stands. */
function wordCounts(sentences: readonly NewsSentence[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Share of the sentence's words that other sentences use, too. */
function centrality({ words }: NewsSentence, counts: ReadonlyMap<string, number>): number {
  const shared = [...words].filter(word => (counts.get(word) ?? 0) > 1).length;
  return shared / Math.max(6, words.size);
}

// Something meant to be taken away, not told: a call, a hope, a question.
const APPEAL = /[？?！!]\s*[”"]?$|温馨提[示醒]|希望|敬请|期待|呼吁|我们|让我们|\b(?:hope|should|let us|we)\b/i;

/** The sentences that a summary may use, in the order of the article, each with its worth. */
export function rateSentences(sentences: readonly NewsSentence[]): RatedSentence[] {
  const counts = wordCounts(sentences);
  const usable = sentences.filter(({ boilerplate, quoted, text }) => !boilerplate && !quoted && text.length >= 12 && !/[:：？?！!]$/.test(text) && !LISTED.test(text));
  return usable.map((sentence, at) => {
    const place = at === 0 ? 2 : 1.2 / (1 + at * 0.35);
    const density = (Math.min(sentence.names.length, 3) + Math.min(sentence.values.length, 3)) / 4;
    return { sentence, worth: place + density + 2 * centrality(sentence, counts) - (sentence.leans ? 0.8 : 0) - (APPEAL.test(sentence.text) ? 1.2 : 0) };
  });
}
