// Finds a fact that is a text: verbatim, or the sentences that share its content words.

import { contentWords } from "./content-words.ts";
import { findName } from "./name-occurrence.ts";
import type { Place, Source } from "./sought-fact.ts";
import { findValues } from "./values.ts";
import { says } from "./same-value.ts";

/** A text with fewer content words is only searched for verbatim: any sentence may share them. */
const MIN_WORDS = 3;
/** For a part whose other parts are found too, two words in one sentence are enough. */
const MIN_WORDS_OF_PART = 2;
/** A fact may be spread over up to this many consecutive sentences. */
const WIDEST_WINDOW = 3;
/** The share of the fact's content words, weighted by rarity, that a sentence must have to state it; lower for English, which varies more. */
const SHARE = { zh: 0.62, en: 0.52 };

/** The parts of a list or the clauses of a sentence; for any other text, the whole. */
export function partsOf(value: string): string[] {
  const [listed = [], clauses = []] = [/[；;\n]/, /，/].map(sign =>
    value.split(sign).filter(part => /[\p{L}\p{N}]/u.test(part)),
  );
  return listed.length > 1 ? listed : clauses;
}

/**
 * The places that state the text; if it is reworded, only the best stretch of sentences, or one for each part if they
 * are separate. No part may be missing.
 */
export function findTextFact(source: Source, value: string): Place[] {
  const verbatim = findVerbatim(source, value);
  // A title is a name: a text that only shares its words does not state it.
  if (verbatim.length > 0 || /^《[^《》]+》$/.test(value.trim())) return verbatim;
  const parts = partsOf(value);
  const together = findReworded(source, value, MIN_WORDS).filter(place =>
    parts.every(part => covers(source, place, part)),
  );
  if (together.length > 0 || parts.length < 2) return together;
  const apart = parts.map(part => {
    const places = findVerbatim(source, part);
    return places.length > 0 ? places : findReworded(source, part, MIN_WORDS_OF_PART);
  });
  return apart.every(places => places.length > 0) ? apart.flat() : [];
}

/**
 * Whether a text too short for anything but a verbatim search may be reworded: all its content words are in consecutive
 * sentences. Too little to locate it, but enough not to call it missing.
 */
export function mayTell({ words, language }: Source, value: string): boolean {
  const sought = contentWords(value, language);
  if (sought.length === 0 || sought.length >= MIN_WORDS) return false;
  return words.some((_, first) => {
    const within = words.slice(first, first + WIDEST_WINDOW);
    return sought.every(word => within.some(has => has.has(word)));
  });
}

/** Whether the place has half of the part's content words. */
function covers({ sentences, words, language }: Source, { start, end }: Place, part: string) {
  const within = words.filter((_, at) => {
    const sentence = sentences[at];
    return sentence !== undefined && sentence.start >= start && sentence.end <= end;
  });
  const sought = contentWords(part, language);
  return sought.filter(word => within.some(has => has.has(word))).length * 2 >= sought.length;
}

const findVerbatim = (source: Source, value: string): Place[] =>
  findName(source, value.replace(/^\s+|[\p{P}\s]+$/gu, ""), "choice");

function findReworded(source: Source, value: string, fewest: number): Place[] {
  const sought = [...new Set(contentWords(value, source.language))];
  if (sought.length < fewest) return [];
  const sentences = source.words;
  const weights = new Map(sought.map(word => [word, rarity(word, sentences)]));
  const total = sum([...weights.values()]);
  let best = { share: 0, start: 0, end: 0, size: 0 };
  for (let first = 0; first < sentences.length; first++) {
    const shared = new Set<string>();
    for (let last = first; last < Math.min(sentences.length, first + WIDEST_WINDOW); last++) {
      for (const word of sought) if (sentences[last]?.has(word)) shared.add(word);
      const share =
        sum([...shared].map(word => weights.get(word) ?? 0)) / total - 0.03 * (last - first);
      if (share > best.share)
        best = {
          share,
          start: source.sentences[first]?.start ?? 0,
          end: source.sentences[last]?.end ?? 0,
          size: last - first + 1,
        };
    }
  }
  const enough = sought.length < MIN_WORDS ? 1 : SHARE[source.language];
  return best.share >= enough && saysValues(source, value, best)
    ? [{ start: best.start, end: best.end }]
    : [];
}

/** The weight of a word: the fewer sentences have it, the higher; highest if none does. */
const rarity = (word: string, sentences: readonly ReadonlySet<string>[]): number =>
  Math.log(
    1 + (sentences.length + 1) / (1 + sentences.filter(sentence => sentence.has(word)).length),
  );

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Whether the numbers and dates of the fact are there too. */
function saysValues(source: Source, value: string, place: Place): boolean {
  const standing = source.values.filter(
    found => found.start >= place.start && found.end <= place.end,
  );
  const sought = findValues(value).filter(wanted => wanted.kind !== "ordinal");
  return sought.every(wanted => standing.some(found => says(found, wanted)));
}
