// Finds by code the keywords of an answer whose facts and their sentences are known: what a fact and its sentence share.

import type { AnswerRow, Evidence, Keywords, ReferenceFact } from "../../schemas/items/records.ts";
import { eventKeys } from "../text/event-keys.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";
import { type FineKeyword, isOverlong, locate } from "./keyword-places.ts";

type Language = AnswerRow["language"];

/** The most terms of a fact that identify its passage. */
const MAX_TERMS = 3;
const MAX_COARSE = 2;
/** Characters of the shortest term: a single digit or letter occurs anywhere. */
const SHORTEST = 2;
/** Characters of a shared stretch: shorter ones occur by chance, longer ones are sentences. */
const STRETCH = { zh: { least: 4, most: 16 }, en: { least: 12, most: 60 } };

/** The longest stretch of a text that another also has. */
function sharedStretch(text: string, source: string, language: Language): string[] {
  const { least, most } = STRETCH[language];
  for (let length = Math.min(most, text.length); length >= least; length--)
    for (let at = 0; at + length <= text.length; at++) {
      const stretch = text.slice(at, at + length);
      if (!/[\p{P}\s]$|^[\p{P}\s]/u.test(stretch) && source.includes(stretch)) return [stretch];
    }
  return [];
}

/** The terms that are not inside another one. */
const outermost = (terms: readonly FineKeyword[]): FineKeyword[] =>
  terms.filter(
    (term, at) =>
      !terms.some(
        (other, place) =>
          place !== at &&
          other.span.start <= term.span.start &&
          other.span.end >= term.span.end &&
          (place < at || other.text.length > term.text.length),
      ),
  );

function termsIn(claim: string, piece: Evidence, language: Language): FineKeyword[] {
  const texts = [...findValues(claim), ...eventKeys(claim, language)]
    .map(({ text }) => text)
    .filter(text => text.length >= SHORTEST);
  const found = texts.flatMap(text => locate(text, piece) ?? []);
  const terms = outermost(found.filter(({ text }) => !isOverlong(text, language)));
  if (terms.length > 0) return terms.slice(0, MAX_TERMS);
  return sharedStretch(claim, piece.text, language).flatMap(text => locate(text, piece) ?? []);
}

/** The terms from the piece of evidence that shares most with a fact. */
function listFor(
  { claim, evidence: numbers }: ReferenceFact,
  { evidence, language }: AnswerRow,
): FineKeyword[] {
  const lists = evidence
    .filter(({ number }) => numbers.includes(number))
    .map(piece => termsIn(claim, piece, language));
  return lists.sort((a, b) => b.length - a.length)[0] ?? [];
}

function coarseOf({ question, answer, evidence, language }: AnswerRow): string[] {
  const names = eventKeys(`${question.question}\n${answer}`, language)
    .filter(({ kind }) => kind !== "number")
    .map(({ text, key }) => ({
      text,
      held: evidence.filter(piece => fold(piece.text).includes(key)).length,
    }))
    .filter(({ held }) => held > 0)
    .sort((a, b) => b.held - a.held || b.text.length - a.text.length);
  if (names.length > 0) return names.slice(0, MAX_COARSE).map(({ text }) => text);
  return evidence.flatMap(({ text }) => sharedStretch(answer, text, language)).slice(0, 1);
}

/** Coarse and fine keywords; lists are empty if facts and sentences share nothing. */
export const factKeywords = (answer: AnswerRow): Pick<Keywords, "coarse" | "fine"> => ({
  coarse: coarseOf(answer),
  fine: answer.facts.map(fact => listFor(fact, answer)).filter(({ length }) => length > 0),
});
