// Finds a fact that is a text: verbatim, or the sentences that share its content words.

import { contentWords } from "./content-words.ts";
import { findName } from "./name-occurrence.ts";
import type { Place, PreparedText } from "./sought-fact.ts";
import { findValues } from "./values.ts";
import { impliesValue } from "./implied-value.ts";

/** Minimum number of content words in a text that may be reworded; any sentence may share fewer by chance, so a shorter text must be verbatim. */
const minWordCount = 3;
/** The same for one part of a list, which only counts if all other parts are found. */
const minWordsOfPart = 2;
/** Maximum number of consecutive sentences that a fact may be spread over. */
const maxWindow = 3;
/** Minimum share of the fact's content words, weighted by rarity, in sentences that state it; lower for English, which varies more. */
const minShareByLanguage = { zh: 0.62, en: 0.52 };

/** The parts of a list or the clauses of a sentence; for any other text, the whole. */
export function partsOf(value: string): string[] {
  const [listParts = [], clauses = []] = [/[；;\n]/, /，/].map(separator =>
    value.split(separator).filter(part => /[\p{L}\p{N}]/u.test(part)),
  );
  return listParts.length > 1 ? listParts : clauses;
}

/**
 * The places where the text is stated; if it is reworded, only the best run of sentences, or one for each part if they
 * are separate. No part may be missing.
 */
export function findTextFact(source: PreparedText, value: string): Place[] {
  const verbatim = findVerbatim(source, value);
  // A title is a name: a text that only shares its words does not state it.
  if (verbatim.length > 0 || /^《[^《》]+》$/.test(value.trim())) return verbatim;
  const parts = partsOf(value);
  const jointPlaces = findReworded(source, value, minWordCount).filter(place =>
    parts.every(part => coversHalf(source, place, part)),
  );
  if (jointPlaces.length > 0 || parts.length < 2) return jointPlaces;
  const placesOfParts = parts.map(part => {
    const places = findVerbatim(source, part);
    return places.length > 0 ? places : findReworded(source, part, minWordsOfPart);
  });
  return placesOfParts.every(places => places.length > 0) ? placesOfParts.flat() : [];
}

/**
 * Whether a text too short for anything but a verbatim search may be reworded: all its content words are in consecutive
 * sentences. Too little to locate it, but enough not to call it missing.
 */
export function mayState({ words, language }: PreparedText, value: string): boolean {
  const valueWords = contentWords(value, language);
  if (valueWords.length === 0 || valueWords.length >= minWordCount) return false;
  return words.some((_, first) => {
    const window = words.slice(first, first + maxWindow);
    return valueWords.every(word => window.some(sentenceWords => sentenceWords.has(word)));
  });
}

/** Whether the place contains half of the part's content words. */
function coversHalf(
  { sentences, words, language }: PreparedText,
  { start, end }: Place,
  part: string,
) {
  const window = words.filter((_, index) => {
    const sentence = sentences[index];
    return sentence !== undefined && sentence.start >= start && sentence.end <= end;
  });
  const partWords = contentWords(part, language);
  const covered = partWords.filter(word => window.some(sentenceWords => sentenceWords.has(word)));
  return covered.length * 2 >= partWords.length;
}

const findVerbatim = (source: PreparedText, value: string): Place[] =>
  findName(source, value.replace(/^\s+|[\p{P}\s]+$/gu, ""), "choice");

function findReworded(source: PreparedText, value: string, minWords: number): Place[] {
  const valueWords = [...new Set(contentWords(value, source.language))];
  if (valueWords.length < minWords) return [];
  const sentences = source.words;
  const weights = new Map(valueWords.map(word => [word, rarity(word, sentences)]));
  const weightOf = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
  const total = weightOf(valueWords);
  let best = { share: 0, start: 0, end: 0 };
  for (let first = 0; first < sentences.length; first++) {
    const shared = new Set<string>();
    for (let last = first; last < Math.min(sentences.length, first + maxWindow); last++) {
      for (const word of valueWords) if (sentences[last]?.has(word)) shared.add(word);
      const share = weightOf(shared) / total - 0.03 * (last - first);
      if (share > best.share)
        best = {
          share,
          start: source.sentences[first]?.start ?? 0,
          end: source.sentences[last]?.end ?? 0,
        };
    }
  }
  const minShare = valueWords.length < minWordCount ? 1 : minShareByLanguage[source.language];
  const { share, ...place } = best;
  return share >= minShare && statesValues(source, value, place) ? [place] : [];
}

/** A word's weight: the fewer sentences contain it, the higher; highest if none does. */
const rarity = (word: string, sentences: readonly ReadonlySet<string>[]): number =>
  Math.log(
    1 + (sentences.length + 1) / (1 + sentences.filter(sentence => sentence.has(word)).length),
  );

/** Whether the place also states the numbers and dates of the fact. */
function statesValues(source: PreparedText, value: string, place: Place): boolean {
  const placeValues = source.values.filter(
    found => found.start >= place.start && found.end <= place.end,
  );
  const factValues = findValues(value).filter(({ kind }) => kind !== "ordinal");
  return factValues.every(factValue => placeValues.some(found => impliesValue(found, factValue)));
}
