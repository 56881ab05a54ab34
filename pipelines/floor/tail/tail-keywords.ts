// Keywords: from each sentence of the evidence the values that the answer gives, with the label of its line; for the whole question, the names in it that the sentences contain.

import type { Language } from "../../../schemas/items/item-types.ts";
import { keywordsPrompt, type NumberedSentence } from "../../../schemas/items/prompts.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { impliesValue } from "../../text/implied-value.ts";
import { findValues } from "../../text/values.ts";
import { answererFor } from "../answerer.ts";
import { sentencesWithClaims, nameParts } from "./content-units.ts";
import { documentNamesOf, predicateOf } from "./sentence-support.ts";

export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly NumberedSentence[];
}

/** Maximum number of information points in a summary. */
const maxLists = 10;
/** Maximum length of a keyword, in English words or Chinese characters: anything longer is a sentence. */
const maxLength = { zh: 20, en: 8 };
/** Minimum length of a keyword, in characters: a single digit occurs anywhere. */
const minLength = 2;
const lineLabel = /^[-*\s]*([^:：。.]{2,40})[:：]/;

const isKeyword = (text: string, language: Language): boolean =>
  text.length >= minLength &&
  (language === "zh" ? text.length : text.split(/\s+/).length) <= maxLength[language];

const includesText = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

const labelOf = (text: string): string | undefined => lineLabel.exec(text)?.[1]?.trim();

/** What a claim says of its subject if the part of a sentence says it in the same words, otherwise the values that both have. */
function statedIn(part: string, claim: string, question: string, language: Language): string[] {
  const predicate = predicateOf(claim, language);
  if (isKeyword(predicate, language) && includesText(part, predicate)) return [predicate];
  const askedValues = findValues(question);
  const claimedValues = findValues(claim).filter(
    value => !askedValues.some(asked => impliesValue(asked, value)),
  );
  return findValues(part)
    .filter(stated => claimedValues.some(value => impliesValue(stated, value)))
    .map(({ text }) => text)
    .filter(text => isKeyword(text, language));
}

/** Up to two names of documents that occur in the question and in most sentences; otherwise a name in the question, or the label of a line. */
function coarseTerms({ question, evidence }: AnsweredQuestion, language: Language): string[] {
  const sentenceCount = (term: string) =>
    evidence.filter(({ text }) => includesText(text, term)).length;
  const documentNames = documentNamesOf(evidence)
    .flatMap(nameParts)
    .filter(name => includesText(question, name));
  const questionNames = eventKeys(question, language).flatMap(({ kind, text }) =>
    kind === "name" ? [text] : [],
  );
  const rank = (names: readonly string[]) =>
    [...new Set(names)]
      .filter(name => sentenceCount(name) > 0)
      .toSorted((a, b) => sentenceCount(b) - sentenceCount(a) || b.length - a.length);
  const documentsFound = rank(documentNames);
  if (documentsFound.length > 0) return documentsFound.slice(0, 2);
  const labels = evidence.flatMap(({ text }) => labelOf(text) ?? []);
  return [...rank(questionNames), ...labels].slice(0, 1);
}

/** For each part of the evidence what it states of the answer or, if nothing is found that way, the answer's names and values in it. */
export function keywordsOf(answered: AnsweredQuestion, language: Language) {
  const { question, answer, evidence } = answered;
  const claims = sentencesWithClaims(answer, language).flatMap(sentence => sentence.claims);
  // Semicolons separate different things.
  const parts = evidence.flatMap(({ text }) => text.split(/[;；]/));
  const lists = parts.map(part => {
    const stated = claims.flatMap(claim => statedIn(part, claim, question, language));
    const label = labelOf(part);
    return stated.length === 0 || label === undefined ? stated : [label, ...stated];
  });
  const keys = eventKeys(answer, language).map(({ text }) => text);
  const keyLists = parts.map(part => keys.filter(key => includesText(part, key)).slice(0, 2));
  const fine = (lists.some(list => list.length > 0) ? lists : keyLists)
    .map(list => [...new Set(list)])
    .filter(list => list.length > 0);
  const coarse = coarseTerms(answered, language);
  return {
    coarse: coarse.length > 0 ? coarse : fine.flat().slice(0, 1),
    fine: fine.slice(0, maxLists),
  };
}

/** Declines if the answer has no value or name that its evidence has. */
export const keywordsAnswerer = answererFor(keywordsPrompt, (variables, { language }) => {
  const keywords = keywordsOf(variables, language);
  return keywords.fine.length > 0 ? keywords : undefined;
});
