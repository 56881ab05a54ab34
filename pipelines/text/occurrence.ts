// Where a fact stands in a text, whatever format it is written in.

import { fold } from "./fold.ts";
import { findName } from "./name-occurrence.ts";
import { type Place, readSource, type SoughtFact, type Source } from "./sought-fact.ts";
import { findTextFact } from "./text-occurrence.ts";
import { findValueFact } from "./value-occurrence.ts";

export interface SearchOptions {
  /** Label and aliases of the fact: places in a sentence that has one of them are preferred. */
  readonly near?: readonly string[];
}

/** Where a fact stands in a text, in order; empty when the text does not state it. For many facts take `factFinder`. */
export const findFact = (text: string, fact: SoughtFact, options: SearchOptions = {}): Place[] =>
  factFinder(text, fact.language)(fact, options);

/**
 * Reads the text once, then finds any number of facts in it. Dates, numbers and money are compared by what they say;
 * persons, organisations, places and choices by their folded name, at word borders; texts verbatim or, if long, by
 * the sentences that share their content words.
 */
export function factFinder(
  text: string,
  language: "zh" | "en",
): (fact: SoughtFact, options?: SearchOptions) => Place[] {
  const source = readSource(text, language);
  return (fact, { near = [] } = {}) => {
    const found = find(source, fact);
    const labels = near.map(fold).filter(label => label !== "");
    if (labels.length === 0 || found.length < 2) return found;
    const labelled = source.sentences.filter(sentence =>
      labels.some(label => fold(sentence.text).includes(label)),
    );
    const nearby = found.filter(place =>
      labelled.some(sentence => place.start >= sentence.start && place.end <= sentence.end),
    );
    return nearby.length > 0 ? nearby : found;
  };
}

function find(source: Source, fact: SoughtFact): Place[] {
  if (fold(fact.value) === "") return [];
  switch (fact.type) {
    case "date":
    case "number":
    case "money":
      return findValueFact(source, fact) ?? findTextFact(source, fact.value);
    case "person":
    case "organisation":
    case "place":
    case "choice":
      return findName(source, fact.value, fact.type);
    case "text":
      return findTextFact(source, fact.value);
  }
}
