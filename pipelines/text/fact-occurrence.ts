// Finds where a text states a fact, in whatever format.

import { contentWords } from "./content-words.ts";
import { fold } from "./fold.ts";
import { findName } from "./name-occurrence.ts";
import { type Place, prepareText, type SoughtFact, type PreparedText } from "./sought-fact.ts";
import { findTextFact, partsOf } from "./text-occurrence.ts";
import { findValueFact } from "./value-occurrence.ts";

export interface SearchOptions {
  /** Label and aliases of the fact: places in the sentences closest to one of them are preferred. */
  readonly labels?: readonly string[];
}

/** Where a text states a fact, in order; empty if it does not. For many facts, use `factFinder`. */
export const findFact = (text: string, fact: SoughtFact, options: SearchOptions = {}): Place[] =>
  factFinder(text, fact.language)(fact, options);

/** A value that says there is none, with or without the label: "none needed", "不涉及油温". */
const noneValue = {
  zh: /^(?:无|否|没有|暂无|未见|不涉及|不适用|不需要|无需)$/,
  en: /^(?:none|no|nil|nothing|not|never)(?: (?:any|applicable|known|named|needed|reported|required|used))?$/i,
};
const denial = {
  zh: /无|没有|未(?!来)|否认|不(?:涉及|用|需|必|加|放|含|设|存在|适用)/,
  en: /\b(?:no|none|nothing|neither|not|never|without)\b|n['’]t\b/i,
};
/** Minimum share of a label's content words in a sentence about it. */
const minLabelShare = 0.5;

/**
 * Reads the text once, then finds any number of facts in it. Dates, numbers and money are compared by value;
 * people, organizations, places and choices by their folded name, at word boundaries; texts verbatim or, if long, by
 * sentences that share their content words; "none" also by a sentence that denies the label.
 */
export function factFinder(
  text: string,
  language: "zh" | "en",
): (fact: SoughtFact, options?: SearchOptions) => Place[] {
  const source = prepareText(text, language);
  return (fact, { labels = [] } = {}) => {
    const places = findPlaces(source, fact);
    const isNone = places.length === 0 && isNoneValue(fact, labels);
    // The parts of a list may be anywhere in the text.
    if (labels.length === 0 || isList(fact) || (places.length < 2 && !isNone)) return places;
    const shares = source.sentences.map((_, index) => labelShare(source, index, labels));
    const shareOf = (place: Place): number =>
      Math.max(0, ...shares.filter((_, index) => isWithin(place, source.sentences[index])));
    const candidates = isNone
      ? source.sentences.filter(sentence => denial[language].test(sentence.text))
      : places;
    const maxShare = Math.max(0, ...candidates.map(shareOf));
    return maxShare < minLabelShare
      ? places
      : candidates.filter(place => shareOf(place) === maxShare);
  };
}

const isList = ({ type, value }: SoughtFact): boolean =>
  type === "text" && partsOf(value).length > 1;

const isNoneValue = ({ value, language }: SoughtFact, labels: readonly string[]): boolean =>
  noneValue[language].test(
    labels
      .filter(label => label !== "")
      .reduce((rest, label) => rest.replace(label, ""), value)
      .replace(/[\p{P}\s]+$/u, "")
      .trim(),
  );

const isWithin = (place: Place, sentence: Place | undefined): boolean =>
  sentence !== undefined && place.start >= sentence.start && place.end <= sentence.end;

/** How much of the best-matching label a sentence contains: all if verbatim, otherwise the share of its content words. */
function labelShare(source: PreparedText, index: number, labels: readonly string[]): number {
  const text = fold(source.sentences[index]?.text ?? "");
  return Math.max(
    ...labels.map(label => {
      if (fold(label) === "") return 0;
      if (text.includes(fold(label))) return 1;
      const words = contentWords(label, source.language);
      return (
        words.filter(word => source.words[index]?.has(word)).length / Math.max(1, words.length)
      );
    }),
  );
}

/** "2.3" is not in "2.3.1", "A-12" not in "A-12-B". */
const findCode = (source: PreparedText, value: string): Place[] =>
  findName(source, value, "choice").filter(
    ({ start, end }) =>
      !/^(?:\.\d|[-_][0-9A-Za-z])/.test(source.text.slice(end, end + 2)) &&
      !/(?:\d\.|[0-9A-Za-z][-_])$/.test(source.text.slice(Math.max(0, start - 2), start)),
  );

function findPlaces(source: PreparedText, fact: SoughtFact): Place[] {
  if (fold(fact.value) === "") return [];
  switch (fact.type) {
    case "date":
    case "number":
    case "money":
    case "duration":
      return findValueFact(source, fact) ?? findTextFact(source, fact.value);
    case "person":
    case "organisation":
    case "place":
    case "choice":
      return findName(source, fact.value, fact.type);
    case "version":
      return (
        ["", "v"]
          .map(letter => findCode(source, letter + fact.value.replace(/^v\.?\s?(?=\d)/i, "")))
          .find(places => places.length > 0) ?? []
      );
    case "identifier":
    case "code":
      return findCode(source, fact.value);
    case "text":
      return findTextFact(source, fact.value);
  }
}
