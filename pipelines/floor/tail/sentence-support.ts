// Which sentences say a claim: its words as they stand, else its values, else most of the words that tell what it is about.

import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { fold } from "../../text/fold.ts";
import { says } from "../../text/same-value.ts";
import { yearOf } from "../../text/said-value.ts";
import { findValues, type Value } from "../../text/values.ts";
import { nameParts, namesDocument } from "./answer-claims.ts";
import { shareCovered, tellingUnits, unitsOf, weigh } from "./content-units.ts";

type Language = "zh" | "en";

/** A sentence read once. */
export interface ReadSentence extends NumberedSentence {
  readonly values: readonly Value[];
  readonly units: ReadonlySet<string>;
  readonly folded: string;
}

/** The names of the documents that sentences are of. */
export const documentsOf = (sentences: readonly NumberedSentence[]): string[] =>
  [...new Set(sentences.map(({ document }) => document))].filter(name => name !== "");

export const readSentences = (
  sentences: readonly NumberedSentence[],
  language: Language,
): ReadSentence[] =>
  sentences.map(sentence => ({
    ...sentence,
    values: findValues(sentence.text, language),
    units: unitsOf(sentence.text, language),
    folded: fold(sentence.text),
  }));

/** Below this share of its words no sentence is taken for a claim that has no values. */
const minWords = 0.3;

interface QuestionAndAnswer {
  readonly question: string;
  readonly answer: string;
  readonly language: Language;
}

/** The sentences of the claim's document that say it; none where only a reckoning gives it. */
export function sentencesFor(
  claim: string,
  sentences: readonly ReadSentence[],
  { question, answer, language }: QuestionAndAnswer,
): ReadSentence[] {
  const names = documentsOf(sentences);
  const named = [claim, `${question} ${answer}`]
    .map(text => names.filter(name => namesDocument(text, name)))
    .find(found => found.length > 0);
  const own = sentences.filter(({ document }) => named === undefined || named.includes(document));
  const body = withoutAll(claim, names.flatMap(nameParts));
  const said = findValues(body, language);
  // The day for which it is asked need stand in none.
  const asked = findValues(question, language);
  const values = said.filter(
    value =>
      own.some(one => saysValue(one, value)) ||
      !asked.some(other => says(other, value, yearOf(value))),
  );
  // Values are matched as values: as words "5" and "2021" would be met anywhere.
  const bare = said.reduce((rest, value) => rest.replace(value.text, " "), body);
  const weights = weigh(
    tellingUnits(bare, language),
    sentences.map(({ units }) => units),
  );
  const share = ({ units }: ReadSentence) => shareCovered(weights, units);
  const bestOf = (among: readonly ReadSentence[]) =>
    among.toSorted((a, b) => share(b) - share(a)).slice(0, 1);
  // Folded, 11.8 stands in 1,118.9, too.
  const verbatim = sayingPredicate(claim, own, language).filter(one =>
    values.every(value => saysValue(one, value)),
  );
  if (verbatim.length > 0) return bestOf(verbatim);
  if (values.length === 0) return bestOf(own).filter(best => share(best) >= minWords);
  return values.flatMap(value =>
    bestOf(own.filter(one => saysValue(one, value) && (isDistinctive(value) || share(one) >= 0.2))),
  );
}

/** The text with a blank for each of the names, letter case aside. */
const withoutAll = (text: string, names: readonly string[]): string =>
  names.reduce(
    (rest, name) => rest.replace(new RegExp(name.replace(/[^\p{L}\p{N}\s]/gu, "\\$&"), "gi"), " "),
    text,
  );

/** Small bare numbers are met by chance: a sentence says one for a claim only with the claim's words. */
const isDistinctive = ({ kind, canonical }: Value): boolean =>
  kind !== "number" || (canonical.match(/\d/g) ?? []).length >= 3;

/** A sentence's date without a year says the claim's date of the same day. */
const saysValue = ({ values }: ReadSentence, sought: Value): boolean =>
  values.some(found => says(found, sought, yearOf(sought)));

const predicate = {
  zh: /记为“(?<quoted>.+)”$|[为是](?<said>[^为是].*?)$/,
  en: /\b(?:was|were|is|are)\s+(?:recorded as “(?<quoted>.+)”|(?<said>.+))$/,
};

/** Those that have, word for word, what a claim says of its matter; lines of another label only where no other has. */
function sayingPredicate(
  claim: string,
  sentences: readonly ReadSentence[],
  language: Language,
): readonly ReadSentence[] {
  const { quoted, said = "" } = predicate[language].exec(claim)?.groups ?? {};
  const sought = fold(quoted ?? said);
  if (!/[\p{L}\p{N}]/u.test(sought)) return [];
  // One character (男) is a word only between signs.
  const all = sentences.filter(({ folded, text }) =>
    sought.length > 1 ? folded.includes(sought) : text.split(/[\s\p{P}]/u).includes(sought),
  );
  // "Home address: …" says nothing of a birthplace.
  const own = all.filter(({ text }) => {
    const label = /^([^:：，,。.]{1,40})[:：]/.exec(text)?.[1]?.toLowerCase();
    return label === undefined || claim.toLowerCase().includes(label);
  });
  return own.length > 0 ? own : all;
}
