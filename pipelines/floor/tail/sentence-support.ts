// Which sentences support a claim: they say its values, and share the words that tell what it is about.

import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { fold } from "../../text/fold.ts";
import { says } from "../../text/same-value.ts";
import { findValues, type Value } from "../../text/values.ts";
import { nameParts, namesDocument, withoutNames } from "./answer-claims.ts";
import { shareCovered, tellingUnits, unitsOf, weigh } from "./content-units.ts";

type Language = "zh" | "en";

/** A sentence read once. */
export interface ReadSentence extends NumberedSentence {
  readonly values: readonly Value[];
  readonly units: ReadonlySet<string>;
  readonly folded: string;
}

export interface ReadClaim {
  readonly text: string;
  readonly values: readonly Value[];
  readonly weights: ReadonlyMap<string, number>;
  /** The documents it names; empty when it names none. */
  readonly documents: ReadonlySet<string>;
}

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

export interface ClaimContext {
  readonly language: Language;
  readonly question: string;
  readonly answer: string;
}

/** A claim against these sentences; question and answer name its document where it does not itself. */
export function readClaim(
  text: string,
  sentences: readonly ReadSentence[],
  { language, question, answer }: ClaimContext,
): ReadClaim {
  const names = [...new Set(sentences.map(({ document }) => document))].filter(name => name !== "");
  const named = names.filter(name => namesDocument(text, name));
  const documents =
    named.length > 0 ? named : names.filter(name => namesDocument(`${question} ${answer}`, name));
  const parts = names.flatMap(nameParts);
  const body = withoutNames(text, parts);
  const values = findValues(body, language);
  // Values are matched as values: as words "5" and "2021" would be met anywhere.
  const bare = values.reduce((rest, value) => rest.replace(value.text, " "), body);
  const weights = weigh(
    tellingUnits(bare, language, []),
    sentences.map(({ units }) => units),
  );
  return {
    text,
    values,
    weights,
    documents: new Set(documents),
  };
}

const yearOf = ({ kind, canonical }: Value): string | undefined =>
  kind === "date" ? /^\d{4}/.exec(canonical)?.[0] : undefined;

/** A sentence's date without a year says the claim's date of the same day. */
const saysValue = ({ values }: ReadSentence, sought: Value): boolean =>
  values.some(found => says(found, sought, yearOf(sought)));

/** Small bare numbers are met by chance: a sentence says one for a claim only with the claim's words. */
export function saysFor(claim: ReadClaim, sentence: ReadSentence, value: Value): boolean {
  if (!inDocument(claim, sentence) || !saysValue(sentence, value)) return false;
  const distinctive = value.kind !== "number" || (value.canonical.match(/\d/g) ?? []).length >= 3;
  return distinctive || shareCovered(claim.weights, sentence.units) >= 0.2;
}

const inDocument = ({ documents }: ReadClaim, { document }: ReadSentence): boolean =>
  documents.size === 0 || documents.has(document);

const PREDICATE = {
  zh: /记为“(?<quoted>.+)”$|[为是](?<said>[^为是].*?)$/,
  en: /recorded as “(?<quoted>.+)”$|\b(?:was|were|is|are)\s+(?<said>.+)$/,
};

/** Sentences of the claim's document that have, word for word, what it says of its matter. */
export function sayingPredicate(
  claim: ReadClaim,
  sentences: readonly ReadSentence[],
  language: Language,
): readonly ReadSentence[] {
  const { quoted, said } = PREDICATE[language].exec(claim.text)?.groups ?? {};
  const sought = fold(quoted ?? said ?? "");
  if (!/[\p{L}\p{N}]/u.test(sought)) return [];
  // One character (男) is a word only between signs.
  const alone = new RegExp(
    `(?:^|[\\s\\p{P}])${sought.replace(/[^\p{L}\p{N}]/gu, "")}(?:$|[\\s\\p{P}])`,
    "u",
  );
  return sentences.filter(
    sentence =>
      inDocument(claim, sentence) &&
      (sought.length > 1 ? sentence.folded.includes(sought) : alone.test(sentence.text)),
  );
}

/** How well a sentence supports a claim: whole numbers for values, a fraction for words. Negative in another document. */
function supportOf(claim: ReadClaim, sentence: ReadSentence): number {
  if (!inDocument(claim, sentence)) return -1;
  const values = claim.values.filter(value => saysFor(claim, sentence, value)).length;
  return values + shareCovered(claim.weights, sentence.units) * 1.5;
}

/** The best supporting sentence of those given; the earlier one of equals, or none where none supports it. */
export function bestFor(
  claim: ReadClaim,
  sentences: readonly ReadSentence[],
): ReadSentence | undefined {
  const [best] = sentences
    .map(sentence => ({ sentence, support: supportOf(claim, sentence) }))
    .filter(({ support }) => support > 0)
    .sort((a, b) => b.support - a.support);
  return best?.sentence;
}

/** What share of a claim's words those of these sentences have together that are of its document. */
export const coveredBy = (claim: ReadClaim, sentences: readonly ReadSentence[]): number =>
  shareCovered(
    claim.weights,
    new Set(
      sentences.filter(sentence => inDocument(claim, sentence)).flatMap(({ units }) => [...units]),
    ),
  );
