// Sentences that stand in many texts of a feed which have nothing else to do with one another: advertisements, disclaimers, stock phrases.

import { fold } from "./fold.ts";
import { mix } from "./shingles.ts";
import { splitSentences } from "./sentences.ts";
import { grams } from "./similarity.ts";

interface FeedText {
  readonly text: string;
  readonly language: "zh" | "en";
}

/** Shorter sentences ("No.") say the same by chance. */
const SHORTEST = 6;
/** Texts that a sentence stands in, from which it is looked at. */
const FEWEST = 3;
/** Pairs of these that are compared. */
const PAIRS = 12;
/** Texts on one event share more of their 4-grams than this, the sentences that stand elsewhere left out; English ones share letters anyway. */
const STRANGERS = { zh: 0.05, en: 0.3 };
/** A text of which less is its own is a repeat of others: what it shares tells nothing. */
const FEWEST_GRAMS = 40;

/** What a sentence is compared by. */
export const sentenceKey = (sentence: string): string => fold(sentence).replace(/\s/g, "");

const keysOf = ({ text, language }: FeedText): Set<string> =>
  new Set(
    splitSentences(text, language)
      .map(sentence => sentenceKey(sentence.text))
      .filter(key => key.length >= SHORTEST),
  );

const SLOTS = 1 << 24;
function slotOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return mix(hash) & (SLOTS - 1);
}

/** Counted twice: roughly in a fixed room, then exactly for what may stand in several, so that a large feed fits. */
function holdersOf(texts: readonly FeedText[]): Map<string, number[]> {
  const rough = new Uint8Array(SLOTS);
  for (const text of texts)
    for (const key of keysOf(text)) {
      const slot = slotOf(key);
      rough[slot] = Math.min(255, (rough[slot] ?? 0) + 1);
    }
  const holders = new Map<string, number[]>();
  for (const [at, text] of texts.entries())
    for (const key of keysOf(text)) {
      if ((rough[slotOf(key)] ?? 0) < 2) continue;
      const list = holders.get(key);
      if (list) list.push(at);
      else holders.set(key, [at]);
    }
  return holders;
}

/** What the smaller of two shares with the other, 0 … 1; 1 where there is too little to tell. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size < FEWEST_GRAMS) return 1;
  return [...small].filter(gram => large.has(gram)).length / small.size;
}

/** Neighbours in the list, drawn evenly from it. */
function pairsIn(list: readonly number[]): [number, number][] {
  const step = Math.max(1, Math.floor(list.length / PAIRS));
  const chosen = list.filter((_, at) => at % step === 0);
  return chosen.map((one, at) => [one, chosen[(at + 1) % chosen.length] ?? one]);
}

/** Keys of the sentences that at least three texts have which share nothing else, with how many do. */
export function repeatedSentences(texts: readonly FeedText[]): Map<string, number> {
  const holders = holdersOf(texts);
  const made = new Map<number, Set<string>>();
  const ownGrams = (at: number): Set<string> => {
    const { text = "", language = "en" } = texts[at] ?? {};
    const own = splitSentences(text, language)
      .map(sentence => sentence.text)
      .filter(sentence => (holders.get(sentenceKey(sentence))?.length ?? 0) < 2);
    const known = made.get(at) ?? grams(own.join("\n"), 4);
    made.set(at, known);
    return known;
  };
  const areStrangers = (list: readonly number[]): boolean => {
    const shares = pairsIn(list)
      .map(([one, other]) => shareOf(ownGrams(one), ownGrams(other)))
      .sort((a, b) => a - b);
    const most = STRANGERS[texts[list[0] ?? 0]?.language ?? "en"];
    return (shares[Math.floor(shares.length / 2)] ?? 1) < most;
  };
  return new Map(
    [...holders]
      .filter(([, list]) => list.length >= FEWEST && areStrangers(list))
      .map(([key, list]) => [key, list.length]),
  );
}
