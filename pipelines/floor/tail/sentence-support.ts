// Finds the sentences that state a claim, in the documents it names: by its exact words, otherwise by its values; in known evidence, also by most of its distinctive words.

import type { Language } from "../../../schemas/items/item-types.ts";
import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { fold } from "../../text/fold.ts";
import { impliesValue } from "../../text/implied-value.ts";
import { yearOf } from "../../text/value-match.ts";
import { findValues, type Value } from "../../text/values.ts";
import {
  nameParts,
  namesDocument,
  shareCovered,
  distinctiveUnits,
  unitsOf,
  weightsOf,
} from "./content-units.ts";

/** A sentence, parsed once. */
export interface ParsedSentence extends NumberedSentence {
  readonly values: readonly Value[];
  readonly units: ReadonlySet<string>;
  readonly folded: string;
}

/** A document's name without the date that a request adds to it. */
const nameOf = ({ document }: NumberedSentence): string =>
  document.replace(/, \d{4}-\d{2}-\d{2}$/, "");

/** The names of the documents that sentences are from. */
export const documentNamesOf = (sentences: readonly NumberedSentence[]): string[] =>
  [...new Set(sentences.map(nameOf))].filter(name => name !== "");

export const readSentences = (
  sentences: readonly NumberedSentence[],
  language: Language,
): ParsedSentence[] =>
  sentences.map(sentence => ({
    ...sentence,
    values: findValues(sentence.text),
    units: unitsOf(sentence.text, language),
    folded: fold(sentence.text),
  }));

/** Minimum share of a claim's words in a sentence of known evidence: with a small number, and without values. */
const minWordShare = { number: 0.2, words: 0.3 };

interface ClaimContext {
  readonly question: string;
  readonly answer: string;
  readonly language: Language;
  /** Whether the sentences are the item's evidence: then one of them states the claim, and the closest is taken. */
  readonly areEvidence: boolean;
}

/** The sentences that state the claim, in the documents that it or the answer names (in all if they have no names); none if nothing proves one. */
export function sentencesFor(
  claim: string,
  sentences: readonly ParsedSentence[],
  { question, answer, language, areEvidence }: ClaimContext,
): ParsedSentence[] {
  const names = documentNamesOf(sentences);
  const namedDocuments = [claim, `${question} ${answer}`]
    .map(text => names.filter(name => namesDocument(text, name)))
    .find(found => found.length > 0);
  const isNamed = (sentence: ParsedSentence) =>
    namedDocuments?.includes(nameOf(sentence)) ?? (areEvidence || sentence.document === "");
  const documentSentences = sentences.filter(isNamed);
  const claimBody = withoutAll(claim, names.flatMap(nameParts));
  const claimValues = findValues(claimBody);
  // The day that the question asks about need not be in any sentence.
  const questionValues = findValues(question);
  const values = claimValues.filter(
    value =>
      documentSentences.some(sentence => hasValue(sentence, value)) ||
      !questionValues.some(other => impliesValue(other, value, yearOf(value))),
  );
  // Values are matched as values: as words, "5" and "2021" would match anywhere.
  const wordsOnly = claimValues.reduce((rest, value) => rest.replace(value.text, " "), claimBody);
  const weights = weightsOf(
    distinctiveUnits(wordsOnly, language),
    sentences.map(({ units }) => units),
  );
  const shareOf = ({ units }: ParsedSentence) => shareCovered(weights, units);
  const bestOf = (candidates: readonly ParsedSentence[]) =>
    candidates.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, 1);
  // In folded text, 11.8 also occurs in 1,118.9.
  const verbatimSentences = sentencesWithPredicate(claim, documentSentences, language).filter(
    sentence => values.every(value => hasValue(sentence, value)),
  );
  if (verbatimSentences.length > 0) return bestOf(verbatimSentences);
  if (areEvidence && values.length === 0)
    return bestOf(documentSentences).filter(best => shareOf(best) >= minWordShare.words);
  const mayCount = (value: Value, sentence: ParsedSentence) =>
    isDistinctive(value) || (areEvidence && shareOf(sentence) >= minWordShare.number);
  return values.flatMap(value =>
    bestOf(
      documentSentences.filter(sentence => hasValue(sentence, value) && mayCount(value, sentence)),
    ),
  );
}

/** The text with each of the names blanked, ignoring case. */
const withoutAll = (text: string, names: readonly string[]): string =>
  names.reduce(
    (rest, name) => rest.replace(new RegExp(name.replace(/[^\p{L}\p{N}\s]/gu, "\\$&"), "gi"), " "),
    text,
  );

/** Whether a value proves anything by itself: small bare numbers occur by chance and count only with the claim's words. */
const isDistinctive = ({ kind, canonical }: Value): boolean =>
  !["number", "ordinal"].includes(kind) || (canonical.match(/\d/g) ?? []).length >= 3;

/** Whether a sentence has the value; a date without a year matches the claim's date of the same day. */
const hasValue = ({ values }: ParsedSentence, sought: Value): boolean =>
  values.some(found => impliesValue(found, sought, yearOf(sought)));

const predicate = {
  zh: /记为“(?<quoted>.+)”$|[为是](?<said>[^为是].*?)$/,
  en: /\b(?:was|were|is|are)\s+(?:recorded as “(?<quoted>.+)”|(?<said>.+))$/,
};

/** What a claim says of its subject: what it quotes, or what follows its verb; "" if it has neither. */
export function predicateOf(claim: string, language: Language): string {
  const { quoted, said = "" } = predicate[language].exec(claim)?.groups ?? {};
  return quoted ?? said;
}

/** Sentences that contain a claim's predicate verbatim; lines with a different label only if there are no others. */
function sentencesWithPredicate(
  claim: string,
  sentences: readonly ParsedSentence[],
  language: Language,
): readonly ParsedSentence[] {
  const sought = fold(predicateOf(claim, language));
  if (!/[\p{L}\p{N}]/u.test(sought)) return [];
  // A single character (男) is a word only between punctuation marks.
  const matchingSentences = sentences.filter(({ folded, text }) =>
    sought.length > 1 ? folded.includes(sought) : text.split(/[\s\p{P}]/u).includes(sought),
  );
  // "Home address: …" says nothing about a birthplace.
  const withFittingLabel = matchingSentences.filter(({ text }) => {
    const label = /^([^:：，,。.]{1,40})[:：]/.exec(text)?.[1]?.toLowerCase();
    return label === undefined || claim.toLowerCase().includes(label);
  });
  return withFittingLabel.length > 0 ? withFittingLabel : matchingSentences;
}
