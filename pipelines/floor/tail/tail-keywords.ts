// Keywords: names and words shared by question and evidence, and from each sentence the phrases that the answer contains.

import type { Language } from "../../../schemas/items/item-types.ts";
import { keywordsPrompt, type NumberedSentence } from "../../../schemas/items/prompts.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { answererFor } from "../answerer.ts";
import { nameParts, isFillerEn, withoutFillersZh } from "./content-units.ts";

export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly NumberedSentence[];
}

/** Maximum number of information points in a summary. */
const maxLists = 10;
/** Maximum length of a phrase, in English words or Chinese characters: anything longer is a sentence. */
const maxStretch = { zh: 20, en: 8 };

// Matches single Chinese characters, and everything else as words, with the punctuation inside them.
const tokenPattern =
  /\p{Script=Han}|(?!\p{Script=Han})[\p{L}\p{N}](?:[^\s\p{Script=Han}，。；：、“”()（）;]*(?!\p{Script=Han})[\p{L}\p{N}%℃⁰-⁹²³¹])?/gu;

/** The longest phrases that two texts share. */
function sharedStretches(text: string, other: string, language: Language): string[] {
  const tokens = [...text.matchAll(tokenPattern)].map(({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
  }));
  const stretches: string[] = [];
  for (let firstIndex = 0; firstIndex < tokens.length; ) {
    const start = tokens[firstIndex]?.start ?? 0;
    const lastOffset = tokens
      .slice(firstIndex, firstIndex + maxStretch[language])
      .findLastIndex(({ end }) => isWordIn(text.slice(start, end), other));
    if (lastOffset >= 0) stretches.push(text.slice(start, tokens[firstIndex + lastOffset]?.end));
    firstIndex += Math.max(1, lastOffset + 1);
  }
  return stretches
    .map(stretch => trimFunctionWords(stretch, language))
    .filter(stretch => stretch !== "");
}

/** Whether a phrase occurs in a text, and not within a longer Latin word or number. */
function isWordIn(stretch: string, text: string): boolean {
  const [inner, outer] = [stretch.toLowerCase(), text.toLowerCase()];
  const isLatin = (character = "") => /(?!\p{Script=Han})[\p{L}\p{N}]/u.test(character);
  for (
    let position = outer.indexOf(inner);
    position >= 0;
    position = outer.indexOf(inner, position + 1)
  )
    if (
      !(isLatin(inner[0]) && isLatin(outer[position - 1])) &&
      !(isLatin(inner.at(-1)) && isLatin(outer[position + inner.length]))
    )
      return true;
  return false;
}

const grammar = {
  zh: "[的了和与及或在是为以对等将其并由于从中也而被向到之，]",
  en: "\\b(?:the|of|an?|was|were|is|are|in|and|to|as|on|at|for|by)\\b ?",
};

const trimFunctionWords = (stretch: string, language: Language): string =>
  stretch
    .replace(new RegExp(`^(?:${grammar[language]})+`, "i"), "")
    .replace(new RegExp(`(?: ?${grammar[language]})+$`, "i"), "");

const isTelling = (stretch: string, language: Language): boolean =>
  /\d/.test(stretch) ||
  (language === "zh"
    ? stretch.length > 1 && withoutFillersZh(stretch).length > 0
    : stretch.split(" ").some(word => !isFillerEn(word.toLowerCase())));

const isClause = (stretch: string, language: Language): boolean =>
  language === "zh" ? stretch.length > 12 : stretch.split(" ").length > 4;

/** Figures before words, then longest first. */
const sortByWeight = (stretches: readonly string[]): string[] =>
  stretches.toSorted((a, b) => Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length);

/** What the answer takes from a sentence beyond the question, with a label for it. */
function fineList(
  part: string,
  { question, answer }: { question: string; answer: string },
  language: Language,
): string[] {
  const stretches = sharedStretches(part, answer, language).filter(stretch =>
    isTelling(stretch, language),
  );
  const [keyword] = sortByWeight(stretches.filter(stretch => !isWordIn(stretch, question)));
  if (keyword === undefined) return [];
  // A whole clause needs no label.
  const label = sortByWeight(
    stretches.filter(stretch => stretch !== keyword && !/\d/.test(stretch)),
  );
  return [...(isClause(keyword, language) ? [] : label.slice(0, 1)), keyword];
}

/** The names of the documents if their sentences contain them; otherwise the question's words that most sentences contain. */
function coarseTerms(
  question: string,
  evidence: readonly NumberedSentence[],
  language: Language,
): string[] {
  const sentenceCount = (term: string) =>
    evidence.filter(({ text }) => isWordIn(term, text)).length;
  const names = [...new Set(evidence.flatMap(({ document }) => nameParts(document)))];
  const namesFound = names.filter(name => isWordIn(name, question) && sentenceCount(name) > 0);
  if (namesFound.length > 0) return namesFound.slice(0, 2);
  const sharedTerms = evidence.flatMap(({ text }) => sharedStretches(text, question, language));
  const questionNames = eventKeys(question, language).flatMap(({ kind, text }) =>
    kind === "name" ? [text] : [],
  );
  // If whole clauses are shared, the question was copied from the text: its names say what it is about.
  const isUsable = (term: string) =>
    isTelling(term, language) && !/^\d/.test(term) && sentenceCount(term) > 0;
  const isCopied =
    sharedTerms.some(stretch => isClause(stretch, language)) && questionNames.some(isUsable);
  const usable = (isCopied ? questionNames : sharedTerms).filter(isUsable);
  return usable
    .toSorted((a, b) => sentenceCount(b) - sentenceCount(a) || b.length - a.length)
    .slice(0, 1);
}

export function keywordsOf({ question, answer, evidence }: AnsweredQuestion, language: Language) {
  // Semicolons separate different things.
  const parts = evidence.flatMap(({ text }) => text.split(/[;；]/));
  const lists = parts
    .map(part => fineList(part, { question, answer }, language))
    .filter(list => list.length > 0);
  const candidateLists =
    lists.length > 0
      ? lists
      : parts.map(part => sortByWeight(sharedStretches(part, answer, language)).slice(0, 1));
  const fine = candidateLists.filter(list => list.length > 0).slice(0, maxLists);
  const coarse = coarseTerms(question, evidence, language);
  return { coarse: coarse.length > 0 ? coarse : fine.flat().slice(0, 1), fine };
}

export const keywordsAnswerer = answererFor(keywordsPrompt, (variables, { language }) =>
  keywordsOf(variables, language),
);
